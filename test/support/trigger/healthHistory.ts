import { randomFrom } from '../randomFrom';
import type { Fault } from '../service/faults';
import type { LogSource } from '../service/world';
import { HealthOracle } from './healthOracle';
import { healthStage, NEVER, type HealthStage } from './healthStage';
import type { Poller, StoredWith } from './simulatedHost';
import { endSimulatedTime } from './simulatedTime';

/** Minutes without an event after which a log source is silent. */
const SILENT_AFTER = 20;

const POLLS = 60;

const FAULTS: readonly Fault[] = [
	{ kind: 'refusal', code: '07001111', status: 400 },
	{ kind: 'shortPage' },
	{ kind: 'status', status: 500 },
	{ kind: 'dataWrong' },
];

type Random = (below: number) => number;

/** Changes something of what the service holds. */
function happen(
	{ source, remove, event, service }: HealthStage,
	away: LogSource[],
	random: Random,
) {
	const sources = [...service.world.logSources.values()];
	const one = sources[random(sources.length)];
	// One stays: a listing of none cannot be short of a row.
	if (one === undefined || sources.length === 1 || random(12) === 0) {
		source(`WEB${random(1_000_000)}`, random(2) === 0 ? { last_event_time: NEVER } : {});
		return;
	}
	switch (random(9)) {
		case 0:
			remove(one);
			if (random(2) === 0) away.push(one);
			break;
		case 1:
			one.log_collection_status = random(2) === 0 ? 'enabled' : 'disabled';
			break;
		case 2:
		case 3: {
			const states = ['active', 'inactive', 'decommissioned_device'] as const;
			one.log_collector_state = states[random(3)] ?? 'active';
			break;
		}
		case 4:
			for (const returned of away.splice(0)) service.world.putLogSource(returned);
			break;
		default:
			event(one);
	}
}

/**
 * Runs a random history of the health trigger: log sources change, polls meet faults, and n8n is killed
 * between two polls.
 * @returns what the first wrong poll told in error, or did not tell; empty if none is wrong
 */
export async function healthHistory(
	seed: number,
	storedWith: StoredWith,
	poller?: Poller,
): Promise<string[]> {
	const random = randomFrom(20_260_501 + seed * 7919);
	const parameters = { silentAfter: SILENT_AFTER };
	const stage = healthStage({ storedWith, parameters, ...(poller && { poller }) });
	const { service, poll, restart, host } = stage;
	const read = () => ({
		at: service.clock.now() / 1000,
		listed: new Map(
			[...service.world.logSources.values()].map((one) => [String(one.log_source_id), { ...one }]),
		),
	});
	for (let index = 0; index < 8; index += 1) stage.source(`WEB${index}`, {}, index * 240);
	// n8n may drop the state of the first poll after an activation.
	await poll();
	await poll();
	const oracle = new HealthOracle(SILENT_AFTER * 60, read());
	const away: LogSource[] = [];
	try {
		for (let turn = 0; turn < POLLS; turn += 1) {
			for (let count = random(4); count > 0; count -= 1) happen(stage, away, random);
			const kill = ([undefined, 'init', 'activate'] as const)[Math.max(0, random(24) - 21)];
			if (kill !== undefined) {
				restart(host.stored, kill);
				oracle.start();
			}
			service.clearFaults();
			const fault = kill === undefined && random(6) === 0 ? FAULTS[random(4)] : undefined;
			if (fault !== undefined) service.faults.push(fault);
			stage.wait(1 + random(5) + (random(30) === 0 ? 120 : 0));
			const reading = read();
			const { items, error } = await poll();
			// n8n drops the state of this poll: the next one is as if it had not been.
			const isDropped = storedWith === 'each poll' && kill === 'activate' && items.length === 0;
			const isRead = fault === undefined && !isDropped;
			const mistakes = isRead ? oracle.judge(reading, items) : items.map(String);
			if (fault === undefined && error !== undefined)
				mistakes.push(error instanceof Error ? error.message : JSON.stringify(error));
			if (mistakes.length > 0) return [`history ${seed}, poll ${turn}`, ...mistakes];
		}
		return [];
	} finally {
		endSimulatedTime();
	}
}
