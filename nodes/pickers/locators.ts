import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import type { Search } from './listSearch';

type Mode<M> = INodePropertyMode & { name: M };

type Locator<M extends 'id' | 'name', Others extends INodePropertyMode[] = []> = {
	type: 'resourceLocator';
	default: { mode: 'list'; value: '' };
	modes: [Mode<'list'>, Mode<M>, ...Others];
};

type Texts = Pick<
	INodeProperties,
	'displayName' | 'name' | 'description' | 'required' | 'displayOptions'
>;

const LOCATOR = {
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
} as const satisfies Partial<INodeProperties>;

const fromList = (
	search: Search,
	{ displayName }: Texts,
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
export const idLocator = <const T extends Texts>(search: Search, texts: T): T & Locator<'id'> => ({
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
export const nameLocator = <const T extends Texts>(
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

/** Makes a picker of a thing by its ID or its name, whose list gives IDs; its value is a {@link Reference}. */
export const idOrNameLocator = <const T extends Texts>(
	search: Search,
	placeholder: string,
	texts: T,
): T & Locator<'id', [Mode<'name'>]> => {
	const [, byName] = nameLocator(search, placeholder, texts).modes;
	const byId = idLocator(search, texts);
	return { ...byId, modes: [...byId.modes, byName] };
};

/** Makes a picker of a domain; its value is the name of the domain. */
export const domainPicker = <const D extends string>(description: D) =>
	nameLocator('searchDomainNames', 'e.g. corp.example.com', {
		displayName: 'Domain',
		name: 'domain_name',
		description,
	});

/** Makes a picker of a log source group; its value is the name of the group. */
export const groupPicker = <const D extends string>(description: D) =>
	nameLocator('searchLogSourceGroupNames', 'e.g. Domain Controllers', {
		displayName: 'Log Source Group',
		name: 'log_source_group',
		description,
	});

/** Makes a picker of a log type; its value is the {@link Id} of the log type. */
export const logTypePicker = <const D extends string>(description: D) =>
	idLocator('searchLogTypes', { displayName: 'Log Type', name: 'log_type_id', description });
