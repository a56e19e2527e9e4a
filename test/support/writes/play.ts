import type { INodeParameters } from 'n8n-workflow';

import { id } from '../../cases/case';
import { rowsOf } from '../cases/results';
import { runNode } from '../harness/harness';
import { Ids } from '../service/ids';
import { newLogSource } from '../service/newLogSource';
import type { Service } from '../service/service';
import { makeWorld, type World, type WorldBuilder } from '../service/world';
import { demoWorld } from '../service/demoWorld';
import type { Named, WriteHistory } from './history';
import { faultsIn, isExactly, type Thing } from './judge';

const ids = new Ids();

/** The demo's domains with nothing but the log sources of a history. */
export const worldOf =
	({ operation, existing, tellsCaseApart }: WriteHistory): WorldBuilder =>
	(now) => {
		const demo = demoWorld(now);
		const world = makeWorld(
			{
				...demo,
				computers: [],
				logSources: [],
				agents: [],
				logTypes: [...demo.logTypes.values()],
				rules: [...demo.rules.values()],
			},
			tellsCaseApart ? (name) => name : undefined,
		);
		if (operation === 'addAgent') {
			existing.forEach((each) => putAgent(world, each, demo));
			return world;
		}
		for (const { log_source, domain_name } of existing) {
			if (world.logSourceAt(domain_name, log_source) !== undefined) continue;
			const id = world.nextId('logSource');
			world.putLogSource(newLogSource(id, log_source, { domain_name }, now));
		}
		return world;
	};

/** Puts an agent that runs into a world. */
function putAgent(world: World, { log_source, domain_name }: Named, demo: World): void {
	const [one] = demo.agents.values();
	const agent_id = world.nextId('agent');
	if (one === undefined) throw new Error('The demo has no agent');
	world.agents.set(agent_id, { ...one, agent_id, agent_name: log_source, domain_name });
}

/** What a history is about: log sources or agents, each the same object as long as it is there. */
function thingsIn(world: World, { operation }: WriteHistory): Thing[] {
	if (operation !== 'addAgent') {
		return [...world.logSources.values()].map((source) => ({
			...{ id: source.log_source_id, log_source: source.log_source },
			domain_name: source.domain_name,
		}));
	}
	return [...world.agents.values()].map(({ agent_id, agent_name, domain_name }) => ({
		...{ id: agent_id, log_source: agent_name, domain_name },
	}));
}

function parametersOf(history: WriteHistory): INodeParameters {
	const { operation, batchSize, maxConcurrentRequests, returnIds } = history;
	const options = { batchSize, maxConcurrentRequests };
	const domain = { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' };
	const name = '={{ $json.log_source }}';
	if (operation === 'addAgent') {
		const waitMinutes = returnIds ? 60 : 0;
		return {
			operation: 'add',
			device_name: name,
			domain_name: domain,
			options: { ...options, waitMinutes },
		};
	}
	if (operation === 'deleteById') {
		return { operation: 'delete', log_source_id: id('={{ $json.id }}'), options };
	}
	if (operation === 'delete') {
		return {
			operation: 'delete',
			log_source_id: { __rl: true, mode: 'name', value: name },
			options: { ...options, domain_name: domain },
		};
	}
	return {
		operation: 'add',
		log_source: name,
		domain_name: domain,
		ifExists: operation === 'return' ? 'return' : 'refuse',
		options: { ...options, returnIds },
	};
}

/**
 * Plays a history at a service whose world is made for it.
 * @returns what is wrong, in sentences
 */
export async function play(history: WriteHistory, service: Service): Promise<string[]> {
	const { operation, items, fault, largeIds, nameFilter } = history;
	service.set({ largeIds, nameFilter });
	if (fault !== undefined) {
		const method = operation.startsWith('delete') ? 'DELETE' : 'POST';
		service.faults.push({ ...fault.action, match: { method, nth: fault.nth }, times: 1 });
	}
	const before = thingsIn(service.world, history);
	const inUse = history.inUse.flatMap((index) => before[index]?.id ?? []);
	for (const item of inUse) {
		service.itemRefusals.push({ operation: 'deleteLogSources', item, issue: 'In use' });
	}
	const idOf = (thing: Thing | undefined): string => ids.outward(thing?.id ?? 9999, largeIds);
	const result = await runNode({
		node: operation === 'addAgent' ? 'agent' : 'logSource',
		parameters: parametersOf(history),
		items: items.map((item) => ({
			json: { ...item, id: idOf(before.find((thing) => isExactly(thing, item))) },
		})),
		credentials: { baseUrl: service.url, accessToken: service.token },
		onError: 'continueRegularOutput',
	});
	return faultsIn(history, {
		...{ before, after: thingsIn(service.world, history), inUse, idOf },
		...{ requests: service.requests, rows: rowsOf(result) },
	});
}
