const HIDDEN = '[hidden]';

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** What a spelling must have to be no ordinary word or number by chance. */
const TELLING_LENGTH = 8;

/** Hides secrets in texts that the service sent, in each spelling of JSON, URLs, HTML and base64. */
export class Redactor {
	private readonly secrets: ReadonlySet<string>;
	/** The longest first: one may hold another. */
	private readonly spellings: ReadonlyArray<{ text: string; isTelling: boolean }>;
	private readonly shortest: number;

	constructor(secrets: readonly string[]) {
		this.secrets = new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET));
		this.spellings = [...new Set([...this.secrets].flatMap(spellingsOf))]
			.sort((one, other) => other.length - one.length)
			.map((text) => ({ text, isTelling: isTelling(text) }));
		this.shortest = this.spellings.at(-1)?.text.length ?? Infinity;
	}

	/**
	 * A text without the secrets. A spelling that may be an ordinary word or number (of fewer than eight
	 * characters, of letters alone or of digits alone) is a secret only in quotes or behind `=`.
	 */
	text(text: string): string {
		// Most texts of an answer are shorter than a token.
		if (text.length < this.shortest) return text;
		let clean = text;
		for (const spelling of this.spellings) {
			if (!clean.includes(spelling.text)) continue;
			clean = spelling.isTelling
				? clean.replaceAll(spelling.text, HIDDEN)
				: hideDelimited(clean, spelling.text);
		}
		return clean;
	}

	/** The value of a member of an object: one of its name may be a secret that is an ordinary word. */
	member(name: string, text: string): string {
		return this.secrets.has(text) && SECRET_NAME.test(name) ? HIDDEN : this.text(text);
	}
}

const SECRET_NAME = /^(?:\w{0,20}(?:password|secret|token)|authorization)$/i;

const isTelling = (spelling: string): boolean =>
	spelling.length >= TELLING_LENGTH && !/^(?:[A-Za-z_]+|\d+)$/.test(spelling);

const BEFORE = new Set(['"', "'", '=']);
const BEHIND = new Set(['"', "'", '\\', '&', ',', ';', '}', ')', ' ', '']);

function hideDelimited(text: string, spelling: string): string {
	let clean = '';
	let from = 0;
	for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, from)) {
		const end = at + spelling.length;
		const isSecret = BEFORE.has(text.charAt(at - 1)) && BEHIND.has(text.charAt(end));
		clean += text.slice(from, at) + (isSecret ? HIDDEN : spelling);
		from = end;
	}
	return clean + text.slice(from);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
	['&', '&amp;'],
	['<', '&lt;'],
	['>', '&gt;'],
	['"', '&quot;'],
]);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const eachOf = (text: string, pattern: RegExp, spell: (code: number) => string): string =>
	text.replace(pattern, (character) => spell(character.codePointAt(0) ?? 0));

const hex = (code: number): string => code.toString(16);

/** The ways in which JSON, URLs and HTML write a text. */
const ENCODERS: ReadonlyArray<(text: string) => string> = [
	inJson,
	(text) => inJson(text).replaceAll('/', '\\/'),
	(text) =>
		eachOf(inJson(text), /[<>&'=/\u0080-\uffff]/g, (code) => `\\u${hex(code).padStart(4, '0')}`),
	percent,
	(text) => percent(text).replaceAll('%20', '+'),
	escaped,
	(text) => escaped(text).replaceAll('%20', '+'),
	(text) => percent(text).replace(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
	html,
	(text) => html(text).replaceAll("'", '&#39;'),
	(text) =>
		html(text).replaceAll("'", '&#x27;').replaceAll('/', '&#x2F;').replaceAll('=', '&#x3D;'),
	(text) => eachOf(html(text), /['\u{80}-\u{10ffff}]/gu, (code) => `&#${code};`),
	(text) => eachOf(html(text), /['\u{80}-\u{10ffff}]/gu, (code) => `&#x${hex(code)};`),
];

/** As URLs write it; half of a pair of code units, which they cannot, as its replacement. */
function percent(text: string): string {
	return encodeURIComponent(Buffer.from(text).toString());
}

/** The same with the characters escaped that encodeURIComponent leaves. */
function escaped(text: string): string {
	return eachOf(percent(text), /[!'()*~]/g, (code) => `%${hex(code).toUpperCase()}`);
}

function html(text: string): string {
	return text.replace(/[&<>"]/g, (character) => ENTITIES.get(character) ?? character);
}

/** A secret as it is, in up to two encodings, one inside the other, and in base64. */
function spellingsOf(secret: string): string[] {
	const once = [secret, ...ENCODERS.map((encode) => encode(secret))];
	const twice = [...new Set(once)].flatMap((text) => ENCODERS.map((encode) => encode(text)));
	return [...once, ...twice, ...base64Of(secret)];
}

/** What of a text in base64 is the secret's alone, at each of the three places where it can begin. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
		const shared = bytes.length % 3 === 0 ? undefined : -1;
		const text = bytes.toString('base64').replaceAll('=', '');
		const own = text.slice(Math.ceil((offset * 8) / 6), shared);
		return own.length < TELLING_LENGTH
			? []
			: [own, own.replaceAll('+', '-').replaceAll('/', '_'), percent(own)];
	});
}
