import { DOMAINS } from '../../contract/lists';
import { domainPicker } from '../../editor/pickers';
import { defineGet } from '../../shared/operation/listReads';

/** Get domains: GET /api/v2/log-sources/domains */
export const get = defineGet({
	description: 'Read one configured domain with its domain controllers',
	list: DOMAINS,
	fields: [{ ...domainPicker('The domain to read, by its name'), required: true }],
	target: ({ domain_name }) => ({ name: domain_name }),
});
