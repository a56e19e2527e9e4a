import type { INodeParameters } from 'n8n-workflow';

import { rowsOf } from '../cases/results';
import { runNode } from '../harness/harness';
import { Ids } from '../service/ids';
import { newLogSource } from '../service/newLogSource';
import type { Service } from '../service/service';
import { makeWorld, type LogSource, type WorldBuilder } from '../service/world';
import { demoWorld } from '../service/demoWorld';
import type { WriteHistory } from './history';
import { faultsIn } from './judge';

const ids = new Ids();

/** The demo's domains with nothing but the log sources of a history. */
export const worldOf =
	({ existing, tellsCaseApart }: WriteHistory): WorldBuilder =>
	(now) => {
		const demo = demoWorld(now);
		const world = makeWorld(
			{
				...demo,
				computers: [],
				logSources: [],
				agents: [...demo.agents.values()],
				logTypes: [...demo.logTypes.values()],
				rules: [...demo.rules.values()],
			},
			tellsCaseApart ? (name) => name : undefined,
		);
		for (const { log_source, domain_name } of existing) {
			if (world.logSourceAt(domain_name, log_source) !== undefined) continue;
			const id = world.nextId('logSource');
			world.putLogSource(newLogSource(id, log_source, { domain_name }, now));
		}
		return world;
	};

function parametersOf(history: WriteHistory): INodeParameters {
	const { operation, batchSize, maxConcurrentRequests, returnIds } = history;
	const options = { batchSize, maxConcurrentRequests };
	const domain = { __rl: true, mode: 'name', value: '={{ $json.domain_name }}' };
	const name = '={{ $json.log_source }}';
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
	const { items, fault, largeIds, nameFilter } = history;
	service.set({ largeIds, nameFilter });
	if (fault !== undefined) {
		const method = history.operation === 'delete' ? 'DELETE' : 'POST';
		service.faults.push({ ...fault.action, match: { method, nth: fault.nth }, times: 1 });
	}
	const sources = (): LogSource[] => [...service.world.logSources.values()];
	const before = sources();
	const result = await runNode({
		node: 'logSource',
		parameters: parametersOf(history),
		items: items.map((json) => ({ json: { ...json } })),
		credentials: { baseUrl: service.url, accessToken: service.token },
		onError: 'continueRegularOutput',
	});
	return faultsIn(history, {
		before,
		after: sources(),
		requests: service.requests,
		rows: rowsOf(result),
		idOf: ({ log_source_id }) => ids.outward(log_source_id, largeIds),
	});
}
