import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { asText, type Id } from '../json';
import { normalizeKey } from '../outcomes/namesakes';
import { defineList, type ListOperation } from './operation';
import type { Values } from './values';

/** The fields that a row must have, as far as they are set; an id is the row's own. */
export type Wanted = Readonly<Record<string, Id | string | undefined>>;

interface GetOperation<F extends INodeProperties[]> extends Omit<
	ListOperation<F>,
	'kind' | 'value' | 'name' | 'onePage'
> {
	/** What the one thing is called: "log source". */
	noun: string;
	/** What tells the row from the others that the request lists. */
	wanted: (params: Values<F>) => Wanted;
}

/**
 * Declares a Get: the one row of a list that its parameters name. The request narrows the list where
 * the endpoint has a filter; the rows are compared whether it does or not. A name that is spelled exactly
 * so wins over one that differs in case or in blanks around it. Its pages throw an ApiError if no row is
 * named, or if names alone fit more than one.
 */
export const defineGet = <const F extends INodeProperties[]>({
	noun,
	wanted,
	...list
}: GetOperation<F>): ListOperation<F> =>
	defineList({
		...list,
		value: 'get',
		name: 'Get',
		onePage: true,
		pages: (params) =>
			async function* (service, request) {
				const named = namedFields(wanted(params));
				const hasId = named.some(([, value]) => typeof value !== 'string');
				const alike: IDataObject[] = [];
				let exact: IDataObject[] = [];
				for await (const rows of list.pages(params)(service, request, Infinity)) {
					alike.push(...rows.filter((row) => isNamed(row, named, normalizeKey)));
					exact = alike.filter((row) => isNamed(row, named, (text) => text));
					if (exact.length > (hasId ? 0 : 1)) break;
				}
				const found = exact.length > 0 ? exact : alike;
				if (found.length === 0) throw notFound(noun, named);
				if (found.length > 1) throw ambiguous(noun, named);
				yield found;
			},
	});

type NamedFields = ReadonlyArray<readonly [field: string, value: Id | string]>;

const namedFields = (wanted: Wanted): NamedFields =>
	Object.entries(wanted).flatMap(([field, value]) =>
		value === undefined || value === '' ? [] : [[field, value] as const],
	);

/** Whether a row has all of these values, as they are compared. */
const isNamed = (
	row: IDataObject,
	named: NamedFields,
	compared: (text: string) => string,
): boolean =>
	named.every(([field, value]) => compared(asText(row[field])) === compared(asText(value)));

const shown = (named: NamedFields): string =>
	named
		.map(([field, value]) => `${field} ${typeof value === 'string' ? `"${value}"` : value}`)
		.join(' and ');

const notFound = (noun: string, named: NamedFields): ApiError =>
	new ApiError('notListed', { what: `${noun} with ${shown(named)}` });

const ambiguous = (noun: string, named: NamedFields): ApiError =>
	new ApiError('ambiguous', { what: `${noun} with ${shown(named)}` });
