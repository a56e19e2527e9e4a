import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

/** The list searches that pickers can name; every one exists in listSearch.ts. */
export type Search =
	| 'searchAgents'
	| 'searchDomainNames'
	| 'searchLogSourceGroupNames'
	| 'searchLogSourceNames'
	| 'searchLogSources'
	| 'searchLogTypes'
	| 'searchParserRules';

type Locator<M extends 'id' | 'name'> = {
	type: 'resourceLocator';
	default: { mode: 'list'; value: '' };
	modes: [INodePropertyMode & { name: 'list' }, INodePropertyMode & { name: M }];
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
