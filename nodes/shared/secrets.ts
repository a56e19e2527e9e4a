/** A shorter secret is not hidden, since many words contain it by chance. */
const MIN_SECRET_LENGTH = 4;
/** The number of secrets that this process remembers. */
const MAX_SECRETS = 1000;

/** The secrets that this process used last. */
const secrets = new Set<string>();
/** Their spellings, the longest first, since one may contain another; undefined after a change. */
let spellings: string[] | undefined;

/** Hides a secret in the messages of this process. */
export function hideSecret(secret: string): void {
	if (secret.trim().length < MIN_SECRET_LENGTH) return;
	if (!secrets.delete(secret)) spellings = undefined;
	secrets.add(secret);
	for (const oldest of secrets) if (secrets.size > MAX_SECRETS) secrets.delete(oldest);
}

/** Hides secrets as they are, and as JSON and URLs write them. @param maxCharacters the length of text that is shown */
export function withoutSecrets(text: string, maxCharacters: number): string {
	spellings ??= [...secrets]
		.flatMap((secret) => [
			secret,
			JSON.stringify(secret).slice(1, -1),
			// Alone, encodeURIComponent throws for half of a surrogate pair.
			encodeURIComponent(Buffer.from(secret).toString()),
		])
		.sort((first, second) => second.length - first.length);
	const longest = spellings[0]?.length ?? 0;
	const start = text.slice(0, maxCharacters + 2 * longest + 1);
	const hidden = spellings.reduce((shown, secret) => shown.replaceAll(secret, '[hidden]'), start);
	// The last characters may be a part of a secret that was cut.
	return start === text ? hidden : hidden.slice(0, hidden.length - longest);
}
