import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import type { UtcTimes } from '../../Alert/serviceTime';
import type { Poll } from '../../shared/polling/runPoll';
import type { Settings } from '../fields';
import { deliveriesOf } from '../redelivery/deliveries';
import { batchOf, bounded, type Redelivery } from '../redelivery/redelivery';
import type { Batch, State } from '../state/state';
import { itemsOf, type Outgoing } from './items';
import type { Scan } from './read';

/** What a poll leaves behind: state and items are handed to n8n together. */
export class Commit {
	constructor(
		private readonly host: IPollFunctions,
		private readonly poll: Poll<State>,
		private readonly times: UtcTimes,
	) {}

	/** Leaves a state to n8n. */
	state(scan: Scan, batches: readonly Batch[], hasItems = false): void {
		const handedOver = bounded(batches, this.poll.log);
		deliveriesOf(this.host).prune(handedOver.map(({ id }) => id));
		this.poll.commit({ ...scan.state, handedOver }, hasItems);
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
			this.state(scan, [], true);
			return items;
		}
		const batch = batchOf(deliveriesOf(this.host).newId(), scan, again, source);
		this.state(scan, [...waiting, batch], true);
		this.handOver(batch.id, items);
		return null;
	}

	/** Gives the items to n8n with a promise of their execution's end, so that this end is known. */
	private handOver(id: string, items: INodeExecutionData[][]): void {
		const { host } = this;
		const deliveries = deliveriesOf(host);
		deliveries.note(id, 'running');
		const done: NonNullable<Parameters<IPollFunctions['__emit']>[2]> =
			host.helpers.createDeferredPromise();
		done.promise.then(
			() => deliveries.note(id, 'finished'),
			() => deliveries.note(id, 'failed'),
		);
		host.__emit(items, undefined, done);
	}
}
