import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import type { Id } from '../json';
import type { IdOrName } from './fieldReaders';
import type { UnsentField } from './unsent';

/** Declares fields outside an operation and keeps the types of their values. */
export const defineFields = <const F extends INodeProperties[]>(fields: F): F => fields;

/** Declares the values of a drop-down outside its field and keeps their types. */
export const defineChoices = <const O extends INodePropertyOptions[]>(choices: O): O => choices;

/** Declares the values of a drop-down whose labels are the values. */
export const defineNames = <const N extends string>(...names: N[]) =>
	names.map((name) => ({ name, value: name }));

/** The parameters of an operation. `unsent` holds the members of collections that are marked so. */
export type Params<F extends readonly unknown[]> = {
	[P in F[number] as NameOf<P>]: P extends CollectionOf<infer M>
		? Partial<Values<Array<Exclude<M, UnsentField>>>>
		: Values<[P]>[NameOf<P>];
} & {
	unsent: Partial<Values<Array<Extract<MemberOf<F[number]>, UnsentField>>>>;
};

/** Values of which each may be left out, and is undefined if it could not be read. */
export type MaybeRead<V> = { [K in keyof V]?: V[K] | undefined };

type NameOf<P> = P extends { name: infer N extends string } ? N : never;
type CollectionOf<M> = { type: 'collection'; options: readonly M[] };
type MemberOf<P> = P extends CollectionOf<infer M> ? M : never;

/** The validated values of fields: `{[name]: value}`; a field that may be hidden can be undefined. */
export type Values<F extends readonly unknown[]> = {
	[P in F[number] as NameOf<P>]: P extends
		| { displayOptions: unknown }
		| { type: 'dateTime' }
		| { type: 'resourceLocator'; required: false }
		? Value<P> | undefined
		: Value<P>;
};

/** The value of a field: a date-time is ISO 8601 in UTC, to the second; a locator an {@link Id} or {@link IdOrName}. */
type Value<P> = P extends { type: infer T extends keyof ValueByType<P, []> }
	? ValueByType<P, P extends { options: infer O extends readonly unknown[] } ? O : []>[T]
	: unknown;

interface ValueByType<P, O extends readonly unknown[]> {
	string: P extends { typeOptions: { multipleValues: true } } ? string[] : string;
	dateTime: string;
	number: number;
	boolean: boolean;
	options: Choice<O[number]>;
	multiOptions: P extends { typeOptions: { loadOptionsMethod: string } }
		? Id[]
		: Array<Choice<O[number]>>;
	resourceLocator: P extends { resolvedIn: unknown }
		? Id
		: P extends { modes: infer M extends readonly unknown[] }
			? Located<M[number]>
			: never;
	collection: Partial<Values<O>>;
	fixedCollection: RowGroups<O>;
}

type Located<M> =
	Extract<M, { name: 'id' }> extends never
		? string
		: Extract<M, { name: 'name' }> extends never
			? Id
			: IdOrName;

type Choice<O> = O extends { value: infer V } ? V : never;

type RowGroups<O extends readonly unknown[]> = {
	[G in O[number] as G extends { name: infer N extends string } ? N : never]?: G extends {
		values: infer V extends readonly unknown[];
	}
		? Array<Values<V>>
		: never;
};
