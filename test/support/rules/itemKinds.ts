import type { IDataObject, INodeParameters, INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/operationFields';
import { mainCases } from '../../cases';
import { id, named } from '../../cases/case';
import { fieldCases } from '../../cases/fields';
import { NEW_NAMES } from '../../cases/writes';
import { allOperations, nameOf, type Offered } from './allOperations';
import { fieldsInside } from './fieldTree';
import { merged } from './runFields';

type Value = INodeParameters[string];

export const KINDS = [
	'good',
	'refused',
	'not allowed',
	'respelled',
	'bare',
	'ambiguous',
	'wrong option',
] as const;

export type Kind = (typeof KINDS)[number];

/** The item to make: one of {@link KINDS}, or the number of a neighbor. */
export type Part = Kind | number;

/**
 * Things that a picker can select, by search method. The first four, each with an ID and a name, are for
 * the kinds good, respelled, bare and wrong option. The fifth is the name of twins, if there are any.
 */
const BY_SEARCH: Readonly<Record<string, string>> = {
	searchLogSources: '1002 CORP-PC-01, 1010 LAB-PC-01, 1003 CORP-PC-05, 1005 CORP-PC-10, SHARED-01',
	searchAgents: '301 CORP-AGENT-1, 307 LAB-AGENT-1, 302 CORP-AGENT-2, 304 CORP-AGENT-4, Twin',
	searchLogTypes: '504 Extra_0, 505 Extra_1, 506 Extra_2, 503 Billing, Twin',
	searchParserRules: '705 Extra 0, 706 Extra 1, 707 Extra 2, 702 sshd sign-ins, Twin',
	searchAlertProfiles:
		'901 Brute force, 902 New local administrator, 903 Service stopped, 904 Audit log cleared',
	searchDomainNames:
		'101 corp.example.com, 102 lab.example.com, 101 corp.example.com, 101 corp.example.com',
	searchLogSourceGroupNames:
		'203 Critical Servers, 202 NetworkGroup, 201 WindowsGroup, 210 Extra 0, Twin',
};

/** Adds blanks around a name and inverts the case of each letter. */
const respell = (name: string): string => {
	const inOtherCase = (letter: string): string =>
		letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
	return ` ${name.replace(/./g, inOtherCase)} `;
};

/** Returns the name of a record to create. */
function newName(names: string, part: Kind): string {
	const [good, refused, plain = '', bare, twin, spare] = names.split(', ');
	const byKind = { good, refused, bare, ambiguous: twin, 'wrong option': spare };
	if (part === 'respelled') return respell(plain);
	return part === 'not allowed' ? '' : (byKind[part] ?? '');
}

function locatorOf({ modes = [] }: INodeProperties, part: Part): Value {
	const [search = ''] = modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []);
	const things = BY_SEARCH[search]?.split(', ');
	if (things === undefined)
		throw new Error(`Add things that ${search} lists to BY_SEARCH in itemKinds.ts`);
	const [good = '', toRespell = '', bare = '', spare = '', twin] = things;
	const byId = modes.some(({ name }) => name === 'id');
	const byName = modes.some(({ name }) => name === 'name');
	const idOf = (thing: string): string => thing.replace(/ .*/, '');
	const nameOfThing = (thing: string): string => thing.replace(/^\d+ /, '');
	const pick = (thing: string) => (byId ? id(idOf(thing)) : named(nameOfThing(thing)));
	switch (part) {
		case 'good':
			return pick(good);
		case 'refused':
			return byId ? id(999) : named('none.example');
		case 'not allowed':
			return byId ? id('x') : named('');
		case 'respelled':
			return byName ? named(respell(nameOfThing(toRespell))) : id(` ${idOf(toRespell)} `);
		case 'bare':
			return pick(bare);
		case 'ambiguous':
			return byName ? named(nameOfThing(twin ?? spare)) : id(998);
		case 'wrong option':
			return pick(spare);
		default:
			// Neighbors are created in a domain that exists.
			if (search === 'searchDomainNames') return pick(good);
			return byId && (!byName || part % 2 === 0) ? id(90_000 + part) : named(`NONE-${part}`);
	}
}

const WRONG: Partial<Record<INodeProperties['type'], Value>> = {
	boolean: 'perhaps',
	dateTime: 'soon',
	number: 'many',
	options: 'none',
	string: '',
};

