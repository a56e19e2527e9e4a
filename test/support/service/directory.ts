import { listMeta, pageOf } from './lists';
import { domainCalled, textOf, type Handler } from './state';

/** Get domains: GET /api/v2/log-sources/domains */
export const getDomains: Handler = ({ state }) => ({
	body: { data: { domains: state.world.domains, meta: { count: state.world.domains.length } } },
});

/** Get computers: GET /api/v2/log-sources/computers */
export const getComputers: Handler = (call) => {
	const { state, query } = call;
	const { world } = state;
	const name = textOf(query, 'domain_name');
	const domain = name === undefined ? undefined : domainCalled(state, name);
	const os = textOf(query, 'os')?.toLowerCase();
	const computers = world.computers.filter(
		(computer) =>
			(name === undefined || computer.domain === domain?.domain_name) &&
			(os === undefined || computer.os.toLowerCase().includes(os)) &&
			(query['is_configured_list'] !== true ||
				world.logSourceAt(computer.domain, computer.name) !== undefined),
	);
	const { rows, meta } = pageOf(call, computers);
	const records = rows.map(({ domain: _domain, ...record }) => record);
	return { body: { data: records, meta: listMeta(meta) } };
};
