import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { asText } from '../../../nodes/shared/texts';
import type { Fault } from '../service/faults';
import { instant, type LogSource } from '../service/records';
import { healthTrigger } from './healthTrigger';
import type { Poller, StoredWith } from './host';
import { oneOf, type ValueOf } from './simulation';

/** Minutes without an event after which a log source is silent. */
const SILENT_AFTER = 20;

/** A change of the log source at a position of the list, or of a log source off the list. */
const change = fc.record({
	kind: oneOf('event', 'event', 'event', 'add', 'remove', 'return', 'status', 'state'),
	position: fc.nat(99),
	status: oneOf('enabled' as const, 'disabled' as const),
	state: oneOf('active' as const, 'inactive' as const, 'decommissioned_device' as const),
});

const fault = oneOf<Fault>(
	{ kind: 'refusal', code: '07001111', status: 400 },
	{ kind: 'shortPage' },
	{ kind: 'status', status: 500 },
	{ kind: 'raw', text: '{"data":"a text"}' },
);

/** The incidents before and during a poll; an activation is a start of n8n. */
const step = fc.record({
	changes: fc.array(change, { maxLength: 3 }),
	minutes: oneOf(1, 1, 2, 3, 5, 121),
	fault: fc.option(fault, { nil: undefined, freq: 5 }),
	activation: oneOf(...Array<undefined>(6).fill(undefined), 'init' as const, 'activate' as const),
});

export const healthHistory = fc.record({
	storedWith: oneOf<StoredWith>('each poll', 'an execution'),
	steps: fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }),
});

/** The states of log sources, keyed by ID and kind of state; a missing state is absent. */
type States = Map<string, string>;

const ABSENT = 'absent';

/** Changes whose items name their states in other words than {@link statesOf}. */
const CHANGES: Readonly<Record<string, readonly [kind: string, before: string, after: string]>> = {
	appeared: ['presence', ABSENT, 'listed'],
	disappeared: ['presence', 'listed', ABSENT],
	silent: ['silence', 'receiving', 'silent'],
	back: ['silence', 'silent', 'receiving'],
};

/** Returns the states that the service shows of a log source; silence counts only if events are expected. */
function statesOf(source: Readonly<LogSource>, now: number): Array<[string, string]> {
	const { log_source_id: id, log_collector_state: state, log_collection_status: status } = source;
	const isResting = state === 'decommissioned_device' || status === 'disabled';
	const isSilent = now - Date.parse(source.last_event_time) >= SILENT_AFTER * 60_000;
	const states: Array<[string, string]> = [
		[`${id} presence`, 'listed'],
		[`${id} collector_state`, state],
		[`${id} collection_status`, status],
	];
	if (!isResting) states.push([`${id} silence`, isSilent ? 'silent' : 'receiving']);
	return states;
}

const ofSource = (states: States, id: string) =>
	[...states].filter(([name]) => name.startsWith(`${id} `));

/** Applies the items of a trigger to the states, and collects the mistakes in these items. */
const trackStates = (readStates: () => States, sinceOf: (id: number, kind: string) => string) => {
	const states = readStates();
	let last: States | undefined = readStates();
	const mistakes: string[] = [];
	return {
		mistakes,
		/** Expects that n8n may have dropped the memory of the last poll. */
		forget: (): void => {
			last = undefined;
		},
		/** Checks a poll's items: a change is reported after two polls in a row show it. */
		take: (items: readonly IDataObject[]): void => {
			const now = readStates();
			for (const item of items) {
				const [id, change] = [asText(item.id), asText(item.change)];
				const itemStates = [change, asText(item.before), asText(item.after)] as const;
				const [kind, before, after] = CHANGES[change] ?? itemStates;
				const name = `${id} ${kind}`;
				const since = sinceOf(Number(id), kind);
				if (item.since !== since) mistakes.push(`${change} ${id}: not since ${asText(item.since)}`);
				const reported = states.get(name) ?? ABSENT;
				if (reported !== before) mistakes.push(`${change} ${id}: it was ${reported}`);
				const snapshots = kind === 'silence' || last === undefined ? [now] : [last, now];
				if (snapshots.some((snapshot) => (snapshot.get(name) ?? ABSENT) !== after)) {
					mistakes.push(`${change} ${id}: it is not ${after}`);
				}
				if (change === 'appeared') {
					for (const [part, state] of ofSource(now, id)) states.set(part, state);
					states.set(`${id} silence`, 'receiving');
				} else if (change === 'disappeared') {
					for (const [part] of ofSource(states, id)) states.delete(part);
				} else states.set(name, after);
			}
			last = now;
		},
		/** Compares the reported states with the final states. */
		end: (): string[] => {
			const now = readStates();
			const missing = [...now].filter(([name, state]) => states.get(name) !== state);
			const stale = [...states.keys()].filter((name) => /presence/.test(name) && !now.has(name));
			const unreported = [...missing.map(([name, state]) => `${name} ${state}`), ...stale];
			return [...mistakes, ...unreported.map((state) => `${state} is not reported`)];
		},
	};
};

