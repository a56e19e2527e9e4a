import type { IDataObject } from 'n8n-workflow';

/** What became of a batch in this process. */
type Delivery = 'running' | 'finished' | 'failed';

/** What this n8n process knows of one trigger and n8n's state does not keep. */
export class TriggerMemory {
	/** Whether a poll is under way: n8n starts the next one all the same. */
	isPolling = false;

	/** How far the service's clock is ahead of the host's, in ms. */
	aheadMs = 0;

	/**
	 * When the trigger was first polled without a state, on the host's clock in ms: n8n may drop what
	 * the first poll wrote, and what happens until the second one is then read from here on.
	 */
	startedAt: number | undefined;

	private readonly name = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

	private readonly deliveries = new Map<string, Delivery>();

	private handOvers = 0;

	/** Names a batch that is handed over now. */
	handOver(): string {
		this.handOvers += 1;
		const id = `${this.name}.${this.handOvers}`;
		this.deliveries.set(id, 'running');
		return id;
	}

	settle(id: string, delivery: Delivery): void {
		this.deliveries.set(id, delivery);
	}

	/** What became of a batch; `failed` for one of an earlier process. */
	deliveryOf(id: string): Delivery {
		return this.deliveries.get(id) ?? 'failed';
	}

	/** Forgets the batches that no state names any more. */
	keep(ids: readonly string[]): void {
		for (const [id, delivery] of this.deliveries) {
			if (delivery !== 'running' && !ids.includes(id)) this.deliveries.delete(id);
		}
	}
}

const memories = new Map<string, TriggerMemory>();

/** The memory of a trigger: of a node in a workflow, whichever engine polls it. */
export function memoryOf(workflow: string, node: string): TriggerMemory {
	const key = `${workflow}:${node}`;
	let memory = memories.get(key);
	if (memory === undefined) {
		memory = new TriggerMemory();
		memories.set(key, memory);
	}
	return memory;
}

const seen = new WeakSet<IDataObject>();

/**
 * Whether this is the first poll since n8n put the workflow into its memory: each activation brings
 * a state object of its own. (The durable engine brings one with each poll.)
 */
export function isFirstSight(data: IDataObject): boolean {
	if (seen.has(data)) return false;
	seen.add(data);
	return true;
}
