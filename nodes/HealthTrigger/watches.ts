import type { ApiRequest } from '../shared/http/request';
import { InvalidParameterError } from '../shared/parameters/invalidParameter';
import { OUT_OF_TOUCH_MINUTES, type Settings } from './fields';
import { AGENTS, LOG_SOURCES, type Kind } from './kinds';

/** What to look for of a kind. */
export interface Watch {
	kind: Kind;
	query: NonNullable<ApiRequest['query']>;
	/** Types in lower case; all if there is none. */
	types: readonly string[];
	/** What is listed, as a text. */
	filters: string;
	/** Groups with a time of their own, in lower case. */
	groups: readonly string[];
	/** The changes to report. */
	changes: readonly string[];
	/** Seconds without event or sync after which a thing of a group is silent; Infinity for never. */
	silentAfter: (group: string) => number;
}

/** @throws InvalidParameterError if there is nothing to look for */
export function watchesOf(settings: Settings): Watch[] {
	const { filters, logSourceChanges, agentChanges, silentAfter } = settings;
	const { outOfTouchAfter = OUT_OF_TOUCH_MINUTES, silentAfterByGroup } = settings.options;
	const { types: chosenTypes = [], ...query } = filters;
	const types = [...new Set(chosenTypes.map((type) => type.toLowerCase()))].sort();
	const listed = { ...query, ...(types.length > 0 && { types }) };
	const ofGroup = new Map<string, number>();
	for (const { log_source_group, minutes } of silentAfterByGroup?.groups ?? []) {
		const group = log_source_group.trim().toLowerCase();
		if (ofGroup.has(group)) {
			throw new InvalidParameterError(
				`Silent After, by Group holds ${log_source_group} more than once`,
				'Remove all but one of them.',
			);
		}
		ofGroup.set(group, minutes === 0 ? Infinity : minutes);
	}
	const watches: Watch[] = [
		{
			kind: LOG_SOURCES,
			query,
			types,
			filters: JSON.stringify(Object.fromEntries(Object.entries(listed).sort())).toLowerCase(),
			groups: [...ofGroup.keys()],
			changes: logSourceChanges,
			silentAfter: (group) => (ofGroup.get(group.toLowerCase()) ?? silentAfter) * 60,
		},
		{
			kind: AGENTS,
			query: {},
			types: [],
			filters: '{}',
			groups: [],
			changes: agentChanges,
			silentAfter: () => outOfTouchAfter * 60,
		},
	];
	const chosen = watches.filter(({ changes }) => changes.length > 0);
	if (chosen.length > 0) return chosen;
	throw new InvalidParameterError(
		'Log Source Changes and Agent Changes are both empty',
		'Choose at least one change.',
	);
}
