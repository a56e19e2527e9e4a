const HIDDEN = '[hidden]';

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** A text without secrets. */
export type Redact = (text: string) => string;

/** Hides secrets in texts: as they are, as JSON writes them and as a URL writes them. */
export function redactor(secrets: readonly string[]): Redact {
	const spellings = secrets
		.filter((secret) => secret.trim().length >= SHORTEST_SECRET)
		.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), asUrl(secret)])
		// A spelling may contain a shorter one.
		.sort((one, other) => other.length - one.length);
	return (text) => spellings.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text);
}

/** A text as a part of a URL; half of a character pair has no such spelling. */
const asUrl = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
