import type { JsonObject } from '../json';

const HIDDEN = '[hidden]';

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** From this length on a secret is no ordinary word or number, and with other characters from this one on. */
const LONGEST_WORD = 16;
const TELLING_LENGTH = 8;

/** Levels of encoding that are looked into. */
const MOST_DECODINGS = 3;

/** Characters of secrets from which on one expression takes no more: one that is too large is refused. */
const MOST_AT_ONCE = 5000;

/** Finds secrets: those that are no ordinary word or number by chance, and those that may be one. */
interface Finder {
	telling: RegExp;
	words: RegExp;
}

/** Hides secrets in texts that the service sent, as they are or encoded for JSON, URLs, HTML or base64. */
export class Redactor {
	private readonly secrets = new Set<string>();
	private readonly finders: Finder[] = [];
	/** The secrets that the last of them looks for. */
	private last: string[] = [];
	private shortest = Infinity;

	constructor(secrets: readonly string[]) {
		this.add(secrets);
	}

	/** Hides these too from now on: a later answer may hold the secrets of an earlier request. */
	add(secrets: readonly string[]): void {
		const fresh = new Set(secrets.filter((secret) => secret.length >= SHORTEST_SECRET));
		for (const secret of this.secrets) fresh.delete(secret);
		if (fresh.size === 0) return;
		this.finders.pop();
		let length = this.last.join('').length;
		for (const secret of fresh) {
			if (length > MOST_AT_ONCE) {
				this.finders.push(this.finder());
				this.last = [];
				length = 0;
			}
			this.secrets.add(secret);
			this.last.push(secret);
			length += secret.length;
		}
		this.finders.push(this.finder());
	}

	private finder(): Finder {
		const all = this.last.flatMap(spellingsOf).filter(({ length }) => length >= SHORTEST_SECRET);
		const spellings = [...new Set(all)];
		this.shortest = Math.min(this.shortest, ...spellings.map(({ length }) => length));
		return {
			telling: anyOf(spellings.filter(isTelling)),
			words: anyOf(spellings.filter((text) => !isTelling(text))),
		};
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
		for (const { telling, words } of this.finders) {
			clean = clean.replace(telling, HIDDEN).replace(words, hiddenIfNamed);
		}
		return clean;
	}
}

/** Finds each of some texts in one pass, the longest first: one may hold another. */
const anyOf = (texts: readonly string[]): RegExp => {
	const longestFirst = [...texts].sort((one, other) => other.length - one.length);
	return new RegExp(longestFirst.map(quoted).join('|') || FINDS_NOTHING, 'g');
};

const FINDS_NOTHING = '(?!)';

const quoted = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');

const SECRET_NAME = /^(?:\w{0,20}(?:password|passwd|pwd|secret|token)|authorization)$/i;

const isTelling = (text: string): boolean =>
	text.length >= LONGEST_WORD ||
	(text.length >= TELLING_LENGTH && !/^(?:[A-Za-z_]+|\d+)$/.test(text));

/** What stands before a secret if a text names it. */
const NAMED = /(?:password|passwd|pwd|secret|token|bearer|basic|authorization)\W{1,6}$/i;
const LONGEST_NAME = 24;

function hiddenIfNamed(word: string, at: number, text: string): string {
	const isWhole = !/\w/.test(text.charAt(at + word.length));
	const isNamed = isWhole && NAMED.test(text.slice(Math.max(0, at - LONGEST_NAME), at));
	return isNamed ? HIDDEN : word;
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
		/(?:%[0-9a-f]{2})+|&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos);|\\u[0-9a-f]{4}|\\["\\/]|\r?\n(?<=[\w+/]{60}\r?\n)/gi,
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

const LAST_CODE_POINT = 0x10ffff;

/** The character of `amp`, `#38` or `#x26`; undefined for a number that none has. */
function entityOf(name: string): string | undefined {
	if (!name.startsWith('#')) return ENTITIES.get(name);
	const point = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
	return point > LAST_CODE_POINT ? undefined : String.fromCodePoint(point);
}

/**
 * A secret as it is, decoded, since what it holds itself may be decoded with the rest of a text, as forms
 * write its blanks, and in base64 of what URLs and JSON make of it.
 */
const spellingsOf = (secret: string): string[] => [
	secret,
	decode(secret),
	decode(decode(secret)),
	secret.replaceAll(' ', '+'),
	...[secret, encoded(secret), JSON.stringify(secret).slice(1, -1)].flatMap(base64Of),
];

/** A text as a part of a URL. */
const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

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

/**
 * Removes from an answer what must go no further, in place: secrets, in names and in values, and
 * members with the name `__proto__`, which would become the prototype of a copy.
 */
export function cleanAnswer(answer: unknown, redactor: Redactor): void {
	if (typeof answer !== 'object' || answer === null) return;
	if (!Array.isArray(answer)) {
		cleanMembers(answer as JsonObject, redactor);
		return;
	}
	const elements: unknown[] = answer;
	elements.forEach((element, index) => {
		if (typeof element === 'string') elements[index] = redactor.text(element);
		else cleanAnswer(element, redactor);
	});
}

function cleanMembers(object: JsonObject, redactor: Redactor): void {
	for (const name of Object.keys(object)) {
		const value = object[name];
		if (typeof value !== 'string') cleanAnswer(value, redactor);
		const clean = redactor.text(name);
		const shown = typeof value === 'string' ? redactor.member(name, value) : value;
		if (clean === name && shown === value && name !== '__proto__') continue;
		if (clean !== name || name === '__proto__') Reflect.deleteProperty(object, name);
		if (name !== '__proto__') object[clean] = shown;
	}
}
