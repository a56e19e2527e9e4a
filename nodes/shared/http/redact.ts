import type { JsonObject } from '../json';

const HIDDEN = '[hidden]';

/** Shorter secrets are part of too many words to be looked for. */
const SHORTEST_SECRET = 4;

/** From this length on a secret is no ordinary word or number, and with other characters from this one on. */
const LONGEST_WORD = 16;
const TELLING_LENGTH = 8;

/** Levels of encoding that are looked into. */
const MOST_DECODINGS = 3;

/** Hides secrets in texts that the service sent, as they are or encoded for JSON, URLs, HTML or base64. */
export class Redactor {
	private readonly secrets = new Set<string>();
	private readonly spellings = new Set<string>();
	/** How a spelling may begin, and how long those that begin so are, the longest first: one may hold another. */
	private readonly firsts = new Set<number>();
	private readonly lengths = new Map<string, number[]>();
	private shortest = Infinity;

	constructor(secrets: readonly string[]) {
		this.add(secrets);
	}

	/** Hides these too from now on: a later answer may hold the secrets of an earlier request. */
	add(secrets: readonly string[]): void {
		for (const secret of secrets) {
			if (secret.length < SHORTEST_SECRET || this.secrets.has(secret)) continue;
			this.secrets.add(secret);
			for (const spelling of spellingsOf(secret)) this.addSpelling(spelling);
		}
	}

	private addSpelling(spelling: string): void {
		const { length } = spelling;
		if (length < SHORTEST_SECRET) return;
		this.spellings.add(spelling);
		this.firsts.add(spelling.charCodeAt(0));
		const start = spelling.slice(0, SHORTEST_SECRET);
		const others = this.lengths.get(start)?.filter((other) => other !== length) ?? [];
		this.lengths.set(
			start,
			[...others, length].sort((one, other) => other - one),
		);
		this.shortest = Math.min(this.shortest, length);
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
		let clean = '';
		let from = 0;
		for (let at = 0; at + this.shortest <= text.length; at += 1) {
			const length = this.firsts.has(text.charCodeAt(at)) ? this.lengthAt(text, at) : undefined;
			if (length === undefined) continue;
			clean += text.slice(from, at) + HIDDEN;
			from = at + length;
			at = from - 1;
		}
		return from === 0 ? text : clean + text.slice(from);
	}

	/** How long the secret is that stands at a place; undefined if there is none. */
	private lengthAt(text: string, at: number): number | undefined {
		const lengths = this.lengths.get(text.slice(at, at + SHORTEST_SECRET));
		return lengths?.find((length) => {
			const found = text.slice(at, at + length);
			return this.spellings.has(found) && (isTelling(found) || isNamed(text, at, length));
		});
	}
}

const SECRET_NAME = /^(?:\w{0,20}(?:password|passwd|pwd|secret|token)|authorization)$/i;

const isTelling = (text: string): boolean =>
	text.length >= LONGEST_WORD ||
	(text.length >= TELLING_LENGTH && !/^(?:[A-Za-z_]+|\d+)$/.test(text));

/** What stands before a secret if a text names it. */
const NAMED = /(?:password|passwd|pwd|secret|token|bearer|basic|authorization)\W{1,6}$/i;
const LONGEST_NAME = 24;

function isNamed(text: string, at: number, length: number): boolean {
	const isWhole = !/\w/.test(text.charAt(at + length));
	return isWhole && NAMED.test(text.slice(Math.max(0, at - LONGEST_NAME), at));
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

const CONTROLS: ReadonlyMap<string, string> = new Map([
	['\\b', '\b'],
	['\\f', '\f'],
	['\\n', '\n'],
	['\\r', '\r'],
	['\\t', '\t'],
]);

/** A text with one level of what JSON, URLs, HTML and base64 write for its characters taken away. */
const decode = (text: string): string =>
	text.replace(
		/(?:%[0-9a-f]{2})+|&(?:#\d{1,12}|#x[0-9a-f]{1,10}|amp|lt|gt|quot|apos);|\\u[0-9a-f]{4}|\\["\\/bfnrt]|\r?\n(?<=[\w+/]{60}\r?\n)/gi,
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
				? (CONTROLS.get(whole) ?? whole.charAt(1))
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
 * A secret as it is, without blanks around it, decoded, since what it holds itself may be decoded with the
 * rest of a text, as forms write its blanks, and in base64 of what URLs, forms and JSON make of it.
 */
const spellingsOf = (secret: string): string[] => [
	secret,
	secret.trim(),
	decode(secret),
	decode(decode(secret)),
	secret.replaceAll(' ', '+'),
	...[
		secret,
		encoded(secret),
		encoded(secret).replaceAll('%20', '+'),
		JSON.stringify(secret).slice(1, -1),
	].flatMap(base64Of),
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
