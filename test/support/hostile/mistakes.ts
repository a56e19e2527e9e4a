import { createRequire } from 'node:module';

import type * as fileOptions from '../../../nodes/shared/files/fileOptions';
import { ROW_FORMATS } from '../../../nodes/shared/files/serializeRows';
import { Lock, Shared } from '../../../nodes/shared/http/rateLimiter';
import { Pace } from '../../../nodes/shared/http/pace';
import { Shape } from '../../../nodes/shared/http/readAnswer';
import { Redactor } from '../../../nodes/shared/http/redact';
import { PageHistory } from '../../../nodes/shared/pagination/pages';

type Undo = () => void;

const load = createRequire(__filename);

/** Puts doubles in the place of members. */
function replace(members: object, doubles: object): Undo {
	const originals = Object.fromEntries(
		Object.keys(doubles).map((name) => [name, Reflect.get(members, name) as unknown]),
	);
	Object.assign(members, doubles);
	return () => {
		Object.assign(members, originals);
	};
}

/** The same for what a module exports, before anything imports it; outside jest. */
function exporting<T extends object>(file: string, doublesOf: (original: T) => Partial<T>): Undo {
	const path = load.resolve(`../../../nodes/${file}`);
	const original = load(path) as T;
	const loaded = load.cache[path];
	if (loaded === undefined) throw new Error(`${file} is not loaded`);
	loaded.exports = { ...original, ...doublesOf(original) };
	return () => {
		loaded.exports = original;
	};
}

/** What is in the place of a method now. */
const methodOf = <T extends object, K extends keyof T>(members: T, name: K): T[K] => members[name];

const get = methodOf(Shared.prototype as Shared<Pace>, 'get');
const plain = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

/** Keys what is shared in another way. */
const keying = (change: (key: string) => string): Undo =>
	replace(Shared.prototype, {
		get(this: Shared<Pace>, key: string, now: number, make: () => Pace) {
			return get.call(this, change(key), now, make);
		},
	});

interface Queues {
	queues: Map<string, { tickets: Set<object> }>;
}

let calls = 0;

/** Mistakes that the tests of the promises must see: each puts a wrong double in the place of a function. */
export const MISTAKES = {
	'no secret is hidden': () =>
		replace(Redactor.prototype, {
			text: (text: string) => text,
			member: (_name: string, text: string) => text,
		}),
	'ordinary words are hidden': () =>
		replace(Redactor.prototype, {
			text(this: { secrets: Set<string> }, text: string) {
				return [...this.secrets].reduce((left, word) => left.replaceAll(word, '[hidden]'), text);
			},
		}),
	'pages are not remembered': () =>
		replace(PageHistory.prototype, { add: () => undefined, endless: () => undefined }),
	'what is kept is not counted': () =>
		exporting('shared/pagination/service', () => ({ keeping: <T>(service: T) => service })),
	'levels are not counted': () => replace(Shape.prototype, { add: () => undefined }),
	'texts are not cut': () => exporting('shared/http/statedError', () => ({ shortText: plain })),
	'patterns may be of any length': () =>
		exporting('ParserRule/pattern', () => ({ validPattern: plain, validSample: plain })),
	'cells are written as they are': () =>
		replace(ROW_FORMATS.csv, { row: (row: object) => `${Object.values(row).join(',')}\n` }),
	'file names are taken as they are': () =>
		exporting('shared/files/fileOptions', ({ fileOutputOf }: typeof fileOptions) => ({
			fileOutputOf: (choice, ...rest) => {
				const file = fileOutputOf(choice, ...rest);
				return file && { ...file, name: choice.fileName ?? '' };
			},
		})),
	'the wait that is named is not read': () => {
		const refused = methodOf(Lock.prototype, 'refused');
		return replace(Lock.prototype, {
			refused(this: Lock, _named: unknown, now: number) {
				refused.call(this, undefined, now);
			},
		});
	},
	'all requests try when a lock ends': () =>
		replace(Lock.prototype, {
			ask(this: Lock, _ticket: unknown, now: number) {
				return this.lockedFor(now);
			},
		}),
	'a lock holds for all access tokens': () => keying((key) => key.replace(/^[\da-f]{64} /, '')),
	'all limits share a window': () => keying((key) => key.replace(/^\d+ /, '')),
	'credentials share no window': () =>
		keying((key) => (/^\d+ /.test(key) ? `${key} ${(calls += 1)}` : key)),
	'access tokens take no turns': () =>
		replace(Pace.prototype, {
			placeOf(this: Queues, token: string, index: number) {
				const tokens = [...this.queues.keys()];
				const earlier = tokens.slice(0, tokens.indexOf(token));
				return earlier.reduce(
					(sum, each) => sum + (this.queues.get(each)?.tickets.size ?? 0),
					index,
				);
			},
		}),
	'what is shared has no bound': () => replace(Shared.prototype, { makeRoom: () => undefined }),
} as const satisfies Record<string, () => Undo>;

export type Mistake = keyof typeof MISTAKES;
