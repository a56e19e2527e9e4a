import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/json';
import type { Alert } from '../service/alertStore';
import { alertStage, START } from './alertStage';
import type { Arrival, History, Step } from './history';
import type { Filter, Verdict } from './oracle';
import { endExecutions, type HandOver, type Poller } from './simulatedHost';
import { endSimulatedTime } from './simulatedTime';
import { withConstantDate } from './stage';

/** What the oracle found, and what happened, for a reader of the faults. */
interface Outcome extends Verdict {
	story: string[];
	polls: number;
}

/** Runs a history with a poller, the package's by default, and compares what it handed over with what arrived. */
export async function simulate(history: History, poller?: Poller): Promise<Outcome> {
	try {
		return await new Simulation(history, poller).run();
	} finally {
		endSimulatedTime();
	}
}

/** Polls after the last step until nothing more may come. */
const MOST_POLLS = 600;

interface Snapshot {
	state: IDataObject;
	handOvers: number;
	/** Whether no version of the node has written it. */
	isCorrupted: boolean;
}

class Simulation {
	private readonly stage: ReturnType<typeof alertStage>;

	private readonly story: string[] = [];

	private readonly changes: Array<{ at: number; index: number; status: Alert['status'] }> = [];

	private filter: Filter = 'all';

	private readonly handOvers: HandOver[] = [];

	private running: HandOver[] = [];

	private snapshots: Snapshot[];

	/** Whether the next poll that succeeds begins anew. */
	private isBaselineDue = true;

	/** Whether the trigger says that it has more to read. */
	private isBehind = false;

	constructor(
		private readonly history: History,
		poller: Poller | undefined,
	) {
		const { storedWith, switches, lasting, latency, hostAhead, arrivals } = history;
		const { faults = [], isDateConstant = false } = lasting ?? {};
		this.stage = alertStage({
			...{ storedWith, switches, faults, latency: latency / 1000 },
			...this.parameters(),
			...(poller && { poller }),
		});
		const { hooks, wait, host, oracle } = this.stage;
		wait(0, hostAhead);
		hooks.onRequest = () => {
			this.change();
		};
		if (isDateConstant) hooks.rewrite = withConstantDate;
		oracle.last = START;
		for (const arrival of arrivals.toSorted((one, other) => one.at - other.at)) this.add(arrival);
		this.changes.sort((one, other) => one.at - other.at);
		this.snapshots = [{ state: host.stored, handOvers: 0, isCorrupted: false }];
	}

	async run(): Promise<Outcome> {
		const { steps, lasting } = this.history;
		await this.poll();
		for (const step of steps) {
			for (let count = step.kind === 'polls' ? step.count : 1; count > 0; count -= 1) {
				this.stage.wait(step.after);
				await this.take(step);
				await this.poll(step.kind === 'overlap' ? 2 : 1);
			}
		}
		if (lasting === undefined) await this.settle();
		await this.endExecutions();
		return { ...this.stage.verdict(), story: this.story, polls: this.stage.polls.length };
	}

	/** The service's clock, in seconds since 1970. */
	private get now(): number {
		return this.stage.service.clock.now() / 1000;
	}

	private add({ at, late, content, twins, closed }: Arrival): void {
		for (let twin = 0; twin < twins; twin += 1) {
			const mayBeMissed = closed !== undefined && this.history.openOnly;
			const index = this.stage.raise(at - late, content, late, mayBeMissed);
			if (closed === undefined) continue;
			const closedAt = START + at + closed.after;
			this.changes.push({ at: closedAt, index, status: 'closed' });
			this.changes.push({ at: closedAt + closed.again, index, status: 'open' });
		}
	}

	private parameters() {
		const { firstFetch, lookBack, maxAlerts, redeliver, openOnly } = this.history;
		const filters: INodeParameters = {
			...(openOnly ? { status: ['open'] } : {}),
			...(this.filter === 'all' ? {} : { severity: [this.filter] }),
		};
		return { filters, options: { firstFetch, lookBack, maxAlerts, redeliver } };
	}

