const HIDDEN = '[hidden]';

/** Secrets that are shorter are part of ordinary words. */
const SHORTEST_SECRET = 4;

/** Replaces each secret in a text, however it is written there. */
export const redact = (text: string, secrets: readonly string[]): string =>
	secrets
		.filter((secret) => secret.length >= SHORTEST_SECRET)
		.flatMap(spellings)
		.reduce((clean, spelling) => clean.replaceAll(spelling, HIDDEN), text);

/** A secret as it is, in a URL, in JSON, or in JSON that JSON quotes. */
function spellings(secret: string): string[] {
	const escaped = inJson(secret);
	const plain = [secret, encodeURIComponent(secret), escaped, inJson(escaped)];
	return [...new Set(plain.flatMap((spelling) => [spelling, spelling.replaceAll('/', '\\/')]))];
}

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);
