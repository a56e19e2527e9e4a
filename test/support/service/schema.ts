import { z, type ZodTypeAny } from 'zod';

/** Unwraps the schema of a value: optional schemas, checks and lists. */
export const valueIn = (schema: ZodTypeAny): ZodTypeAny => {
	const definition = schema._def as Readonly<Record<string, ZodTypeAny | undefined>>;
	const { innerType, schema: effectSchema, out, type: item } = definition;
	const inside = innerType ?? effectSchema ?? out ?? item;
	return inside === undefined ? schema : valueIn(inside);
};

export const text = z.string();
export const name = z.string().min(1);
export const flag = z.boolean();

export const ID = z.number().int().min(0);

/** Makes a schema for one word of a text with commas between the words. */
export const words = (list: string) => {
	const [first = '', ...others] = list.split(', ');
	return z.enum([first, ...others]);
};

export const upTo100 = <Item extends ZodTypeAny>(item: Item) => z.array(item).min(1).max(100);

export const hasChange = (item: object): boolean => Object.keys(item).length > 1;

const pageNumber = z.number().int().min(1).max(1000);

export const paging = { page: pageNumber, limit: pageNumber, from: pageNumber };
