/** The body of a refusal, in the shape that the specification has for its code. */
export const refusalBody = (refusal: { code: string; title: string; detail: string }): object =>
	refusal.code === '07001113' ? refusal : { error: refusal };

/** The service refuses the whole request (section Errors of the specification): nothing is done. */
export class Refusal extends Error {
	/**
	 * @param fittingStatus the HTTP status that fits
	 * @param why for the reader of a test only: it never leaves the service
	 */
	constructor(
		readonly body: object,
		readonly fittingStatus: 400 | 401,
		why: string,
	) {
		super(why);
	}
}

const badRequest = (code: string, detail: string, why: string): Refusal =>
	new Refusal(refusalBody({ code, title: 'Bad Request', detail }), 400, why);

/** The token is missing, invalid, revoked or expired, or has not the scope. */
export const unauthorized = (why: string): Refusal => {
	const detail = 'The access token is missing, invalid, revoked or expired.';
	return new Refusal(refusalBody({ code: '07001113', title: 'Unauthorized', detail }), 401, why);
};

/** Required parameters are missing; the detail names them in square brackets. */
export const missing = (names: readonly string[]): Refusal => {
	const list = names.join(', ');
	return badRequest('07001111', `[${list}] Required parameter missing`, `missing ${list}`);
};

/** A general failure, in the words of the operation's code. */
export const generalFailure = (code: string, why: string): Refusal =>
	badRequest(code, code === '07001111' ? '[API] Request failed' : 'Something went wrong', why);
