import type { IDataObject } from 'n8n-workflow';

import { shownId, toId } from '../shared/json';
import { utcSecond } from '../shared/times/utcSecond';
import type { Change } from './changes';
import type { Seen } from './listing';
import type { Watch } from './watches';

/**
 * A row for each change that is to be reported.
 * @param stamp makes the key of a change that the service tells no time of
 * @param names what is known of things that are no longer listed, by id
 */
export function rowsOf(
	{ kind, changes }: Watch,
	found: readonly Change[],
	stamp: string,
	names: ReadonlyMap<string, Seen>,
): IDataObject[] {
	return found.flatMap(({ facet, id, before, after, since, seen = names.get(id) }) => {
		const change = kind.changes[facet];
		if (!changes.includes(change)) return [];
		const { name = '', domain = '', group = '', type = '', lastSeen } = seen ?? {};
		const isTimed = facet === 'silent' && typeof lastSeen === 'number';
		const labels: IDataObject = kind.fields.domain === undefined ? {} : { domain, group, type };
		const exactId = toId(id);
		const row = {
			change,
			kind: kind.name,
			id: exactId === undefined ? id : shownId(exactId),
			name,
			...labels,
			before,
			after,
			since: instant(since),
			last_seen: instant(lastSeen),
			change_key: `${kind.name}-${id}-${change}-${isTimed ? lastSeen : stamp}`,
		};
		return [row];
	});
}

/** A second since 1970 in ISO 8601, in UTC; empty where it is not known. */
const instant = (second: Seen['lastSeen'] | undefined): string =>
	typeof second === 'number' ? utcSecond(second * 1000) : '';
