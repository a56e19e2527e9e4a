import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** The list searches that pickers can name; every one exists in listSearch.ts. */
export type Search =
	| 'searchAgents'
	| 'searchAlertFields'
	| 'searchAlertProfiles'
	| 'searchDomainNames'
	| 'searchLogSourceGroupNames'
	| 'searchLogSourceNames'
	| 'searchLogSources'
	| 'searchLogTypes'
	| 'searchParserRules';

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

const selectOne = ({ displayName }: Texts): string =>
	`Select ${/^[AEIOU]/.test(displayName) ? 'an' : 'a'} ${displayName.toLowerCase()}...`;

/** A picker of a thing by its id; its value is an {@link Id}. */
export const idLocator = <const T extends Texts>(search: Search, texts: T): T & Locator<'id'> => ({
	...texts,
	...LOCATOR,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: selectOne(texts),
			typeOptions: { searchListMethod: search, searchable: true },
		},
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

/** A picker of a thing by its name; its value is the name. */
export const nameLocator = <const T extends Texts>(
	search: Search,
	placeholder: string,
	texts: T,
): T & Locator<'name'> => ({
	...texts,
	...LOCATOR,
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: selectOne(texts),
			typeOptions: { searchListMethod: search, searchable: true },
		},
		{ displayName: 'By Name', name: 'name', type: 'string', placeholder },
	],
});

/** A picker of a thing by its id or its name, whose list gives ids; its value is a {@link Reference}. */
export const idOrNameLocator = <const T extends Texts>(
	search: Search,
	placeholder: string,
	texts: T,
): T & Locator<'id', [Mode<'name'>]> => {
	const [, byName] = nameLocator(search, placeholder, texts).modes;
	const byId = idLocator(search, texts);
	return { ...byId, modes: [...byId.modes, byName] };
};
