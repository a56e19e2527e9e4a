import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Service } from '../../support/service/service';

/**
 * A difference that a field makes: set on the second of two items, it changes what leaves for that
 * item, its rows, or a message. The first item stays as it is.
 */
export interface Difference {
	/** The value of the field; for a field inside rows, the value of `at`. */
	set: INodeParameters[string];
	/** The path that `set` is put to, if it is not the field's own. */
	at?: string;
	/** The value of both items in the run without the difference, if any other value does not do. */
	from?: INodeParameters[string];
	/** What else the second item, or each item, has in both runs. */
	second?: INodeParameters;
	both?: INodeParameters;
	/** Prepares the service of both runs. */
	prepare?: (service: Service) => void;
	/** Members of a request that leaves only with the field; `{ query: { page: '2' } }`. */
	expectRequest?: IDataObject;
	/** Members of each row of the second item, all of which are so only with the field. */
	expectRows?: readonly IDataObject[];
	/** The rows of the second item, member for member. */
	equals?: readonly IDataObject[];
	/** The workflow stops only with the field, for one of two items. */
	stops?: true;
	/** The field holds for the whole run, so that the first item changes too. */
	affectsAll?: true;
}

/** An operation, two items that differ in everything, and the difference of each field by its path. */
export interface FieldCases {
	operation: `${string}.${string}`;
	/** The parameters of the two items; a field that is not given has its default. */
	items: readonly [INodeParameters, INodeParameters];
	/** Prepares the service; both items get the parameters that it returns. */
	setup?: (service: Service) => Promise<INodeParameters> | INodeParameters;
	/** A list of differences has one for each choice of a drop-down. */
	fields: Readonly<Record<string, Difference | readonly Difference[]>>;
}

export const CORP = 'corp.example.com';
export const LAB = 'lab.example.com';

/** Return All and Limit of a list that has at least three rows. */
export const PAGING = {
	returnAll: { second: { limit: 2 }, set: false, expectRows: [{}, {}] },
	limit: { second: { returnAll: false, limit: 3 }, set: 2, expectRows: [{}, {}] },
} as const satisfies FieldCases['fields'];

/** Page and From of a list. */
export const PAGES = {
	'options.page': { set: 2, expectRequest: { query: { page: '2' } } },
	'options.from': { set: 2, expectRequest: { query: { from: '2' } } },
} as const satisfies FieldCases['fields'];

/** What every write offers; `refused` is what the service refuses of the second item. */
export const writeOptions = (refused: INodeParameters): FieldCases['fields'] => ({
	'options.dryRun': { set: true, expectRows: [{ outcome: 'planned' }], affectsAll: true },
	'options.ifRefused': { second: refused, set: 'stop', stops: true, affectsAll: true },
});

/** Items per Request: each of the two items has its own request. */
export const batchSize = (...requests: readonly IDataObject[]): FieldCases['fields'] => ({
	'options.batchSize': requests.map((each) => ({
		from: 100,
		set: 1,
		expectRequest: each,
		affectsAll: true,
	})),
});

/**
 * What Output and Selected Fields make of one row.
 * @param one the parameters of both items that make it one row
 * @param raw a member that only Raw shows
 * @param first all of the row if the fields of `first` are selected; `second` alike
 */
export const outputs = (
	one: INodeParameters,
	raw: string,
	first: IDataObject,
	second: IDataObject,
): FieldCases['fields'] => {
	const selectedFields = Object.keys(first);
	const selecting = (options: INodeParameters) => ({ ...one, options });
	return {
		'options.output': [
			{ both: one, set: 'raw', expectRows: [{ [raw]: expect.anything() }] },
			{ both: selecting({ selectedFields }), set: 'selectedFields', equals: [first] },
		],
		'options.selectedFields': {
			both: selecting({ output: 'selectedFields', selectedFields }),
			set: Object.keys(second),
			equals: [second],
		},
	};
};
