import type { ErrorObject } from 'ajv/dist/2020';

import { operations, type GeneralCode, type OperationId } from './contract';
import type { Switches } from './switches';

/** Codes of the vendor's input filter, which checks a request before its operation does. */
export const filterCodes = [
	'PATTERN_NOT_MATCHED',
	'XSS_DETECTED',
	'DATATYPE_NOT_MATCHED',
	'MORE_THAN_MAX_LENGTH',
	'LESS_THAN_MIN_OCCURANCE',
	'EXTRA_PARAM_FOUND',
	'EXTRA_KEY_FOUND_IN_JSON',
	'ARRAY_SIZE_OUT_OF_RANGE',
	'JSON_PARSE_ERROR',
	'REQUEST_SIZE_MORE_THAN_ALLOWED_SIZE',
] as const;

export type FilterCode = (typeof filterCodes)[number];

/** Codes of the specification, of the input filter, and of siblings' rate limits. */
export type RefusalCode =
	GeneralCode | '07001113' | FilterCode | '00000106' | '00000109' | 'IAM0019';

/** Shapes in which siblings and an older API of the product refuse. */
const siblingShapes = ['errorMessage', 'statusFailure', 'errorDescription', 'errorCode'] as const;

export type RefusalShape = 'documented' | (typeof siblingShapes)[number];

type Texts = { code: RefusalCode; title: string; detail: string };

/** The body of a refusal in a shape. */
export const refusalBody = (shape: RefusalShape, { code, title, detail }: Texts): object => {
	switch (shape) {
		case 'errorMessage':
			return { error: { message: detail, errorcode: code } };
		case 'statusFailure':
			return {
				status: 'failure',
				summary: title,
				data: { errorCode: code, errorMessage: detail },
			};
		case 'errorDescription':
			return { ERROR_DESCRIPTION: detail };
		case 'errorCode':
			return { errorCode: code, errorMessage: detail };
		default:
			return code === '07001113' ? { code, title, detail } : { error: { code, title, detail } };
	}
};

/** The same shape for an operation each time. */
const mixedShape = (operation: OperationId): RefusalShape => {
	const shapes = ['documented', ...siblingShapes] as const;
	return shapes[operations.findIndex(({ id }) => id === operation) % shapes.length] ?? 'documented';
};

/** The service refuses the whole request (section Errors of the specification). */
export class Refusal extends Error {
	/** Whether a part of the work was done before. */
	isAfterWork = false;

	/** `why` is for the reader of a test only: it never leaves the service. */
	constructor(
		readonly code: RefusalCode,
		readonly detail: string,
		readonly why: string,
		private readonly kind: 'documented' | 'general' | 'filter',
	) {
		super(why);
	}

	afterWork(): this {
		this.isAfterWork = true;
		return this;
	}

	/** The body in the shape that the readings give it. */
	body({ refusalShape }: Switches, operation: OperationId): object {
		const title = this.code === '07001113' ? 'Unauthorized' : 'Bad Request';
		const texts = { code: this.code, title, detail: this.detail };
		if (this.kind === 'documented') return refusalBody('documented', texts);
		if (refusalShape === 'mixed') return refusalBody(mixedShape(operation), texts);
		if (this.kind === 'general' || refusalShape !== 'documented') {
			return refusalBody(refusalShape, texts);
		}
		const place = filterCodes.findIndex((code) => code === this.code);
		return refusalBody(siblingShapes[place % siblingShapes.length] ?? 'errorCode', texts);
	}

	/** The HTTP status under the reading that is switched on. */
	status(switches: Switches): number {
		if (switches.errorStatus !== 'fitting') return switches.errorStatus;
		return this.code === '07001113' ? 401 : 400;
	}
}

/** The token is missing, invalid, revoked or expired, or has not the scope. */
export const unauthorized = (why: string): Refusal =>
	new Refusal(
		'07001113',
		'The access token is missing, invalid, revoked or expired.',
		why,
		'documented',
	);

/** Required parameters are missing; the detail names them in square brackets. */
export const missing = (names: readonly string[]): Refusal =>
	new Refusal(
		'07001111',
		`[${names.join(', ')}] Required parameter missing`,
		`missing ${names.join(', ')}`,
		'documented',
	);

/** A general failure, in the words of the operation's code. */
export const generalFailure = (code: GeneralCode, why: string): Refusal =>
	new Refusal(
		code,
		code === '07001111' ? '[API] Request failed' : 'Something went wrong',
		why,
		'general',
	);

/** The input filter refuses a parameter. */
export const filtered = (code: FilterCode, parameter: string): Refusal =>
	new Refusal(code, `${code} for the parameter [${parameter}]`, `${code}: ${parameter}`, 'filter');

const isAbsence = ({ keyword }: ErrorObject) => keyword === 'required' || keyword === 'oneOf';

/** The refusal for missing parameters, if nothing else is wrong. */
const absenceIn = (faults: readonly ErrorObject[]): Refusal | undefined => {
	if (!faults.every(isAbsence)) return undefined;
	const names = faults.map(({ params }) => String(params['missingProperty'] ?? ''));
	return missing([...new Set(names.filter((name) => name !== ''))]);
};

/** The refusal for what a request breaks: missing parameters if nothing else is wrong. */
export const refusalFor = (faults: readonly ErrorObject[], code: GeneralCode): Refusal =>
	absenceIn(faults) ??
	generalFailure(
		code,
		faults.map((fault) => `${fault.instancePath} ${fault.message ?? fault.keyword}`).join('; '),
	);

const codeByKeyword: Partial<Record<string, FilterCode>> = {
	type: 'DATATYPE_NOT_MATCHED',
	maxItems: 'ARRAY_SIZE_OUT_OF_RANGE',
	minItems: 'LESS_THAN_MIN_OCCURANCE',
	maxLength: 'MORE_THAN_MAX_LENGTH',
};

/** The input filter's refusal for what a query or a body breaks. */
export const filteredFor = (
	faults: readonly ErrorObject[],
	extra: 'EXTRA_PARAM_FOUND' | 'EXTRA_KEY_FOUND_IN_JSON',
): Refusal => {
	const absence = absenceIn(faults);
	const fault = faults.find((one) => !isAbsence(one));
	if (absence !== undefined || fault === undefined) return absence ?? missing([]);
	if (fault.keyword === 'additionalProperties') {
		return filtered(extra, String(fault.params['additionalProperty']));
	}
	const code = codeByKeyword[fault.keyword] ?? 'PATTERN_NOT_MATCHED';
	return filtered(code, fault.instancePath.split('/').at(-1) ?? '');
};

/** Markup; the name of a group in a regex is none. */
const markup = /(?<!\(\?P?)<\/?[a-z][^>]*>/i;

/** Throws the input filter's refusal where a text of a body looks like markup or is no proper name. */
export const filterTexts = (value: unknown, name = 'body'): void => {
	if (Array.isArray(value)) {
		for (const element of value) filterTexts(element, name);
	} else if (typeof value === 'object' && value !== null) {
		for (const [inner, held] of Object.entries(value)) filterTexts(held, inner);
	} else if (typeof value === 'string') {
		if (markup.test(value)) throw filtered('XSS_DETECTED', name);
		if (name !== 'log_type_display_name') return;
		if (value.length > 36) throw filtered('MORE_THAN_MAX_LENGTH', name);
		if (!/^\w+$/.test(value)) throw filtered('PATTERN_NOT_MATCHED', name);
	}
};
