import type { INodePropertyMode } from 'n8n-workflow';

import { DOMAINS, LOG_SOURCE_GROUPS, LOG_TYPES, type ListOfNames } from '../contract/lists';
import type { ServiceList } from '../shared/pagination/list';
import { labelOfName } from '../shared/texts';
import type { SearchName } from './listSearch';

type Mode<N> = INodePropertyMode & { name: N };

/** Makes a mode. n8n's linter takes a literal of a mode for a field without a default. */
const makeMode = <N extends string>(name: N, mode: Omit<INodePropertyMode, 'name'>): Mode<N> => ({
	name,
	...mode,
});

const ID_MODE = makeMode('id', {
	displayName: 'By ID',
	type: 'string',
	placeholder: 'e.g. 1042',
	validation: [
		{ type: 'regex', properties: { regex: '\\s*[0-9]+\\s*', errorMessage: 'Digits only' } },
	],
});

type NamedList = Pick<ListOfNames, 'noun' | 'nameField' | 'placeholder'>;

const nameMode = ({ placeholder }: NamedList) =>
	makeMode('name', { displayName: 'By Name', type: 'string', placeholder });

const listMode = (search: SearchName, label: string, otherMode: string) =>
	makeMode('list', {
		displayName: 'From List',
		type: 'list',
		placeholder: `Select ${/^[AEIOU]/.test(label) ? 'an' : 'a'} ${label.toLowerCase()}...`,
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

/** Makes a picker of a row of a list. @param modes the ways to choose a row, other than from the list */
function makePicker<N extends string, M extends [INodePropertyMode, ...INodePropertyMode[]]>(
	{ noun }: Pick<ServiceList, 'noun'>,
	name: N,
	search: SearchName,
	description: string,
	...modes: M
) {
	const displayName = labelOfName(noun);
	return {
		displayName,
		name,
		description,
		type: 'resourceLocator' as const,
		default: { mode: 'list' as const, value: '' as const },
		modes: [listMode(search, displayName, modes[0].displayName), ...modes] satisfies [
			INodePropertyMode,
			...M,
		],
	};
}

/** Makes a picker of a row of a list by its ID; its value is an {@link Id}. */
export const idPicker = <const L extends Pick<ServiceList, 'noun' | 'idField'>>(
	list: L,
	search: SearchName,
	description: string,
) => makePicker(list, list.idField as L['idField'], search, description, ID_MODE);

/** Makes a picker of a row of a list by its name; its value is the name. */
export const namePicker = <const L extends NamedList>(
	list: L,
	search: SearchName,
	description: string,
) => makePicker(list, list.nameField as L['nameField'], search, description, nameMode(list));

/** Makes a required picker of a row of a list by its ID or its name; its value is an {@link IdOrName}. */
export const idOrNamePicker = <const L extends NamedList & Pick<ServiceList, 'idField'>>(
	list: L,
	search: SearchName,
	description: string,
) => ({
	...makePicker(list, list.idField as L['idField'], search, description, ID_MODE, nameMode(list)),
	required: true as const,
});

/** Makes a picker of a domain; its value is the name of the domain. */
export const domainPicker = (description: string) =>
	namePicker(DOMAINS, 'searchDomainNames', description);

/** Makes a picker of a log source group; its value is the name of the group. */
export const groupPicker = (description: string) =>
	namePicker(LOG_SOURCE_GROUPS, 'searchLogSourceGroupNames', description);

/** Makes a required picker of a log type by its ID or its name; its value is the {@link Id} of the log type. */
export const logTypePicker = (description: string) => ({
	...idOrNamePicker(LOG_TYPES, 'searchLogTypes', description),
	resolvedIn: LOG_TYPES,
});
