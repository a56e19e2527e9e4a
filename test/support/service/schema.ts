declare const value: unique symbol;

/** A JSON Schema of such values. */
export type Schema<Value = unknown> = {
	readonly [keyword: string]: unknown;
	readonly [value]?: Value;
};

type Rules = Readonly<Record<string, unknown>>;

export type Fields = Readonly<Record<string, Schema>>;

type Values<Of extends Fields> = {
	[Name in keyof Of]: Of[Name] extends Schema<infer Value> ? Value : never;
};

/** The words of a text with commas between them. */
type Words<List extends string> = List extends `${infer First}, ${infer Rest}`
	? First | Words<Rest>
	: List;

export const text: Schema<string> = { type: 'string' };
export const name: Schema<string> = { type: 'string', minLength: 1 };
export const flag: Schema<boolean> = { type: 'boolean' };

export const number = (rules: Rules = {}): Schema<number> => ({ type: 'number', ...rules });

/** An identifier: it may have up to 19 digits. */
export const ID = number({ type: 'integer', minimum: 0 });

/** One of the words of a text with commas between them. */
export const words = <const List extends string>(list: List): Schema<Words<List>> => ({
	type: 'string',
	enum: list.split(', '),
});

/** Texts by these names, with commas between them. */
export const texts = <const List extends string>(list: List) =>
	Object.fromEntries(list.split(', ').map((each) => [each, text])) as Record<
		Words<List>,
		Schema<string>
	>;

export const list = <Item>(items: Schema<Item>, rules: Rules = {}): Schema<Item[]> => ({
	type: 'array',
	items,
	...rules,
});

export const upTo100 = <Item>(items: Schema<Item>): Schema<Item[]> =>
	list(items, { minItems: 1, maxItems: 100 });

/** An object that has nothing but these fields. */
export const object = <Required extends Fields, Optional extends Fields>(
	required: Required,
	optional?: Optional,
	rules: Rules = {},
): Schema<Values<Required> & Partial<Values<Optional>>> => ({
	type: 'object',
	properties: { ...required, ...optional },
	required: Object.keys(required),
	additionalProperties: false,
	...rules,
});

/** An object that may have these fields, and no others. */
export const optional = <Of extends Fields>(fields: Of, rules: Rules = {}) =>
	object({}, fields, rules);

const pageNumber = number({ type: 'integer', minimum: 1, maximum: 1000 });

/** The common pagination parameters. */
export const paging = { page: pageNumber, limit: pageNumber, from: pageNumber };
