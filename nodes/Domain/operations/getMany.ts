import { DOMAINS } from '../../contract/lists';
import { defineGetMany } from '../../shared/operation/listReads';

/** Get domains: GET /api/v2/log-sources/domains */
export const getMany = defineGetMany({
	description: 'List the configured domains and their domain controllers',
	list: DOMAINS,
	fields: [],
});
