import { asText } from '../json';

/** The access token as the header holds it, without the word Bearer that may be pasted with it. */
export const tokenOf = (accessToken: unknown): string =>
	asText(accessToken)
		.trim()
		.replace(/^Bearer\s+/i, '');
