import { expect } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { toTexts } from '../../support/cases/wire';
import type { Service } from '../../support/service/service';
import { id, named } from '../case';

/** The difference in requests, rows or a message that a field makes on the second of two items, and only there. */
export interface Difference {
	/** The value of the field; for a field inside rows, the value of `at`. */
	set: INodeParameters[string];
	/** The path of the value, if it is not the path of the field. */
	at?: string;
	/** The value of both items in the run without the difference; any other value by default. */
	valueBefore?: INodeParameters[string];
	/** Further parameters of the second item, or of each item, in both runs. */
	secondItem?: INodeParameters;
	bothItems?: INodeParameters;
	prepare?: (service: Service) => void;
	/** The service refuses requests of the second item for this reason, and no other request. */
	refusal?: string;
	/** Members of a request that leaves only with the field; `{ query: { page: '2' } }`. */
	expectRequest?: IDataObject;
	/** Members of each row of the second item, which the rows have only with the field; or a matcher of all rows. */
	expectRows?: readonly IDataObject[] | ReturnType<typeof expect.arrayContaining>;
	exactRows?: readonly IDataObject[];
	/** The workflow stops only with the field, for one of two items. */
	stopsRun?: true;
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

/** Return All and Limit of a list that has at least three rows. */
export const PAGING = {
	returnAll: { secondItem: { limit: 2 }, set: false, expectRows: [{}, {}] },
	limit: { secondItem: { returnAll: false, limit: 3 }, set: 2, expectRows: [{}, {}] },
} as const satisfies FieldCases['fields'];

/** Empty Filters of a read: both items leave this filter empty. */
export const emptyFilter = (name: string): FieldCases['fields'] => ({
	'options.emptyFilters': {
		bothItems: { filters: { [name]: '' } },
		set: 'leaveOut',
		expectRows: expect.not.arrayContaining([{ error: expect.anything() }]),
		affectsAll: true,
	},
});

/** A value that is sent as it is, or the choice in a picker. */
type Value = string | number | boolean | ReturnType<typeof id>;

/** The differences of members of a collection that `request` sends under their names, by their values or choices. */
export const sentAs = (
	collection: string,
	members: Readonly<Record<string, Value | readonly Value[]>>,
	request: (member: Record<string, string | number | boolean>) => IDataObject,
	more: Partial<Difference> = {},
): FieldCases['fields'] =>
	Object.fromEntries(
		Object.entries(members).map(([name, choices]) => [
			`${collection}.${name}`,
			[choices].flat().map((set: Value) => {
				const value = typeof set === 'object' ? set.value : set;
				return { ...more, set, expectRequest: request({ [name]: value }) };
			}),
		]),
	);

export const queries = (
	collection: 'filters' | 'options',
	members: Parameters<typeof sentAs>[1],
	more?: Partial<Difference>,
): FieldCases['fields'] =>
	sentAs(collection, members, (member) => ({ query: toTexts(member) }), more);

/** The differences of the picker that selects a record: one record by its ID, another by its name. */
export const picked = (
	field: string,
	byId: number,
	byName: readonly [name: string, id: number],
	more: IDataObject = {},
): FieldCases['fields'] => ({
	[field]: [
		{ set: id(byId), expectRows: [{ [field]: byId, ...more }] },
		{ set: named(byName[0]), expectRows: [{ [field]: byName[1], ...more }] },
	],
});

export const PAGES = queries('options', { page: 2, from: 2 });

/**
 * The options of every write.
 * @param refused parameters of the second item that the service refuses
 * @param refusal the reason for which the service refuses the whole request, if it does
 * @param ofOneItem members of the request that leaves if the two items are not sent together
 */
export const writeOptions = (
	refused: INodeParameters,
	{ refusal, ofOneItem }: { refusal?: string; ofOneItem?: IDataObject } = {},
): FieldCases['fields'] => ({
	'options.dryRun': { set: true, expectRows: [{ outcome: 'planned' }], affectsAll: true },
	'options.ifSomeFail': {
		secondItem: refused,
		set: 'stop',
		stopsRun: true,
		affectsAll: true,
		...(refusal !== undefined && { refusal }),
	},
	...(ofOneItem && {
		'options.batchSize': {
			...{ valueBefore: 100, set: 1 },
			expectRequest: ofOneItem,
			affectsAll: true,
		},
	}),
});

/** The difference of All Fields: the one row of both items then also has the member `hidden`. */
export const allFieldsOption = (oneRow: INodeParameters, hidden: string): FieldCases['fields'] => ({
	'options.allFields': {
		bothItems: oneRow,
		set: true,
		expectRows: [{ [hidden]: expect.anything() }],
	},
});