	/** Lets alerts be closed and opened whose time has come. */
	private change(): void {
		for (
			let [next] = this.changes;
			next !== undefined && next.at <= this.now;
			[next] = this.changes
		) {
			this.stage.service.world.alerts.setStatus(next.index, next.status);
			this.changes.shift();
		}
	}

	private async take(step: Step): Promise<void> {
		if (step.kind !== 'crash') await this.endExecutions();
		this.story.push(JSON.stringify(step));
		const { host, oracle, service, wait } = this.stage;
		switch (step.kind) {
			case 'filter':
				this.filter = this.filter === 'all' ? 'critical' : 'all';
				oracle.filtered(this.now * 1000, this.filter);
				host.parameters = { ...host.parameters, ...this.parameters() };
				break;
			case 'hostClock':
				// Without a state it is the host's clock that tells how long ago the trigger was started.
				if (host.state.position === undefined) this.isBaselineDue = true;
				wait(0, step.after % 2 === 0 ? 3700 : -3700);
				break;
			case 'fault': {
				const { nth, times } = step;
				service.clearFaults();
				const turns = { pass: nth - 1, meet: times };
				service.faults.push({ ...step.fault, match: { turns }, times });
				break;
			}
			case 'restart':
				this.restart(step.state, step.after);
				break;
			case 'crash':
				this.running = [];
				this.restart('newest', step.after);
				break;
			default:
				break;
		}
	}

	private restart(which: 'newest' | 'older' | 'none' | 'corrupted', dice: number): void {
		const { host, oracle } = this.stage;
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
		oracle.mayRepeat(this.handOvers.slice(kept).flatMap(({ items }) => items));
		host.start(state, 'init');
		this.snapshots.push({ ...from, state: host.stored, handOvers: kept, isCorrupted });
	}

	/** @returns what the poll threw */
	private async poll(overlapping = 1): Promise<unknown> {
		const { now } = this;
		const { host, oracle } = this.stage;
		const before = host.stored;
		const done = await this.stage.poll(0, overlapping);
		const { handedOver, log, thrown, error } = done;
		this.isBehind = log.some((line) => line.includes('goes on from there'));
		for (const handOver of handedOver) {
			this.handOvers.push(handOver);
			this.running.push(handOver);
			if (handOver.end === undefined) oracle.executed(handOver.items);
		}
		const emitted = done.items.map(({ Message, Time }) => `${asText(Message)} ${asText(Time)}`);
		const said = [...log, ...(thrown === undefined ? [] : [`thrown: ${asText(error)}`])];
		this.story.push(`poll at ${Math.floor(now) - START}: ${emitted.join(', ')} ${said.join('; ')}`);
		if (this.isBaselineDue) {
			oracle.begun(Math.floor(now) - Math.max(this.history.firstFetch * 60, 120));
			this.isBaselineDue = thrown !== undefined || log.some((line) => line.includes('tries again'));
		}
		const { stored } = host;
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
		for (const { end, items } of this.running) {
			if (end !== undefined) this.stage.oracle.executed(items);
		}
		await endExecutions(this.running.splice(0), 'finished');
	}

	/** Polls on, undisturbed, until nothing more can come. */
	private async settle(): Promise<void> {
		const { service, oracle, wait } = this.stage;
		service.clearFaults();
		// Without counts, what is late is found when it leaves the look-back.
		const last = oracle.last + 120 + this.history.lookBack * 60;
		let idle = 0;
		for (let count = 0; idle < 3 || this.now < last; count += 1) {
			if (count > MOST_POLLS) {
				oracle.faults.push('The trigger does not come to rest');
				return;
			}
			await this.endExecutions();
			wait(Math.max(60, Math.floor((last - this.now) / 4)));
			const before = this.handOvers.length;
			if ((await this.poll()) !== undefined) {
				oracle.faults.push('An undisturbed poll throws');
				return;
			}
			const isIdle = this.handOvers.length === before && !this.isBehind;
			idle = isIdle ? idle + 1 : 0;
		}
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
