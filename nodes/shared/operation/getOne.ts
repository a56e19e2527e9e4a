import type { INodeProperties } from 'n8n-workflow';

import { findListed, type Wanted } from '../pagination/findListed';
import type { List } from '../pagination/list';
import { notOne } from './listed';
import { defineList, type ListOperation } from './operation';
import type { Values } from './values';

interface GetOperation<F extends INodeProperties[]> extends Omit<
	ListOperation<F>,
	'kind' | 'value' | 'name' | 'onePage' | 'scope' | 'request' | 'pages'
> {
	list: List;
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
		value: 'get',
		name: 'Get',
		scope: list.request.scope,
		onePage: true,
		request: () => list.request,
		pages: (params) =>
			async function* (service) {
				const one = wanted(params);
				const rows = (await findListed(service, list, [one]))(one);
				if (rows.length !== 1) throw notOne({ list, wanted: () => one }, {}, rows);
				yield [...rows];
			},
	});
