const HIDDEN = '[hidden]';

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** From this length on a secret is no ordinary word or number, and with other characters from this one on. */
const LONGEST_WORD = 16;
const TELLING_LENGTH = 8;

/** Levels of encoding that are looked into. */
const MOST_DECODINGS = 3;

/** More spellings than these are looked for by their first two characters, all in one pass. */
const FEW = 8;

interface Spelling {
	text: string;
	/** Whether it is no ordinary word or number by chance. */
	isTelling: boolean;
}

/** Hides secrets in texts that the service sent, as they are or encoded for JSON, URLs, HTML or base64. */
export class Redactor {
	private readonly secrets: ReadonlySet<string>;
	/** The longest first: one may hold another. */
	private readonly spellings: readonly Spelling[];
	private readonly byStart = new Map<number, Spelling[]>();
	private readonly shortest: number;

	constructor(secrets: readonly string[]) {
		this.secrets = new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET));
		this.spellings = [...new Set([...this.secrets].flatMap(spellingsOf))]
			.sort((one, other) => other.length - one.length)
			.map((text) => ({ text, isTelling: isTelling(text) }));
		this.shortest = this.spellings.at(-1)?.text.length ?? Infinity;
		for (const spelling of this.spellings) {
			const start = startAt(spelling.text, 0);
			this.byStart.set(start, [...(this.byStart.get(start) ?? []), spelling]);
		}
	}

	/**
	 * A text without the secrets; one that holds an encoded secret is decoded. A secret that may be an
	 * ordinary word or number (of fewer than eight characters, or of letters alone or digits alone and
	 * fewer than sixteen) is hidden only behind a name such as `password` or `token`.
	 */
	text(text: string): string {
		// Most texts of an answer are shorter than a token.
		if (text.length < this.shortest) return text;
		let shown = this.hide(text);
		let inside = shown;
		for (let level = 0; level < MOST_DECODINGS && ENCODED.test(inside); level += 1) {
			const decoded = decode(inside);
			if (decoded === inside) break;
			inside = this.hide(decoded);
			if (inside !== decoded) shown = inside;
		}
		return shown;
	}

	/** The value of a member of an object: one of its name may be a secret that is an ordinary word. */
	member(name: string, text: string): string {
		return this.secrets.has(text) && SECRET_NAME.test(name) ? HIDDEN : this.text(text);
	}

	private hide(text: string): string {
		let clean = text;
		for (const spelling of this.spellingsIn(text)) {
			clean = spelling.isTelling
				? clean.replaceAll(spelling.text, HIDDEN)
				: hideNamed(clean, spelling.text);
		}
		return clean;
	}

	/** The spellings that a text may hold. */
	private spellingsIn(text: string): Iterable<Spelling> {
		if (this.spellings.length <= FEW) {
			return this.spellings.filter((spelling) => text.includes(spelling.text));
		}
		const found = new Set<Spelling>();
		for (let at = 0; at <= text.length - this.shortest; at += 1) {
			for (const spelling of this.byStart.get(startAt(text, at)) ?? []) {
				if (text.startsWith(spelling.text, at)) found.add(spelling);
			}
		}
		return [...found].sort((one, other) => other.text.length - one.text.length);
	}
}

const startAt = (text: string, at: number): number =>
	text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1);

const SECRET_NAME = /^(?:\w{0,20}(?:password|secret|token)|authorization)$/i;

const isTelling = (text: string): boolean =>
	text.length >= LONGEST_WORD ||
	(text.length >= TELLING_LENGTH && !/^(?:[A-Za-z_]+|\d+)$/.test(text));

/** What stands before a secret if a text names it. */
const NAMED = /(?:password|passwd|pwd|secret|token|bearer|basic|authorization)\W{1,6}$/i;
const LONGEST_NAME = 24;

function hideNamed(text: string, spelling: string): string {
	let clean = '';
	let from = 0;
	for (let at = text.indexOf(spelling); at >= 0; at = text.indexOf(spelling, from)) {
		const end = at + spelling.length;
		const isNamed = NAMED.test(text.slice(Math.max(0, at - LONGEST_NAME), at));
		const isWhole = !/\w/.test(text.charAt(end));
		clean += text.slice(from, at) + (isNamed && isWhole ? HIDDEN : spelling);
		from = end;
	}
	return clean + text.slice(from);
}

/** What may be encoded; base64 is written in lines of 64 or 76 characters. */
const ENCODED = /[%&\\]|\n(?<=[\w+/]{60}\r?\n)/;

const ENTITIES: ReadonlyMap<string, string> = new Map([
	['amp', '&'],
	['lt', '<'],
	['gt', '>'],
	['quot', '"'],
	['apos', "'"],
]);

/** A text with one level of what JSON, URLs, HTML and base64 write for its characters taken away. */
const decode = (text: string): string =>
	text.replace(
		/(?:%[0-9a-f]{2})+|&(?:#\d{1,6}|#x[0-9a-f]{1,5}|amp|lt|gt|quot|apos);|\\u[0-9a-f]{4}|\\["\\/]|\r?\n(?<=[\w+/]{60}\r?\n)/gi,
		decodedOne,
	);

/** What one piece of encoded text stands for. Groups of the expression would take three times as long. */
function decodedOne(whole: string): string {
	switch (whole.charAt(0)) {
		case '%':
			return whole.length === 3 && whole < '%8'
				? String.fromCharCode(parseInt(whole.slice(1), 16))
				: Buffer.from(whole.replaceAll('%', ''), 'hex').toString();
		case '&':
			return entityOf(whole.slice(1, -1).toLowerCase()) ?? whole;
		case '\\':
			return whole.length === 2
				? whole.charAt(1)
				: String.fromCharCode(parseInt(whole.slice(2), 16));
		default:
			return '';
	}
}

/** The character of `amp`, `#38` or `#x26`. */
const entityOf = (name: string): string | undefined =>
	name.startsWith('#')
		? String.fromCodePoint(
				name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1)),
			)
		: ENTITIES.get(name);

/** A secret as it is, as forms write its blanks, and in base64. */
const spellingsOf = (secret: string): string[] => [
	secret,
	secret.replaceAll(' ', '+'),
	...base64Of(secret),
];

/** What of a text in base64 is the secret's alone, at each of the three places where it can begin. */
function base64Of(secret: string): string[] {
	return [0, 1, 2].flatMap((offset) => {
		const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
		const shared = bytes.length % 3 === 0 ? undefined : -1;
		const text = bytes.toString('base64').replaceAll('=', '');
		const own = text.slice(Math.ceil((offset * 8) / 6), shared);
		return own.length < TELLING_LENGTH ? [] : [own, own.replaceAll('+', '-').replaceAll('/', '_')];
	});
}
