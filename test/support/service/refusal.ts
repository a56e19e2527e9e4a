const UNAUTHORIZED = '07001113';

/** The body of a refusal, in the shape that the specification has for its code. */
export const refusalBody = (
	code: string,
	detail: string,
	title = code === UNAUTHORIZED ? 'Unauthorized' : 'Bad Request',
): object => {
	const refusal = { code, title, detail };
	return code === UNAUTHORIZED ? refusal : { error: refusal };
};

/** The service refuses the whole request (section Errors of the specification): nothing is done. */
export class Refusal extends Error {
	readonly body: object;

	/** The HTTP status that fits. */
	readonly fittingStatus: 400 | 401;

	/** @param why for the reader of a test only: it never leaves the service */
	constructor(code: string, detail: string, why: string) {
		super(why);
		this.body = refusalBody(code, detail);
		this.fittingStatus = code === UNAUTHORIZED ? 401 : 400;
	}
}

/** The token is missing, invalid, revoked or expired, or has not the scope. */
export const unauthorized = (why: string): Refusal =>
	new Refusal(UNAUTHORIZED, 'The access token is missing, invalid, revoked or expired.', why);

/** Required parameters are missing; the detail names them in square brackets. */
export const missing = (names: readonly string[]): Refusal => {
	const list = names.join(', ');
	return new Refusal('07001111', `[${list}] Required parameter missing`, `missing ${list}`);
};

/** A general failure, in the words of the code. */
export const generalFailure = (code: string, why: string): Refusal =>
	new Refusal(code, code === '07001111' ? '[API] Request failed' : 'Something went wrong', why);
