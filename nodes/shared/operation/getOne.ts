import type { INodeProperties } from 'n8n-workflow';

import { ApiError } from '../http/apiError';
import { asText } from '../json';
import { findListed, narrowed, type Wanted } from '../pagination/findListed';
import { listRequest, type List } from '../pagination/list';
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
 * ApiError if no row is named, or if names alone fit more than one.
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
		request: (params) => listRequest(list, narrowed(list, wanted(params))),
		pages: (params) =>
			async function* (service) {
				const one = wanted(params);
				const found = (await findListed(service, list, [one]))(one);
				if (found.length === 0) throw new ApiError('notListed', { what: shown(list, one) });
				if (found.length > 1) throw new ApiError('ambiguous', { what: shown(list, one) });
				yield [...found];
			},
	});

/** `log source with log_source "WEB01" and domain_name "corp.example.com"` */
function shown(list: List, { id, name, within = {} }: Wanted): string {
	const named = { [list.id]: id, [list.name]: name, ...within };
	const parts = Object.entries(named).flatMap(([field, value]) =>
		value === undefined
			? []
			: [`${field} ${typeof value === 'string' ? `"${value}"` : asText(value)}`],
	);
	return `${list.noun} with ${parts.join(' and ')}`;
}
