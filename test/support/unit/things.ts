import { dataOf } from '../../../nodes/shared/json';
import type { ServiceList } from '../../../nodes/shared/pagination/list';

export const THINGS: ServiceList = {
	noun: 'thing',
	plural: 'things',
	request: { method: 'GET', path: '/things', scope: 'logsources.READ' },
	rows: (body) => dataOf(body).rows,
	isPaged: true,
	idField: 'id',
	nameField: 'name',
	detailField: 'detail',
};
