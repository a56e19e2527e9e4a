import type { IDataObject } from 'n8n-workflow';

import { FILE_OPTIONS, LIST_OUTPUT } from '../../shared/files/fileOptions';
import { SIMPLIFY } from '../../shared/operation/listFields';
import { defineList } from '../../shared/operation/operation';
import { InvalidParameterError } from '../../shared/parameters/invalidParameter';
import { AS_ONE_ITEM, ORIGINAL_KEYS, shapeOf } from '../alertOptions';
import { fingerprintOf } from '../alertKey';
import { alertPages, withCursor } from '../alertPages';
import { AlertRows, spanOf } from '../alertRows';
import { FILTERS, queriesOf, QUERY_FIELDS } from '../filters';
import { NEWEST_FIRST, requireSortable, sortedNewestFirst } from '../newestFirst';
import { firstSearch, searchesOf } from '../searchRequest';
import { TIMES } from '../times';

/** Get alerts: POST /api/v2/alerts */
export const getMany = defineList({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many alerts',
	description: 'Search alerts by time, severity, status, profile and fields',
	endpoint: 'Get alerts',
	scope: 'alerts.READ',
	nouns: 'alerts',
	fields: [
		...TIMES,
		...QUERY_FIELDS,
		SIMPLIFY,
		LIST_OUTPUT,
		...FILTERS,
		FILE_OPTIONS,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add Option',
			default: {},
			options: [
				NEWEST_FIRST,
				{
					displayName: 'Response Type',
					name: 'response_type',
					type: 'options',
					options: [
						{ name: 'Client', value: 'client', description: 'Labels as people see them' },
						{ name: 'Server', value: 'server', description: 'Values as the service keeps them' },
					],
					default: 'server',
					description: 'Whether values come as labels or as the service keeps them',
				},
			],
		},
		{
			displayName: 'Advanced Options',
			name: 'advancedOptions',
			type: 'collection',
			placeholder: 'Add Advanced Option',
			default: {},
			options: [
				{
					displayName: 'Cursor',
					name: 'cursor',
					type: 'string',
					default: '',
					description:
						'Continues a search: the cursor of a page that was read less than five minutes ago. Query, times and filters set here are then not sent, unless the service refuses the cursor alone.',
				},
				AS_ONE_ITEM,
				ORIGINAL_KEYS,
			],
		},
	],
	request: (params) => {
		const { newestFirst: isSorted, response_type } = params.options;
		const { asOneItem, cursor } = params.advancedOptions;
		if (asOneItem === true && isSorted === true) {
			throw new InvalidParameterError(
				'One Page as One Item and Newest First are both on',
				'Turn one of them off: alerts are sorted only once all pages are read.',
			);
		}
		const request = firstSearch(params, response_type);
		if ((asOneItem === true || cursor) && queriesOf(params).length > 1) {
			throw new InvalidParameterError(
				'One Page as One Item and Cursor take one value for each field',
				'Set one value, or turn off these options: a page and a cursor belong to one search.',
			);
		}
		return cursor === undefined || cursor === '' ? request : withCursor(request, cursor);
	},
	pages: (params) => {
		const { newestFirst: isSorted } = params.options;
		const { asOneItem, originalKeys } = params.advancedOptions;
		const shape = shapeOf(params.simplify, originalKeys);
		return async function* (service, request, wanted) {
			const isFromStart = request.body?.cursor === undefined;
			const rows = new AlertRows(service, { shape, span: spanOf(request.body), isFromStart });
			const unsorted: IDataObject[] = [];
			const searches = searchesOf(params, request, service);
			const isNew = searches.length > 1 ? firstFinder() : () => true;
			let found = 0;
			for (const [index, search] of searches.entries()) {
				let read = 0;
				let total: number | undefined;
				for await (const page of alertPages(service, search)) {
					const records = page.records.filter((record) => isNew(record, index));
					const alerts = rows.rows(records);
					if (asOneItem === true) {
						yield [
							{
								alerts,
								cursor: page.cursor ?? null,
								total_items: page.total ?? null,
								items_in_current_page: alerts.length,
							},
						];
						return;
					}
					read += page.records.length;
					found += alerts.length;
					total = page.total;
					if (isSorted === true) {
						requireSortable(Math.max(found, total ?? 0));
						for (const alert of alerts) unsorted.push(alert);
					} else yield alerts;
				}
				if (total !== undefined && read !== total && found < wanted && isFromStart) {
					service.note(
						`The service counts ${total} alerts and served ${read}. If alerts were arriving or changing, search again`,
					);
				}
			}
			if (isSorted === true) yield sortedNewestFirst(unsorted);
		};
	},
});

/**
 * Whether no earlier one of several searches found an alert: a service may take a value for a part of
 * another.
 */
function firstFinder(): (record: IDataObject, search: number) => boolean {
	const finders = new Map<string, number>();
	return (record, search) => {
		const fingerprint = fingerprintOf(record);
		const finder = finders.get(fingerprint);
		if (finder === undefined) finders.set(fingerprint, search);
		return finder === undefined || finder === search;
	};
}
