import type { IDataObject } from 'n8n-workflow';

import { shownId, toId } from '../shared/json';
import { utcSecond } from '../shared/times/moment';
import type { Change } from './changes';
import type { Seen } from './listing';
import type { Watch } from './watches';

/**
 * A row for each change that is to be reported.
 * @param stamp the day and the number of the poll, for the keys of changes that the service gives no time of
 */
export function rowsOf(
	{ kind, changes }: Watch,
	found: readonly Change[],
	stamp: string,
): IDataObject[] {
	return found.flatMap(({ facet, before, after, since, silence, thing, lastSeen }) => {
		const change = kind.changes[facet];
		if (!changes.includes(change)) return [];
		const { id, name, domain, group, type } = thing;
		const labels: IDataObject = kind.fields.domain === undefined ? {} : { domain, group, type };
		// One silence has one key, however old the state is that n8n brings back.
		const what = silence ?? `${before}-${after}-${stamp}`;
		const row = {
			change,
			kind: kind.name,
			id: shownId(toId(id) ?? BigInt(id)),
			name,
			...labels,
			before,
			after,
			since: instant(since),
			last_seen: instant(lastSeen),
			change_key: `${kind.name}-${id}-${change}-${what}`,
		};
		return [row];
	});
}

/** A second since 1970 in ISO 8601, in UTC; empty if it is not known. */
const instant = (second: Seen['lastSeen'] | undefined): string =>
	typeof second === 'number' ? utcSecond(second * 1000) : '';
