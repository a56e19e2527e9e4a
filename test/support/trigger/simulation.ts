import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import { timeText } from '../service/alertRecord';
import { DirectService } from './directService';
import { alertOf, type Arrival, type History, type Step } from './history';
import { Oracle, type Filter } from './oracle';
import { endExecutions, SimulatedHost, type HandOver, type Poller } from './simulatedHost';
import { withSimulatedTime } from './simulatedTime';

/** What the oracle found, in words; no fault where every alert came exactly once. */
export interface Verdict {
	faults: string[];
	/** What happened, for a reader of the faults. */
	story: string[];
	polls: number;
}

/** Runs a history with a poller and compares what it handed over with what arrived. */
export const simulate = async (history: History, poller: Poller): Promise<Verdict> =>
	await withSimulatedTime(async ({ setNow, onWait }) => {
		const simulation = new Simulation(history, poller, setNow);
		onWait((ms) => {
			simulation.wait(ms);
		});
		return await simulation.run();
	});

/** The second of the first poll; none that is round. */
const START = Date.UTC(2026, 4, 1, 12, 0, 7) / 1000;

/** Polls after the last step until nothing more may come. */
const MOST_POLLS = 600;

interface Snapshot {
	state: IDataObject;
	handOvers: number;
	/** Whether no version of the node has written it. */
	isCorrupted: boolean;
}

class Simulation {
	private readonly service: DirectService;

	private readonly host: SimulatedHost;

	private readonly oracle: Oracle;

	private readonly story: string[] = [];

	private readonly changes: Array<{ at: number; index: number; status: 'open' | 'closed' }> = [];

	/** Ms since 1970, the service's clock. */
	private now = START * 1000;

	private hostAhead: number;

	private filter: Filter = 'all';

	private readonly handOvers: HandOver[] = [];

	private running: HandOver[] = [];

	private snapshots: Snapshot[];

	/** Whether the next poll that succeeds begins anew. */
	private isBaselineDue = true;

	private polls = 0;

	/** Whether the trigger says that it has more to read. */
	private isBehind = false;

	constructor(
		private readonly history: History,
		poller: Poller,
		private readonly setNow: (hostMs: number) => void,
	) {
		this.hostAhead = history.hostAhead;
		this.service = new DirectService(this.now, history.switches);
		this.oracle = new Oracle(START);
		for (const arrival of [...history.arrivals].sort((one, other) => one.at - other.at)) {
			this.add(arrival);
		}
		this.changes.sort((one, other) => one.at - other.at);
		this.host = new SimulatedHost(
			poller,
			this.service,
			history.storedWith,
			this.parameters(),
			() => {
				this.moveTo(this.now + history.latency);
				return true;
			},
		);
		this.snapshots = [{ state: this.host.stored, handOvers: 0, isCorrupted: false }];
		this.moveTo(this.now);
	}

	/** What waits, waits on both clocks. */
	wait(ms: number): void {
		this.moveTo(this.now + ms);
	}

	async run(): Promise<Verdict> {
		await this.poll();
		for (const step of this.history.steps) {
			this.moveTo(this.now + step.after * 1000);
			await this.take(step);
			await this.poll(step.kind === 'overlap' ? 2 : 1);
		}
		await this.settle();
		const { faults } = this.oracle.judge();
		return { faults, story: this.story, polls: this.polls };
	}

	private add(arrival: Arrival): void {
		const arrivedAt = (START + arrival.at) * 1000 + 137;
		const event = START + arrival.at - arrival.late;
		for (let twin = 0; twin < arrival.twins; twin += 1) {
			const alert = alertOf(arrival, event, arrivedAt);
			const index = this.service.add(alert);
			const { closed } = arrival;
			if (closed !== undefined) {
				const at = arrivedAt + closed.after * 1000;
				this.changes.push({ at, index, status: 'closed' });
				this.changes.push({ at: at + closed.again * 1000, index, status: 'open' });
			}
			const time = timeText(event, this.history.switches.recordZone ?? 0);
			this.oracle.arrived({
				name: `${alert.message} at ${time}`,
				event,
				arrivedAt,
				isCritical: alert.severity === 'critical',
				mayBeMissed: closed !== undefined && this.history.openOnly,
			});
		}
	}

	private parameters(): INodeParameters {
		const { firstFetch, lookBack, maxAlerts, redeliver, openOnly } = this.history;
		return {
			filters: {
				...(openOnly ? { status: ['open'] } : {}),
				...(this.filter === 'all' ? {} : { severity: [this.filter] }),
			},
			options: { firstFetch, lookBack, maxAlerts, redeliver },
		};
	}

	private moveTo(ms: number): void {
		this.now = ms;
		this.service.clock.set(ms);
		this.setNow(ms + this.hostAhead * 1000);
		while (this.changes[0] !== undefined && this.changes[0].at <= ms) {
			const [change] = this.changes.splice(0, 1);
			if (change !== undefined) this.service.setStatus(change.index, change.status);
		}
	}

