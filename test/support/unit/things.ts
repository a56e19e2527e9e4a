import { dataOf } from '../../../nodes/shared/json';
import type { List } from '../../../nodes/shared/pagination/list';

/** A list of things that no endpoint serves. */
export const THINGS: List = {
	noun: 'thing',
	nouns: 'things',
	request: { method: 'GET', path: '/things', scope: 'logsources.READ' },
	rows: (body) => dataOf(body).rows,
	isPaged: true,
	id: 'id',
	name: 'name',
};
