import { memoryPerTrigger } from '../../shared/polling/pollMemory';

/** What became of a batch: `foreign` is one that another live process handed over. */
type Delivery = 'running' | 'finished' | 'failed' | 'foreign';

/** What this n8n process knows of the batches that it, or one before it, handed over. */
export class Deliveries {
	/** Whether another process was seen to poll this trigger too. */
	isShared = false;

	private readonly name = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

	private readonly deliveries = new Map<string, Delivery>();

	private names = 0;

	private inherited: ReadonlySet<string> | undefined;

	/** A name that no other batch of any process has. */
	newId(): string {
		this.names += 1;
		return `${this.name}.${this.names}`;
	}

	/** The first state that this process sees, or that n8n starts with, names the batches of earlier processes. */
	inherit(ids: readonly string[], isStart: boolean): void {
		if (isStart) this.inherited = undefined;
		this.inherited ??= new Set(ids);
	}

	/** Notes that a batch is handed over, or how its execution ended. */
	note(id: string, delivery: Delivery): void {
		this.deliveries.set(id, delivery);
	}

	/** What became of a batch; `failed` for one of an earlier process. */
	of(id: string): Delivery {
		const delivery = this.deliveries.get(id);
		if (delivery !== undefined) return delivery;
		if (this.inherited?.has(id) === true) return 'failed';
		return id.startsWith(`${this.name}.`) ? 'finished' : 'foreign';
	}

	/** Forgets the batches that have ended and that no state names any more. */
	prune(ids: readonly string[]): void {
		for (const [id, delivery] of this.deliveries) {
			if (delivery !== 'running' && !ids.includes(id)) this.deliveries.delete(id);
		}
	}
}

export const deliveriesOf = memoryPerTrigger(() => new Deliveries());
