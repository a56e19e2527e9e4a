import type { Id } from '../json';
import type { Reference } from '../parameters/validate';

/** The validated values of fields: `{[name]: value}`; a field that may be hidden can be undefined. */
export type Values<F extends readonly unknown[]> = {
	[P in F[number] as P extends { name: infer N extends string } ? N : never]: P extends
		| { displayOptions: unknown }
		| { type: 'dateTime' }
		| { type: 'resourceLocator'; required: false }
		? Value<P> | undefined
		: Value<P>;
};

/**
 * The value of one field: a date-time is ISO 8601 in UTC, to the second; a locator with By ID is an
 * {@link Id}, one with By ID and By Name a {@link Reference}.
 */
type Value<P> = P extends { typeOptions: { multipleValues: true }; type: 'string' }
	? string[]
	: P extends { typeOptions: { loadOptionsMethod: string } }
		? Id[]
		: P extends { type: 'string' | 'dateTime' }
			? string
			: P extends { type: 'number' }
				? number
				: P extends { type: 'boolean' }
					? boolean
					: P extends { type: 'options'; options: infer O extends readonly unknown[] }
						? Choice<O[number]>
						: P extends { type: 'multiOptions'; options: infer O extends readonly unknown[] }
							? Array<Choice<O[number]>>
							: P extends { type: 'resourceLocator'; modes: infer M extends readonly unknown[] }
								? Located<M[number]>
								: P extends { type: 'collection'; options: infer O extends readonly unknown[] }
									? Partial<Values<O>>
									: P extends {
												type: 'fixedCollection';
												options: infer O extends readonly unknown[];
										  }
										? Rows<O>
										: unknown;

type Located<M> =
	Extract<M, { name: 'id' }> extends never
		? string
		: Extract<M, { name: 'name' }> extends never
			? Id
			: Reference;

type Choice<O> = O extends { value: infer V } ? V : never;

type Rows<O extends readonly unknown[]> = {
	[G in O[number] as G extends { name: infer N extends string } ? N : never]?: G extends {
		values: infer V extends readonly unknown[];
	}
		? Array<Values<V>>
		: never;
};
