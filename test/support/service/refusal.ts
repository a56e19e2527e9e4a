/** The code and the detail of a refusal. */
type Words = readonly [code: string, detail: string];

const UNAUTHORIZED = '07001113';

/** The body of a refusal, in the shape that the specification has for its code. */
export const refusalBody = (
	[code, detail]: Words,
	title = code === UNAUTHORIZED ? 'Unauthorized' : 'Bad Request',
): object => {
	const refusal = { code, title, detail };
	return code === UNAUTHORIZED ? refusal : { error: refusal };
};

/** The service refuses the whole request (section Errors of the specification): nothing is done. */
export class Refusal extends Error {
	/**
	 * @param why for the reader of a test only: it never leaves the service
	 * @param words those of a general failure of the endpoint, if not given
	 */
	constructor(
		why: string,
		readonly words?: Words,
	) {
		super(why);
	}
}

/** Refuses a request with the general failure of its endpoint. */
export const fail = (why: string): never => {
	throw new Refusal(why);
};

/** The token is missing, invalid, revoked or expired, or has not the scope. */
export const unauthorized = (why: string): Refusal =>
	new Refusal(why, [UNAUTHORIZED, 'The access token is missing, invalid, revoked or expired.']);

/** Required parameters are missing; the detail names them in square brackets. */
export const missing = (names: readonly string[]): Refusal => {
	const list = names.join(', ');
	return new Refusal(`missing ${list}`, ['07001111', `[${list}] Required parameter missing`]);
};
