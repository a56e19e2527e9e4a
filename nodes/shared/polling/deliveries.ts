import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { memoryPerTrigger } from './pollMemory';
import type { Log } from './log';

/** What was handed over together. */
export interface HandedOver {
	/** Names the n8n process and the hand-over in it. */
	id: string;
	/** How often it was redelivered, or tried to be. */
	tries: number;
}

/** A batch is redelivered so often before it is given up. */
const MOST_TRIES = 5;

/** Batches that are waited for at most. */
const MOST_BATCHES = 100;

/** What became of a batch: `foreign` is one that another live process handed over. */
type Delivery = 'running' | 'finished' | 'failed' | 'foreign';

/** What this n8n process knows of the batches that it, or one before it, handed over. */
export class Deliveries {
	/** Whether another process was seen to poll this trigger too. */
	private isShared = false;

	private readonly name = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

	private readonly deliveries = new Map<string, Delivery>();

	private names = 0;

	private inherited: ReadonlySet<string> | undefined;

	/** A name that no other batch of any process has. */
	newId(): string {
		this.names += 1;
		return `${this.name}.${this.names}`;
	}

	/**
	 * The batches of a state that have not finished; undefined where several processes poll the trigger,
	 * as only a lone one knows which executions ended.
	 * @param isStart whether the state's batches are all of earlier processes
	 */
	unfinished<Batch extends HandedOver>(
		batches: readonly Batch[],
		isStart: boolean,
		{ warn }: Log,
	): Batch[] | undefined {
		const ids = batches.map(({ id }) => id);
		if (isStart) this.inherited = undefined;
		this.inherited ??= new Set(ids);
		for (const [id, delivery] of this.deliveries) {
			if (delivery === 'finished' && !ids.includes(id)) this.deliveries.delete(id);
		}
		if (!this.isShared && ids.some((id) => this.of(id) === 'foreign')) {
			this.isShared = true;
			warn(
				'Several main processes of n8n poll this trigger: Redeliver After Restart is off until they are started anew',
			);
		}
		return this.isShared ? undefined : batches.filter(({ id }) => this.of(id) !== 'finished');
	}

	/** What became of a batch; `failed` for one of an earlier process. */
	of(id: string): Delivery {
		const delivery = this.deliveries.get(id);
		if (delivery !== undefined) return delivery;
		// This process knows a batch of its own until that has finished; n8n can come with an older state.
		if (id.startsWith(`${this.name}.`)) return 'finished';
		return this.inherited?.has(id) === true ? 'failed' : 'foreign';
	}

	/** Gives items to n8n with a promise of their execution's end, so that this end is known. */
	handOver(id: string, items: INodeExecutionData[][], host: IPollFunctions): void {
		const done: NonNullable<Parameters<IPollFunctions['__emit']>[2]> =
			host.helpers.createDeferredPromise();
		this.deliveries.set(id, 'running');
		done.promise.then(
			() => this.deliveries.set(id, 'finished'),
			() => this.deliveries.set(id, 'failed'),
		);
		host.__emit(items, undefined, done);
	}
}

export const deliveriesOf = memoryPerTrigger(() => new Deliveries());

/**
 * The batches that a state can hold: the oldest of too many are given up, with a line in the log.
 * @param most how much all batches but the newest may hold together
 */
export function bounded<Batch extends HandedOver>(
	batches: readonly Batch[],
	{ most, sizeOf, nouns }: { most: number; sizeOf: (batch: Batch) => number; nouns: string },
	log: Log,
): Batch[] {
	const kept = batches.slice(-MOST_BATCHES);
	let size = kept.reduce((sum, batch) => sum + sizeOf(batch), 0);
	while (size > most && kept.length > 1) {
		const [oldest] = kept.splice(0, 1);
		size -= oldest === undefined ? 0 : sizeOf(oldest);
	}
	if (kept.length < batches.length) {
		log.warn(
			`Too many executions have not ended: the ${batches.length - kept.length} oldest are no longer waited for, and their ${nouns} are not redelivered`,
		);
	}
	return kept;
}

/** Whether a batch has had all of its tries; the log says then that what it holds is lost. */
export function isGivenUp({ tries }: HandedOver, count: number, noun: string, log: Log): boolean {
	if (tries < MOST_TRIES) return false;
	giveUp(count, noun, `${MOST_TRIES} tries ended early`, log);
	return true;
}

/** Says that some of a batch are lost. */
export function giveUp(count: number, noun: string, why: string, log: Log): void {
	log.warn(
		`Not redelivered: ${count} ${noun}${count === 1 ? '' : 's'} whose execution did not finish before n8n stopped, since ${why}`,
	);
}
