import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { DOMAINS, LOG_SOURCE_GROUPS, LOG_TYPES } from '../lists/lists';
import { labelOfName } from '../shared/operation/listFields';
import type { List } from '../shared/pagination/list';
import type { Search } from './listSearch';

type Mode<M> = INodePropertyMode & { name: M };

type Locator<M extends 'id' | 'name', Others extends INodePropertyMode[] = []> = {
	type: 'resourceLocator';
	default: { mode: 'list'; value: '' };
	modes: [Mode<'list'>, Mode<M>, ...Others];
};

type LocatorTexts = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'required' | 'displayOptions'
>;

const LOCATOR = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} as const satisfies Partial<INodeProperties>;

const fromList = (
	search: Search,
	{ displayName }: LocatorTexts,
	otherMode: string,
): Omit<INodePropertyMode, 'name'> => ({
	displayName: 'From List',
	type: 'list',
	placeholder: `Select ${/^[AEIOU]/.test(displayName) ? 'an' : 'a'} ${displayName.toLowerCase()}...`,
	typeOptions: {
		searchListMethod: search,
		searchable: true,
		// The list waits for its turn if many requests left within the last minute.
		slowLoadNotice: {
			message: `If the list takes longer than expected, choose "${otherMode}"`,
			timeout: 10_000,
		},
	},
});

/** Makes a picker of a thing by its ID; its value is an {@link Id}. */
export const idLocator = <const T extends LocatorTexts>(
	search: Search,
	texts: T,
): T & Locator<'id'> => ({
	...texts,
	...LOCATOR,
	modes: [
		{ name: 'list', ...fromList(search, texts, 'By ID') },
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1042',
			validation: [
				{ type: 'regex', properties: { regex: '\\s*[0-9]+\\s*', errorMessage: 'Digits only' } },
			],
		},
	],
});

/** Makes a picker of a thing by its name; its value is the name. */
export const nameLocator = <const T extends LocatorTexts>(
	search: Search,
	placeholder: string,
	texts: T,
): T & Locator<'name'> => ({
	...texts,
	...LOCATOR,
	modes: [
		{ name: 'list', ...fromList(search, texts, 'By Name') },
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder },
	],
});

/** Makes a picker of a thing by its ID or its name, whose list gives IDs; its value is an {@link IdOrName}. */
export const idOrNameLocator = <const T extends LocatorTexts>(
	search: Search,
	placeholder: string,
	texts: T,
): T & Locator<'id', [Mode<'name'>]> => {
	const [, byName] = nameLocator(search, placeholder, texts).modes;
	const byId = idLocator(search, texts);
	return { ...byId, modes: [...byId.modes, byName] };
};

/** A list whose rows a picker takes by name. */
type NamedList = List & { readonly placeholder: string };

/** The texts of a picker of the rows of a list. */
const textsOf = <const N extends string>({ noun }: List, name: N, description: string) => ({
	displayName: labelOfName(noun),
	name,
	description,
});

/** Makes a picker of a row of a list by its ID; its value is an {@link Id}. */
export const idPicker = <const L extends List>(list: L, search: Search, description: string) =>
	idLocator(search, textsOf<L['id']>(list, list.id, description));

/** Makes a picker of a row of a list by its name; its value is the name. */
const namePicker = <const L extends NamedList>(list: L, search: Search, description: string) =>
	nameLocator(search, list.placeholder, textsOf<L['name']>(list, list.name, description));

/** Makes a required picker of a row of a list by its ID or its name; its value is an {@link IdOrName}. */
export const idOrNamePicker = <const L extends NamedList>(
	list: L,
	search: Search,
	description: string,
) =>
	idOrNameLocator(search, list.placeholder, {
		...textsOf<L['id']>(list, list.id, description),
		required: true,
	});

/** Makes a picker of a domain; its value is the name of the domain. */
export const domainPicker = (description: string) =>
	namePicker(DOMAINS, 'searchDomainNames', description);

/** Makes a picker of a log source group; its value is the name of the group. */
export const groupPicker = (description: string) =>
	namePicker(LOG_SOURCE_GROUPS, 'searchLogSourceGroupNames', description);

/** Makes a picker of a log type; its value is the {@link Id} of the log type. */
export const logTypePicker = (description: string) =>
	idPicker(LOG_TYPES, 'searchLogTypes', description);
