import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { call, inside } from '../service/client';
import type { Service } from '../service/service';

/** A run of one operation, or polls of a trigger, in the hostile world, and how to see there what it did. */
export interface Scene {
	/** The node's short name and its operation, for instance logSource.getAll; `poll` of a trigger. */
	name: string;
	node: string;
	operation: string;
	/** What the user set; expressions read the items. */
	parameters: INodeParameters;
	items: IDataObject[];
	/** For a write: whether the service has done what an item asks for. */
	done?: (service: Service, item: IDataObject) => boolean;
	/** Whether this is a trigger, which is polled. */
	polls?: boolean;
	/** Whether a request takes several items. */
	batched?: boolean;
	/** What the service must have done before, and the parameters that come of it. */
	prepare?: (service: Service) => Promise<INodeParameters>;
}

type Told = Omit<Scene, 'name' | 'node' | 'operation' | 'parameters' | 'items'> &
	Partial<Pick<Scene, 'parameters' | 'items'>>;

const scene = (name: string, { parameters = {}, items = [{}], ...rest }: Told = {}): Scene => {
	const [node = '', operation = ''] = name.split('.');
	return { name, node, operation, parameters: { operation, ...parameters }, items, ...rest };
};

const all = { returnAll: true };
const whole = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T12:00:00Z' };
const named = (...names: string[]): IDataObject[] => names.map((name) => ({ name }));
const numbered = (...ids: number[]): IDataObject[] => ids.map((id) => ({ id }));
const domain_name = 'corp.example.com';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const startBulk = async (service: Service): Promise<INodeParameters> => {
	service.set({ bulkFetchesBeforeReady: 0 });
	const answer = await call(service, 'POST', '/alerts/bulk', { query: '*', ...whole });
	return { request_id: String(inside(answer, 'data.request_id')) };
};

/** One scene of every operation of every node: reads of several pages, writes of three items. */
export const scenes: readonly Scene[] = [
	scene('agent.add', {
		batched: true,
		parameters: { device_name: '={{ $json.name }}', domain_name },
		items: named('CORP-PC-02', 'CORP-PC-03', 'CORP-PC-04'),
		done: ({ world: { agents } }, { name }) =>
			[...agents.values()].some(({ agent_name }) => agent_name === name),
	}),
	scene('agent.getAll', { parameters: all }),
	scene('agent.update', {
		batched: true,
		parameters: { agent_id: '={{ $json.id }}', updateFields: { display_name: 'Renamed' } },
		items: numbered(301, 302, 303),
		done: ({ world: { agents } }, { id }) => agents.get(Number(id))?.display_name === 'Renamed',
	}),
	scene('alert.exportAlerts', {
		parameters: { ...whole, output: 'items', options: { waitSeconds: 1 } },
		prepare: (service) => {
			service.set({ bulkFetchesBeforeReady: 0 });
			return Promise.resolve({});
		},
	}),
	scene('alert.getAll', { parameters: { ...all, ...whole, simplify: false } }),
	scene('alert.getBulkPage', { parameters: { simplify: false }, prepare: startBulk }),
	scene('alert.startBulkRequest', {
		parameters: { ...whole, queryAs: 'text', query: '=EVENTID = "{{ $json.name }}"' },
		items: named('4625', '4732', '7036'),
		done: ({ requests }, { name }) =>
			requests.some(({ carriedOut, text }) => carriedOut && text.includes(textOf(name))),
	}),
	scene('alertProfile.getAll', { parameters: all }),
	{ ...scene('alertTrigger.poll'), polls: true, parameters: { simplify: false } },
	scene('computer.getAll', { parameters: { ...all, configured: 'notConfigured' } }),
	scene('domain.getAll', { parameters: all }),
	scene('logSource.add', {
		batched: true,
		parameters: { log_source: '={{ $json.name }}', domain_name },
		items: named('CORP-PC-02', 'CORP-PC-03', 'CORP-PC-04'),
		done: ({ world }, { name }) => world.logSourceAt(domain_name, textOf(name)) !== undefined,
	}),
	scene('logSource.delete', {
		batched: true,
		parameters: { log_source_id: '={{ $json.id }}' },
		items: numbered(1001, 1002, 1003),
		done: ({ world: { logSources } }, { id }) => !logSources.has(Number(id)),
	}),
	scene('logSource.getAll', { parameters: { ...all, simplify: false } }),
	scene('logSource.setEventSourceFiles', {
		batched: true,
		parameters: { log_source_id: '={{ $json.id }}', source_files: ['Hostile'] },
		items: numbered(1001, 1002, 1003),
		done: ({ world: { logSources } }, { id }) =>
			logSources.get(Number(id))?.hidden.source_files?.includes('Hostile') === true,
	}),
	scene('logSource.update', {
		batched: true,
		parameters: { log_source_id: '={{ $json.id }}', updateFields: { display_name: 'Renamed' } },
		items: numbered(1001, 1002, 1003),
		done: ({ world: { logSources } }, { id }) =>
			logSources.get(Number(id))?.display_name === 'Renamed',
	}),
	scene('logSourceGroup.getAll', { parameters: all }),
	scene('logType.create', {
		parameters: { log_type_display_name: '={{ $json.name }}' },
		items: named('New_1', 'New_2', 'New_3'),
		done: ({ world: { logTypes } }, { name }) =>
			[...logTypes.values()].some((type) => type.log_type_display_name === name),
	}),
	scene('logType.delete', {
		parameters: { log_type_id: '={{ $json.id }}' },
		items: numbered(504, 505, 506),
		done: ({ world: { logTypes } }, { id }) => !logTypes.has(Number(id)),
	}),
	scene('logType.getAll', { parameters: all }),
	scene('parserRule.create', {
		parameters: { log_type_id: 503, rule_name: '={{ $json.name }}', regex: 'a(?<b>c)' },
		items: named('New 1', 'New 2', 'New 3'),
		done: ({ world: { rules } }, { name }) =>
			[...rules.values()].some(({ rule_name }) => rule_name === name),
	}),
	scene('parserRule.delete', {
		parameters: { rule_id: '={{ $json.id }}' },
		items: numbered(705, 706, 707),
		done: ({ world: { rules } }, { id }) => !rules.has(Number(id)),
	}),
	scene('parserRule.getAll', { parameters: { ...all, log_type_id: 502 } }),
	scene('parserRule.update', {
		parameters: {
			rule_id: '={{ $json.id }}',
			updateFields: { method: 'regex', rule_name: '=Renamed {{ $json.id }}' },
		},
		items: numbered(705, 706, 707),
		done: ({ world: { rules } }, { id }) =>
			rules.get(Number(id))?.rule_name === `Renamed ${Number(id)}`,
	}),
];
