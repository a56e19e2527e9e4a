import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../http/request';
import { findListed, notOne, type Wanted } from '../pagination/findListed';
import { listRequest, pagesOf, type List } from '../pagination/list';
import { defineList, type ListOperation, type Values } from './operation';

/** What the reads of a list say of themselves. */
interface ListRead<F extends INodeProperties[]> extends Pick<
	ListOperation<F>,
	'action' | 'description' | 'fields' | 'view'
> {
	list: List;
}

/** What follows from a list. */
const headOf = ({ endpoint, request }: List) => ({ endpoint, scope: request.scope });

interface GetManyOperation<F extends INodeProperties[]> extends ListRead<F> {
	/** What narrows and sorts the list; nothing without it. */
	query?: (params: Values<F>) => Query;
	/** Its pages, if they are not those of the list. */
	pages?: ListOperation<F>['pages'];
}

/** Declares a Get Many: the rows of a list. */
export const defineGetMany = <const F extends INodeProperties[]>({
	list,
	query,
	pages = () => pagesOf(list),
	...head
}: GetManyOperation<F>): ListOperation<F> =>
	defineList({
		...head,
		...headOf(list),
		value: 'getAll',
		name: 'Get Many',
		request: (params) => listRequest(list, query?.(params)),
		pages,
	});

interface GetOperation<F extends INodeProperties[]> extends ListRead<F> {
	/** The one row that its parameters name. */
	wanted: (params: Values<F>) => Wanted;
}

/**
 * Declares a Get: the one row of a list that its parameters name, as a write finds it. Its pages throw an
 * InvalidParameterError if no row is named, or if several are.
 */
export const defineGet = <const F extends INodeProperties[]>({
	list,
	wanted,
	...head
}: GetOperation<F>): ListOperation<F> =>
	defineList({
		...head,
		...headOf(list),
		value: 'get',
		name: 'Get',
		onePage: true,
		request: () => list.request,
		pages: (params) =>
			async function* (service) {
				const one = wanted(params);
				const rows = (await findListed(service, list, [one]))(one);
				if (rows.length !== 1) throw notOne(list, one, rows);
				yield [...rows];
			},
	});