	private async take(step: Step): Promise<void> {
		if (step.kind !== 'crash') await this.endExecutions();
		this.story.push(JSON.stringify(step));
		switch (step.kind) {
			case 'filter':
				this.filter = this.filter === 'all' ? 'critical' : 'all';
				this.oracle.filtered(this.now, this.filter);
				this.host.parameters = { ...this.host.parameters, ...this.parameters() };
				break;
			case 'hostClock':
				this.hostAhead += step.after % 2 === 0 ? 3700 : -3700;
				// Without a state it is the host's clock that tells how long ago the trigger was started.
				if (this.host.state.position === undefined) this.isBaselineDue = true;
				this.moveTo(this.now);
				break;
			case 'fault':
				this.service.faults = [
					...Array.from({ length: step.nth - 1 }, () => undefined),
					...Array.from({ length: step.times }, () => step.fault),
				];
				break;
			case 'expire':
				this.service.expireAt = this.service.requests + step.nth;
				break;
			case 'restart':
				this.restart(step.state, step.after);
				break;
			case 'crash':
				this.running = [];
				this.restart('newest', step.after);
				break;
			case 'poll':
			case 'overlap':
				break;
		}
	}

	private restart(which: 'newest' | 'older' | 'none' | 'corrupted', dice: number): void {
		const newest = this.snapshots.at(-1);
		const older = this.snapshots[dice % this.snapshots.length];
		const from = which === 'older' ? older : newest;
		if (from === undefined) throw new Error('There is always a snapshot');
		const state =
			which === 'none' ? {} : which === 'corrupted' ? corrupted(from.state, dice) : from.state;
		const isAsStored = state.position !== undefined && state.position === from.state.position;
		const isCorrupted = which === 'corrupted' || (from.isCorrupted && which !== 'none');
		if (!isAsStored || isCorrupted) this.isBaselineDue = true;
		const kept = which === 'none' || which === 'corrupted' ? 0 : from.handOvers;
		this.oracle.mayRepeat(this.handOvers.slice(kept).flatMap(({ items }) => items));
		this.host.start(state, 'init');
		this.snapshots.push({ ...from, state: this.host.stored, handOvers: kept, isCorrupted });
	}

	/** @returns what the poll threw */
	private async poll(overlapping = 1): Promise<unknown> {
		this.polls += 1;
		const { now } = this;
		const before = this.host.stored;
		const { handedOver, logs, thrown } = await this.host.tick(overlapping);
		this.isBehind = logs.some((line) => line.includes('goes on from there'));
		for (const handOver of handedOver) {
			this.handOvers.push(handOver);
			this.running.push(handOver);
			this.oracle.handedOver(handOver.items);
			if (handOver.end === undefined) this.oracle.executed(handOver.items);
		}
		const said = thrown instanceof Error ? [...logs, `thrown: ${thrown.message}`] : logs;
		this.story.push(
			`poll at ${Math.floor(now / 1000) - START}: ${handedOver.map(({ items }) => items.map(({ Message, Time }) => `${asText(Message)} ${asText(Time)}`).join(', ')).join(' | ')} ${said.filter((line) => !line.startsWith('POST')).join('; ')}`,
		);
		if (this.isBaselineDue) {
			this.oracle.begun(Math.floor(now / 1000) - Math.max(this.history.firstFetch * 60, 120));
			this.isBaselineDue =
				thrown !== undefined || logs.some((line) => line.includes('tries again'));
		}
		const { stored } = this.host;
		if (stored !== before) {
			this.snapshots.push({
				state: stored,
				handOvers: this.handOvers.length,
				// n8n may store a state that the trigger has not written anew.
				isCorrupted: stored.pollId === before.pollId && this.snapshots.at(-1)?.isCorrupted === true,
			});
		}
		return thrown;
	}

	private async endExecutions(): Promise<void> {
		for (const { end, items } of this.running) if (end !== undefined) this.oracle.executed(items);
		await endExecutions(this.running.splice(0), 'finished');
	}

	/** Polls on, undisturbed, until nothing more can come. */
	private async settle(): Promise<void> {
		this.service.faults = [];
		this.service.expireAt = 0;
		// Without counts, what is late is found when it leaves the look-back.
		const last = this.oracle.last + 120 + this.history.lookBack * 60;
		let idle = 0;
		for (let count = 0; idle < 3 || this.now / 1000 < last; count += 1) {
			if (count > MOST_POLLS) {
				this.oracle.faults.push('The trigger does not come to rest');
				return;
			}
			await this.endExecutions();
			const left = last * 1000 - this.now;
			this.moveTo(this.now + Math.max(60_000, Math.floor(left / 4)));
			const before = this.handOvers.length;
			if ((await this.poll()) !== undefined) {
				this.oracle.faults.push('An undisturbed poll throws');
				return;
			}
			const isIdle = this.handOvers.length === before && !this.isBehind;
			idle = isIdle ? idle + 1 : 0;
		}
		await this.endExecutions();
	}
}

/** A state as no version of this node has written it. */
function corrupted(state: IDataObject, dice: number): IDataObject {
	const future = 10_000_000;
	switch (dice % 5) {
		case 0:
			return { ...state, emitted: `${asText(state.emitted)}=x`, handedOver: '[{' };
		case 1:
			return { ...state, version: 99, position: Number(state.position) + 0.5 };
		case 2:
			return { ...state, position: 'yesterday' };
		case 3:
			return { ...state, lookBack: '', emitted: '' };
		default:
			return {
				...state,
				position: Number(state.position) + future,
				verified: Number(state.verified) + future,
				start: Number(state.start) + future,
			};
	}
}
