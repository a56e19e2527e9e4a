import { deepEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';

import type { Workflow } from '../../support/host/client';
import { until } from '../../support/host/until';
import type { Demo } from './demo';
import { replaceIn, requireSuccess, rowsOf, run, storeChanged } from './runs';

const RUNS_AT_ONCE = 20;

/** A test run of the trigger reads the newest alerts; the other workflows leave the last ten minutes to it. */
const TRIGGER = 'New Alerts';

/** Stores a copy of an example whose nodes of a ticket system are enabled. */
export const withTickets = async (demo: Demo, workflow: Workflow, system: string) =>
	await storeChanged(demo, workflow, (node) =>
		node.type.endsWith(`.${system}`) ? { ...node, disabled: false } : node,
	);

/** Expects one ticket for each alert whose ticket, or the search for it, was refused in earlier runs. */
export async function requireRetry(demo: Demo, first: Workflow, next: Workflow): Promise<void> {
	const { ticketSystem } = demo.environment;
	const messages = arrive(demo, first, 3);
	for (const refusal of ['refusesSearches', 'refuses'] as const) {
		ticketSystem[refusal] = true;
		await run(demo, first, startOf(first));
		deepEqual(countTickets(demo, messages), [0, 0, 0]);
		ticketSystem[refusal] = false;
	}
	await run(demo, next, startOf(next));
	await run(demo, first, startOf(first));
	deepEqual(countTickets(demo, messages), [1, 1, 1]);
}

/** Expects one ticket for each alert after n8n was killed between a ticket and its row, and after many runs at once. */
export async function requireOneTicketEach(demo: Demo, workflow: Workflow): Promise<void> {
	const { n8n, environment } = demo;
	const { ticketSystem } = environment;
	const start = startOf(workflow);
	const [message = ''] = arrive(demo, workflow, 1);
	ticketSystem.staysSilent = true;
	await n8n.client.startWorkflow(workflow.id, start);
	await until('there is a ticket', () => countTickets(demo, [message])[0] === 1);
	await n8n.kill();
	ticketSystem.staysSilent = false;
	await n8n.restart();
	// The claim of the killed run ends after half an hour.
	const afterClaims = await storeChanged(demo, workflow, (node) =>
		replaceIn(node, 'minus({ minutes: 30 })', 'plus({ minutes: 1 })'),
	);
	await run(demo, afterClaims, start);

	const messages = arrive(demo, workflow, 3);
	const starts = Array.from({ length: RUNS_AT_ONCE }, async () =>
		n8n.client.startWorkflow(workflow.id, start),
	);
	const ids = await Promise.all(starts);
	await n8n.client.quiet([workflow], 2);
	for (const id of ids) requireSuccess(await n8n.client.execution(id));
	deepEqual(countTickets(demo, [message, ...messages]), [1, 1, 1, 1]);
	deepEqual(rowsOf(await run(demo, afterClaims, start), 'Claim the Rows'), []);
}

/** Lets critical alerts of different log sources arrive that a workflow reads. @returns their messages */
function arrive({ service }: Demo, workflow: Workflow, count: number): string[] {
	const messages = Array.from({ length: count }, () => `Alert ${randomUUID()}`);
	const age = startOf(workflow) === TRIGGER ? 0 : 1_200;
	const eventTime = Math.floor(service.clock.now() / 1000) - age;
	const alerts = messages.map((message) => {
		const logSource = message.slice(-12);
		return { severity: 'critical' as const, message, eventTime, logSource };
	});
	service.arrive(alerts);
	return messages;
}

const countTickets = ({ environment }: Demo, messages: readonly string[]): number[] =>
	messages.map((message) => {
		const { tickets } = environment.ticketSystem;
		return tickets.filter(({ description }) => description.includes(message)).length;
	});

/** Names the start of a run: the trigger, or the schedule's substitute. */
const startOf = ({ nodes }: Workflow): string =>
	nodes.some(({ name }) => name === TRIGGER) ? TRIGGER : 'Run Now';
