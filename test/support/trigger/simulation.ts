import { alertStage, type AlertStage } from './alertStage';
import { ALERTS_UNTIL, type Happening, type History } from './history';
import type { Verdict } from './oracle';
import type { Poller, TickSetting } from './simulatedHost';
import { endSimulatedTime } from './simulatedTime';

/** What the oracle found, and what happened, for a reader of the faults. */
interface Outcome extends Verdict {
	story: string[];
	polls: number;
}

/** Polls of a history, if the trigger has not found all before. */
const MOST_POLLS = 250;

/** Runs a history with a poller, the package's by default, and compares what it emitted with what arrived. */
export async function simulate(history: History, poller?: Poller): Promise<Outcome> {
	try {
		return await run(history, poller);
	} finally {
		endSimulatedTime();
	}
}

async function run(history: History, poller: Poller | undefined): Promise<Outcome> {
	const { storedWith, switches, faults, latency, requestsPerMinute, every } = history;
	const { lookBack, maxAlerts, hostAhead, happenings } = history;
	const stage = alertStage({
		...{ storedWith, switches, faults, latency },
		credential: { requestsPerMinute },
		options: { firstFetch: 60, lookBack, maxAlerts },
		...(poller && { poller }),
	});
	const { service, wait, poll, verdict, polls } = stage;
	wait(0, hostAhead);
	raiseAll(stage, history);
	const last = service.clock.now() / 1000 + ALERTS_UNTIL + lookBack * 60;
	const story: string[] = [];
	// Once all are found, all of Look Back is read again.
	const more = Math.ceil((lookBack * 60) / 3 / every) + 3;
	for (let count = 0, complete = 0; complete < more; count += 1) {
		const { what } = happenings.find((one) => one.poll === count) ?? {};
		const how = what === undefined ? {} : happen(stage, what);
		const at = Math.floor(service.clock.now() / 1000 - last);
		const { contents, log, thrown, error } = await poll(0, how);
		const said = [...log, ...(thrown === undefined ? [] : [`thrown: ${String(error)}`])];
		story.push(
			...(what === undefined ? [] : [JSON.stringify(what)]),
			`${at}: ${contents.join(' ')} ${said.join('; ')}`,
		);
		const isPast = service.clock.now() / 1000 > last;
		complete = isPast && (verdict().lost === 0 || count > MOST_POLLS) ? complete + 1 : 0;
		wait(every);
	}
	return { ...verdict(), story, polls: polls.length };
}

/** Raises one alert after the other, and those of bursts. */
function raiseAll({ raise }: AlertStage, { gap, bursts, late, lookBack }: History): void {
	// The clock of the service is known to within some seconds.
	const lateBy = Math.max(0, Math.floor((lookBack * 60 - 5) * late.part));
	for (let index = 0; index < ALERTS_UNTIL / gap; index += 1) {
		const isLate = index % late.nth === late.nth - 1;
		raise(index * gap, index, isLate ? lateBy : 0);
	}
	for (const { at, count, alike: identical } of bursts) {
		for (let index = 0; index < count; index += 1) {
			raise(at, 10_000 + Math.floor(index / identical));
		}
	}
}

/** Lets something happen before the next poll. @returns how n8n polls then */
function happen({ service, wait, restart, hooks }: AlertStage, what: Happening): TickSetting {
	switch (what.kind) {
		case 'fault': {
			const { fault, nth, times } = what;
			service.faults.unshift({ ...fault, match: { turns: { pass: nth - 1, meet: times } }, times });
			return {};
		}
		case 'restart':
			wait(what.after);
			restart();
			return {};
		case 'kill':
			return { isKilled: true };
		case 'overlap':
			return { overlapping: 2 };
		case 'hostClock':
			wait(0, what.ahead);
			return {};
		case 'wrongDate':
			hooks.rewrite = ({ headers, ...answer }) => {
				hooks.rewrite = (next) => next;
				const date = new Date(service.clock.now() + what.hours * 3_600_000).toUTCString();
				return { ...answer, headers: { ...headers, date } };
			};
			return {};
	}
}
