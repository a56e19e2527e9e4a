type Words = readonly [code: string, detail: string];

const UNAUTHORIZED = '07001113';

export const refusalBody = (
	[code, detail]: Words,
	title = code === UNAUTHORIZED ? 'Unauthorized' : 'Bad Request',
): object => {
	const refusal = { code, title, detail };
	return code === UNAUTHORIZED ? refusal : { error: refusal };
};

/** The service refuses the whole request and changes nothing (section Errors of the specification). */
export class Refusal extends Error {
	/**
	 * @param why the reason for the reader of a test, which never leaves the service
	 * @param words the code and detail; by default those of the endpoint's general failure
	 */
	constructor(
		why: string,
		readonly words?: Words,
	) {
		super(why);
	}
}

export const fail = (why: string): never => {
	throw new Refusal(why);
};

export const unauthorized = (why: string): Refusal =>
	new Refusal(why, [UNAUTHORIZED, 'The access token is missing, invalid, revoked or expired.']);

export const missing = (names: readonly string[]): Refusal => {
	const list = names.join(', ');
	return new Refusal(`missing ${list}`, ['07001111', `[${list}] Required parameter missing`]);
};