/** Runs a history. @returns items that are wrong or do not follow from earlier items, and final states without an item */
export async function healthMistakes(
	{ storedWith, steps }: ValueOf<typeof healthHistory>,
	poller?: Poller,
): Promise<string[]> {
	const parameters = { silentAfter: SILENT_AFTER };
	const trigger = healthTrigger({ storedWith, parameters, ...(poller && { poller }) });
	const { service, source, poll, wait, event, restart, host } = trigger;
	const listSources = () => [...service.world.logSources.values()];
	const readStates = (): States =>
		new Map(listSources().flatMap((logSource) => statesOf(logSource, service.clock.now())));
	const removals: LogSource[] = [];
	const apply = ({ kind, position, status, state }: ValueOf<typeof change>) => {
		const all = listSources();
		const target = all[position % all.length];
		if (target === undefined || kind === 'add') source(`WEB${service.world.logSources.size}`);
		else if (kind === 'status') target.log_collection_status = status;
		else if (kind === 'state') target.log_collector_state = state;
		else if (kind === 'return')
			removals.splice(0).forEach((row) => service.world.putLogSource(row));
		else if (kind === 'event') event(target);
		// One log source stays, since an empty list cannot lack a row.
		else if (all.length > 1) {
			trigger.remove(target);
			removals.push(target);
		}
	};
	for (let index = 0; index < 4; index += 1) source(`WEB${index}`, {}, index * 480);
	// n8n may drop the state of the first poll after an activation.
	await poll();
	await poll();
	// A silence begins at the last event, and ends at one.
	const sinceOf = (id: number, kind: string): string =>
		kind === 'silence'
			? (service.world.logSources.get(id)?.last_event_time ?? '')
			: instant(service.clock.now());
	const tracker = trackStates(readStates, sinceOf);
	for (const { changes, minutes, fault, activation } of steps) {
		changes.forEach(apply);
		if (activation !== undefined) {
			restart(host.stored, activation);
			tracker.forget();
		}
		service.clearFaults();
		if (fault !== undefined) service.faults.push(fault);
		wait(minutes);
		const { items, error, log } = await poll();
		const isDropped = storedWith === 'each poll' && activation === 'activate';
		if (fault !== undefined) {
			tracker.mistakes.push(...items.map(String));
			if (error === undefined && log.length === 0) tracker.mistakes.push('a fault is not shown');
		} else if (!isDropped || items.length > 0) tracker.take(items);
		if (fault === undefined && error !== undefined) tracker.mistakes.push(asText(error));
	}
	service.clearFaults();
	for (const minutes of [1, 1, SILENT_AFTER]) {
		wait(minutes);
		event(...listSources().filter((_source, index) => index % 2 === 0));
		tracker.take((await poll()).items);
	}
	return tracker.end();
}

/** In any history the trigger reports each change once, and nothing else. */
export const changesOnce = fc.asyncProperty(healthHistory, async (history) => {
	const mistakes = await healthMistakes(history);
	if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
});
