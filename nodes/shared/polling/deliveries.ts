import type { INodeExecutionData, INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { Log } from './log';
import { memoryPerTrigger } from './pollMemory';
import { UniqueIds } from './storedValues';

export const REDELIVER = {
	displayName: 'Redeliver After Restart',
	name: 'redeliver',
	type: 'boolean',
	default: false,
	description:
		'Whether to emit again what an execution had that did not finish before n8n stopped. The items carry redelivered and the key they had before.',
} as const satisfies INodeProperties;

/** What was handed over together. */
export interface HandedOver {
	/** Names the n8n process and the hand-over in it. */
	id: string;
	/** How often it was redelivered, or tried to be. */
	tries: number;
}

/** A delivery is redelivered so often before it is given up. */
const MOST_TRIES = 5;

/** Deliveries that are waited for at most. */
const MOST_DELIVERIES = 100;

/**
 * What became of a delivery. `finished`: its execution ended, also with an error of a node. `lost`: it
 * ended with n8n, or was never run. `foreign`: another live process handed it over.
 */
type Status = 'running' | 'finished' | 'lost' | 'foreign';

/** What this n8n process knows of the deliveries that it, or one before it, handed over. */
export class Deliveries {
	/** Whether another process was seen to poll this trigger too. */
	private isShared = false;

	private readonly ids = new UniqueIds();

	private readonly deliveries = new Map<string, Status>();

	private inherited: ReadonlySet<string> | undefined;

	newId(): string {
		return this.ids.next();
	}

	/**
	 * The deliveries of a state that have not finished, the oldest first: those that run and those that
	 * are lost, which `of` tells apart. Undefined if nothing is redelivered: the option is off, or several
	 * processes poll the trigger, as only a lone one knows which executions ended.
	 * @param isOn the trigger's option Redeliver After Restart
	 * @param isStart whether the state's deliveries are all of earlier processes
	 */
	unfinished<Delivery extends HandedOver>(
		deliveries: readonly Delivery[],
		{ isOn, isStart }: { isOn: boolean | undefined; isStart: boolean },
		log: Log,
	): Delivery[] | undefined {
		if (isOn !== true) return undefined;
		const ids = deliveries.map(({ id }) => id);
		if (isStart) this.inherited = undefined;
		this.inherited ??= new Set(ids);
		for (const [id, status] of this.deliveries) {
			if (status !== 'running' && !ids.includes(id)) this.deliveries.delete(id);
		}
		if (!this.isShared && ids.some((id) => this.of(id) === 'foreign')) {
			this.isShared = true;
			log.warn(
				'Several main processes of n8n poll this trigger: Redeliver After Restart is off until they are restarted',
			);
		}
		return this.isShared ? undefined : deliveries.filter(({ id }) => this.of(id) !== 'finished');
	}

	/** What became of a delivery; `lost` for one of an earlier process that did not finish. */
	of(id: string): Status {
		const status = this.deliveries.get(id);
		if (status !== undefined) return status;
		// This process knows a delivery of its own until that has finished; n8n can come with an older state.
		if (this.ids.has(id)) return 'finished';
		return this.inherited?.has(id) === true ? 'lost' : 'foreign';
	}

	/** Gives items to n8n with a promise of their execution's end, so that this end is known. */
	handOver(id: string, items: INodeExecutionData[][], host: IPollFunctions): void {
		const done: NonNullable<Parameters<IPollFunctions['__emit']>[2]> =
			host.helpers.createDeferredPromise();
		this.deliveries.set(id, 'running');
		done.promise.then(
			() => this.deliveries.set(id, 'finished'),
			() => this.deliveries.set(id, 'lost'),
		);
		host.__emit(items, undefined, done);
	}
}

export const deliveriesOf = memoryPerTrigger(() => new Deliveries());

/** What the deliveries of a trigger hold. */
export interface Contents<Delivery extends HandedOver> {
	noun: string;
	nouns: string;
	sizeOf: (delivery: Delivery) => number;
	/** How much all deliveries but the newest may hold together. */
	most: number;
}

/** The deliveries that a state can hold: the oldest of too many are given up, with a line in the log. */
export function bounded<Delivery extends HandedOver>(
	deliveries: readonly Delivery[],
	{ most, sizeOf, nouns }: Contents<Delivery>,
	log: Log,
): Delivery[] {
	const kept = deliveries.slice(-MOST_DELIVERIES);
	let size = kept.reduce((sum, delivery) => sum + sizeOf(delivery), 0);
	while (size > most && kept.length > 1) {
		const [oldest] = kept.splice(0, 1);
		size -= oldest === undefined ? 0 : sizeOf(oldest);
	}
	if (kept.length < deliveries.length) {
		log.warn(
			`Too many executions have not ended: the ${deliveries.length - kept.length} oldest are no longer waited for, and their ${nouns} are not redelivered`,
		);
	}
	return kept;
}

/** Whether a delivery has had all of its tries; the log says then that what it holds is lost. */
export function isGivenUp<Delivery extends HandedOver>(
	delivery: Delivery,
	contents: Contents<Delivery>,
	log: Log,
): boolean {
	if (delivery.tries < MOST_TRIES) return false;
	giveUp(contents.sizeOf(delivery), contents, `${MOST_TRIES} tries ended early`, log);
	return true;
}

/** Logs that some of a delivery are lost. */
export function giveUp(
	count: number,
	{ noun, nouns }: Pick<Contents<never>, 'noun' | 'nouns'>,
	why: string,
	log: Log,
): void {
	log.warn(
		`Not redelivered: ${count} ${count === 1 ? noun : nouns} whose execution did not finish before n8n stopped, since ${why}`,
	);
}
