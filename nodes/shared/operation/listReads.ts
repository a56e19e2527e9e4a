import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../http/request';
import { listPages, type ServiceList } from '../pagination/list';
import { defineList, type GetOperation, type ListOperation, type Values } from './operation';

/** The members of a read that do not follow from its list. */
type ListRead<F extends INodeProperties[]> = Pick<
	ListOperation<F>,
	'description' | 'fields' | 'view'
> & { list: ServiceList };

type GetManyOperation<F extends INodeProperties[]> = ListRead<F> & {
	/** The query parameters that filter and sort the list. */
	query?: (params: Values<F>) => Query;
	/** Reads the rows, if they are not just the pages of the list. */
	rows?: ListOperation<F>['rows'];
};

/**
 * Declares a Get Many, which reads the rows of a list.
 * @example
 * defineGetMany({
 *   description: 'List the reports of the service',
 *   list: REPORTS,
 *   fields: [filterCollection([idPicker(REPORTS, 'searchReports', 'The only report to list')])],
 *   query: ({ filters }) => filters,
 * });
 */
export const defineGetMany = <const F extends INodeProperties[]>({
	list,
	query,
	rows = (service, params, _runStart, maxRows) =>
		listPages(service, list, query?.(params), maxRows),
	...head
}: GetManyOperation<F>): ListOperation<F> =>
	defineList({
		...head,
		scope: list.request.scope,
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${list.plural}`,
		rows,
	});

/** Declares a Get, which finds one row of a list as the look-up of a write does. */
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
