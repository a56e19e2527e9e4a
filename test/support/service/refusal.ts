import type { ErrorObject } from 'ajv/dist/2020';

import type { GeneralCode } from './contract';
import type { Switches } from './switches';

/** The service refuses the whole request (section Errors of the specification). */
export class Refusal extends Error {
	/** `why` is for the reader of a test only: it never leaves the service. */
	constructor(
		readonly code: GeneralCode | '07001113',
		readonly detail: string,
		readonly why: string,
	) {
		super(why);
	}

	/** The body in the shape of its code. */
	get body(): object {
		return this.code === '07001113'
			? { code: this.code, title: 'Unauthorized', detail: this.detail }
			: { error: { code: this.code, title: 'Bad Request', detail: this.detail } };
	}

	/** The HTTP status under the reading that is switched on. */
	status(switches: Switches): number {
		if (switches.errorStatus !== 'fitting') return switches.errorStatus;
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

/** The refusal for what a request breaks: missing parameters if nothing else is wrong. */
export const refusalFor = (faults: readonly ErrorObject[], code: GeneralCode): Refusal => {
	const isAbsence = ({ keyword }: ErrorObject) => keyword === 'required' || keyword === 'oneOf';
	if (faults.every(isAbsence)) {
		const names = faults.map(({ params }) => String(params['missingProperty'] ?? ''));
		return missing([...new Set(names.filter((name) => name !== ''))]);
	}
	return generalFailure(
		code,
		faults.map((fault) => `${fault.instancePath} ${fault.message ?? fault.keyword}`).join('; '),
	);
};
