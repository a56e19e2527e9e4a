import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../http/request';
import { listRequest, pagesOf, type List } from '../pagination/list';
import { defineList, type GetOperation, type ListOperation, type Values } from './operation';

/** The members of a read that its list does not decide. */
type ListRead<F extends INodeProperties[]> = Pick<
	ListOperation<F>,
	'description' | 'fields' | 'view'
> & { list: List };

type GetManyOperation<F extends INodeProperties[]> = ListRead<F> & {
	/** The query that narrows and sorts the list; none without this. */
	query?: (params: Values<F>) => Query;
	/** Its pages, if they differ from those of the list. */
	pages?: ListOperation<F>['pages'];
};

/**
 * Declares a Get Many: the rows of a list.
 * @example
 * defineGetMany({
 *   action: 'Get many reports',
 *   description: 'List the reports of the service',
 *   list: REPORTS,
 *   fields: [filterCollection([idLocator('searchReports', { name: 'report_id', displayName: 'Report' })])],
 *   query: ({ filters }) => filters,
 * });
 */
export const defineGetMany = <const F extends INodeProperties[]>({
	list,
	query,
	pages = () => pagesOf(list),
	...head
}: GetManyOperation<F>): ListOperation<F> =>
	defineList({
		...head,
		scope: list.request.scope,
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${list.nouns}`,
		request: (params) => listRequest(list, query?.(params)),
		pages,
	});

/** Declares a Get: the row of a list that its parameters name. It is found in the same way as for a write. */
export const defineGet = <const F extends INodeProperties[]>(
	operation: ListRead<F> & Pick<GetOperation<F>, 'target'>,
): GetOperation<F> => ({
	...operation,
	scope: operation.list.request.scope,
	kind: 'get',
	value: 'get',
	name: 'Get',
	action: `Get ${operation.list.noun}`,
});
