import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { UtcTimes } from '../../Alert/serviceTime';
import type { Settings } from '../fields';
import { batchOf, bounded, type Redelivery } from '../redelivery/redelivery';
import { writeState, type Batch } from '../state/state';
import { itemsOf, type Outgoing } from './items';
import type { TriggerMemory } from './processMemory';
import type { Scan } from './read';

/** What a poll leaves behind: state and items are handed to n8n together. */
export class Commit {
	private readonly name: string;

	constructor(
		private readonly host: IPollFunctions,
		private readonly memory: TriggerMemory,
		private readonly data: IDataObject,
		private readonly isStart: boolean,
		private readonly times: UtcTimes,
	) {
		this.name = memory.newName();
	}

	/** Leaves a state to n8n. */
	state(scan: Scan, batches: readonly Batch[], isEmpty = true): void {
		const { host, memory, name } = this;
		const handedOver = bounded(batches, host.logger);
		memory.prune(handedOver.map(({ id }) => id));
		const isWritten = writeState(this.data, { ...scan.state, handedOver }, name);
		// n8n may drop what a first poll wrote that hands nothing over.
		if (isWritten && !(this.isStart && isEmpty)) memory.noteStateWritten(name);
	}

	/** Leaves the state, and hands over what was found. */
	alerts(
		scan: Scan,
		again: Redelivery,
		waiting: readonly Batch[],
		source: Batch | undefined,
		settings: Settings,
		isTracked: boolean,
	): INodeExecutionData[][] | null {
		const alerts: Outgoing[] = [
			...again.alerts.map((alert): Outgoing => ({ ...alert, redelivered: true })),
			...scan.alerts,
		];
		if (alerts.length === 0) {
			this.state(scan, waiting);
			return null;
		}
		const items = [itemsOf(alerts, settings, this.times)];
		if (!isTracked) {
			this.state(scan, [], false);
			return items;
		}
		const batch = batchOf(this.name, scan, again, source);
		this.state(scan, [...waiting, batch], false);
		this.handOver(batch.id, items);
		return null;
	}

	/** Gives the items to n8n with a promise of their execution's end, so that this end is known. */
	private handOver(id: string, items: INodeExecutionData[][]): void {
		const { host, memory } = this;
		memory.handOver(id);
		const done: NonNullable<Parameters<IPollFunctions['__emit']>[2]> =
			host.helpers.createDeferredPromise();
		done.promise.then(
			() => memory.settle(id, 'finished'),
			() => memory.settle(id, 'failed'),
		);
		host.__emit(items, undefined, done);
	}
}
