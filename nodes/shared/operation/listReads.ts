import type { INodeProperties } from 'n8n-workflow';

import type { Query } from '../http/request';
import { listPages, type ServiceList } from '../pagination/list';
import type { RowPages, ServiceAccess } from '../pagination/pages';
import { isFilters, membersOf } from '../parameters/presence';
import { valueText } from '../texts';
import { defineList, type GetOperation, type ListOperation } from './operation';
import { silentPages } from './silentPages';

/** The members of a read that do not follow from its list. */
type ListRead<F extends INodeProperties[]> = Pick<ListOperation<F>, 'description' | 'fields'> & {
	list: ServiceList;
};

type GetManyOperation<F extends INodeProperties[]> = ListRead<F> & {
	/** Reads the rows, if they are not just the pages of the list by the filters and options. */
	rows?: ListOperation<F>['rows'];
};

/** The parameters of a read that select rows. */
interface ReadParams {
	filters?: Query;
	options?: Query;
	unsent: Query & { silentForHours?: number };
}

/** Reads the rows of a list by the filters and options of a read; Silent for at Least leaves some out. */
function listRows(
	service: ServiceAccess,
	list: ServiceList,
	{ filters, options, unsent }: ReadParams,
	now: number,
	maxRows: number,
): RowPages {
	const query = { ...filters, ...options };
	const hours = unsent.silentForHours;
	return hours === undefined
		? listPages(service, list, query, maxRows)
		: silentPages(service, list, query, hours, now);
}

/** States the filters of a read, those included that the node applies to the rows. */
function filtersText(fields: readonly INodeProperties[], { filters, unsent }: ReadParams): string {
	const values: Query = { ...unsent, ...filters };
	const texts = fields
		.filter(isFilters)
		.flatMap(membersOf)
		.filter(({ name }) => values[name] !== undefined)
		.map(({ displayName, name, options: choices = [] }) => {
			const value = values[name];
			const chosen = choices.find((choice) => 'value' in choice && choice.value === value);
			return `${displayName} ${valueText(chosen?.name ?? value)}`;
		});
	return texts.length === 0 ? '' : `Filters: ${texts.join(', ')}`;
}

/** Declares a Get Many, which reads the rows of a list. */
export const defineGetMany = <const F extends INodeProperties[]>({
	list,
	rows = (service, params, { now }, maxRows) =>
		listRows(service, list, params as ReadParams, now, maxRows),
	...head
}: GetManyOperation<F>): ListOperation<F> =>
	defineList({
		...head,
		list,
		scope: list.request.scope,
		value: 'getAll',
		name: 'Get Many',
		action: `Get many ${list.plural}`,
		rows,
		requestText: (params) => filtersText(head.fields, params as ReadParams),
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