const isFilter = (field: INodeProperties): boolean => field.name === 'filters';

/** Sets every missing member of a collection to null or undefined. */
function addEmptyMembers(field: INodeProperties, value: unknown, isNull: boolean): unknown {
	if (field.type !== 'collection') return value;
	const members = fieldsInside(field).filter(
		// The node refuses an empty domain, like an empty filter.
		({ name, typeOptions = {} }) => name !== 'dryRun' && !('needsValue' in typeOptions),
	);
	const empty = members.map(({ name }) => [name, isNull ? null : undefined] as const);
	return { ...Object.fromEntries(empty), ...(value as IDataObject) };
}

const isTarget = ({ name, type, required }: INodeProperties): boolean =>
	name in NEW_NAMES || (type === 'resourceLocator' && required === true);

/** Returns whether a field is the same for all items: rules of one log type differ in their names and IDs. */
const isPlace = ({ node }: Offered, field: INodeProperties): boolean =>
	node === 'parserRule' && field.name === 'log_type_id';

for (const offered of allOperations) {
	const isName = (field: INodeProperties): boolean => isTarget(field) && !isPlace(offered, field);
	if (offered.operation.kind === 'write' && !operationFields(offered.operation).some(isName))
		throw new Error(`Add names that ${nameOf(offered)} creates to NEW_NAMES in cases/writes.ts`);
}

/** A query that finds alerts. Each item has a query, since the node refuses an empty filter. */
const QUERY = '(EVENTID = "4625")';

/** Makes the items of an operation from the declarations of its fields and from its cases of fields. */
export function itemMaker(offered: Offered) {
	const name = nameOf(offered);
	const fields = operationFields(offered.operation);
	const { items: [first] = [] } = fieldCases.find(({ operation }) => operation === name) ?? {};
	const refusal = mainCases.find(({ operation }) => operation === name)?.refused?.parameters;
	const defaults = Object.fromEntries(fields.map((field) => [field.name, field.default]));
	const base = merged(defaults, first);
	const filter = fields
		.filter(isFilter)
		.flatMap(fieldsInside)
		.find((field) => field.type === 'resourceLocator' || field.name === 'query');
	const targets = fields.filter(isTarget);
	const wrongField =
		targets.find((field) => !isPlace(offered, field)) ??
		fields.find(({ type, required }) => type in WRONG && (type !== 'string' || required === true));

	const valueOf = (field: INodeProperties, part: Part): Value => {
		if (isPlace(offered, field)) return part === 'refused' ? id(999) : id(502);
		if (field.name === 'query') return part === 'respelled' ? ` ${QUERY} ` : QUERY;
		if (field.type === 'resourceLocator') return locatorOf(field, part);
		if (typeof part === 'number') return `SIDE-${part}`;
		return newName(NEW_NAMES[field.name] ?? '', part);
	};

	const emptyFields = (part: Part) =>
		Object.fromEntries(
			fields
				.filter((field) => !isFilter(field))
				.map((field) => [field.name, addEmptyMembers(field, base[field.name], part === 'bare')]),
		) as INodeParameters;

	/** @param members the members that the setup of the cases gives each item */
	return (part: Part, members: INodeParameters): INodeParameters => {
		const edits: INodeParameters[] = targets.map((field) => {
			const isGood = part === 'not allowed' && field !== wrongField;
			return { [field.name]: valueOf(field, isGood ? 'good' : part) };
		});
		if (filter !== undefined) {
			edits.push({ filters: { [filter.name]: valueOf(filter, part) } });
		}
		if (part === 'refused' && targets.length === 0) edits.push(refusal ?? {});
		if (part === 'not allowed' && wrongField !== undefined && !isTarget(wrongField)) {
			edits.push({ [wrongField.name]: WRONG[wrongField.type] ?? '' });
		}
		// The node numbers files of the same name, so each item gets its own name.
		if (offered.operation.value === 'exportAlerts')
			edits.push({ options: { fileName: `${part}` } });
		const hasSize = fields.flatMap(fieldsInside).some((field) => field.name === 'batchSize');
		// The service refuses a whole request of this operation.
		if (name === 'logSource.setEventSourceFiles') edits.push({ options: { batchSize: 1 } });
		if (part === 'wrong option' && hasSize) edits.push({ options: { batchSize: 'many' } });
		return [emptyFields(part), members, ...edits].reduce((all, more) => merged(all, more), base);
	};
}
