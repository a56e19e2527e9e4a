import type { ErrorObject } from 'ajv/dist/2020';

import type { GeneralCode } from './contract';
import type { Switches } from './switches';

/** Shapes of refusals: the specification's, and those of siblings and of an older API. */
export type RefusalShape = 'documented' | 'errorMessage' | 'errorDescription' | 'errorCode';

/** The body of a refusal. */
export const refusalBody = (
	shape: RefusalShape,
	{ code, title, detail }: { code: string; title: string; detail: string },
): object => {
	const bodies = {
		documented: code === '07001113' ? { code, title, detail } : { error: { code, title, detail } },
		errorMessage: { error: { message: detail, errorcode: code } },
		errorDescription: { ERROR_DESCRIPTION: detail },
		errorCode: { errorCode: code, errorMessage: detail },
	};
	return bodies[shape];
};

/** The service refuses the whole request (section Errors of the specification): nothing is done. */
export class Refusal extends Error {
	/** `why` is for the reader of a test only: it never leaves the service. */
	constructor(
		readonly code: string,
		readonly detail: string,
		readonly why: string,
		private readonly shape: RefusalShape = 'documented',
	) {
		super(why);
	}

	body(): object {
		const title = this.code === '07001113' ? 'Unauthorized' : 'Bad Request';
		return refusalBody(this.shape, { code: this.code, title, detail: this.detail });
	}

	status({ errorStatus }: Switches): number {
		if (errorStatus !== 'fitting') return errorStatus;
		return this.code === '07001113' ? 401 : 400;
	}
}

/** The token is missing, invalid, revoked or expired, or has not the scope. */
export const unauthorized = (why: string): Refusal =>
	new Refusal('07001113', 'The access token is missing, invalid, revoked or expired.', why);

/** Required parameters are missing; the detail names them in square brackets. */
export const missing = (names: readonly string[]): Refusal =>
	new Refusal(
		'07001111',
		`[${names.join(', ')}] Required parameter missing`,
		`missing ${names.join(', ')}`,
	);

/** A general failure, in the words of the operation's code. */
export const generalFailure = (code: GeneralCode, why: string): Refusal =>
	new Refusal(code, code === '07001111' ? '[API] Request failed' : 'Something went wrong', why);

/** The input filter refuses a parameter. */
export const filtered = (code: string, parameter: string): Refusal =>
	new Refusal(
		code,
		`${code} for the parameter [${parameter}]`,
		`${code}: ${parameter}`,
		'errorMessage',
	);

const codeByKeyword: Partial<Record<string, string>> = {
	type: 'DATATYPE_NOT_MATCHED',
	maxItems: 'ARRAY_SIZE_OUT_OF_RANGE',
	minItems: 'LESS_THAN_MIN_OCCURANCE',
	maxLength: 'MORE_THAN_MAX_LENGTH',
};

const isAbsence = ({ keyword }: ErrorObject) => keyword === 'required' || keyword === 'oneOf';

/**
 * The refusal for what a query or a body breaks: missing parameters if nothing else is wrong.
 * @param filterCode the input filter's code for an unknown name; undefined if there is no filter
 */
export const refusalFor = (
	faults: readonly ErrorObject[],
	code: GeneralCode,
	filterCode: string | undefined,
): Refusal => {
	const fault = faults.find((each) => !isAbsence(each));
	const must = faults.map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
	if (fault === undefined) {
		const names = faults.flatMap(({ params }) => String(params['missingProperty'] ?? ''));
		return missing([...new Set(names)].filter((name) => name !== ''));
	}
	if (filterCode === undefined) return generalFailure(code, must.join('; '));
	const refused =
		fault.keyword === 'additionalProperties'
			? filtered(filterCode, String(fault.params['additionalProperty']))
			: filtered(
					codeByKeyword[fault.keyword] ?? 'PATTERN_NOT_MATCHED',
					fault.instancePath.split('/').at(-1) ?? '',
				);
	return new Refusal(refused.code, refused.detail, must.join('; '), 'errorMessage');
};

/** Markup; the name of a group in a regex is none. */
const markup = /(?<!\(\?P?)<\/?[a-z][^>]*>/i;

/** Throws the input filter's refusal if a text of a body looks like markup or is no proper name. */
export const filterTexts = (value: unknown, name = 'body'): void => {
	if (typeof value === 'object' && value !== null) {
		const isList = Array.isArray(value);
		for (const [inner, held] of Object.entries(value)) filterTexts(held, isList ? name : inner);
	} else if (typeof value === 'string') {
		if (markup.test(value)) throw filtered('XSS_DETECTED', name);
		if (name !== 'log_type_display_name') return;
		if (value.length > 36) throw filtered('MORE_THAN_MAX_LENGTH', name);
		if (!/^\w+$/.test(value)) throw filtered('PATTERN_NOT_MATCHED', name);
	}
};
