import { expect, it } from '@jest/globals';
import type { IPollFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { runPoll } from '../../../nodes/polling/runPoll';
import type { ErrorKind } from '../../../nodes/shared/http/apiError';
import { errorOf } from '../../support/unit/errorOf';
import { nodeWith } from '../../support/unit/node';

let triggers = 0;

/** Polls a new trigger once for each error. Returns whether the poll threw or logged it. */
async function fates(
	activation: WorkflowActivateMode,
	errors: readonly Error[],
): Promise<string[]> {
	const data = {};
	const node = nodeWith({}, `Trigger ${(triggers += 1)}`);
	let warnings = 0;
	const logger = { info: () => undefined, warn: () => (warnings += 1) };
	const host = {
		getMode: () => 'trigger',
		getActivationMode: () => activation,
		getWorkflowStaticData: () => data,
		getWorkflow: () => ({ id: '1' }),
		getNode: () => node,
		getTimezone: () => 'UTC',
		logger,
	} as unknown as IPollFunctions;
	const found: string[] = [];
	for (const error of errors) {
		const trigger = {
			fields: [],
			format: { version: 1, isState: (value: unknown): value is object => value === undefined },
			run: async (): Promise<never> => await Promise.reject(error),
			preview: async () => await Promise.resolve([]),
		};
		const before = warnings;
		const fate = await runPoll(host, trigger).then(
			() => 'logged',
			() => 'thrown',
		);
		found.push(fate);
		expect(warnings - before).toBe(fate === 'logged' ? 1 : 0);
	}
	return found;
}

it.each<[WorkflowActivateMode, ErrorKind[], string]>([
	['init', ['refused'], 'logged'],
	['leadershipChange', ['refused'], 'logged'],
	['init', ['unreachable'], 'logged'],
	['init', ['unauthorized'], 'thrown'],
	['activate', ['refused'], 'thrown'],
	['init', ['refused', 'refused'], 'logged thrown'],
	['update', ['throttled', 'throttled'], 'thrown logged'],
	['update', ['throttled', 'refused'], 'thrown thrown'],
])('a poll after %s that meets %j is %s', async (activation, kinds, expected) => {
	const errors = kinds.map((kind) => errorOf(kind));
	expect((await fates(activation, errors)).join(' ')).toBe(expected);
});

it('an error that does not come from the service is always thrown', async () => {
	expect(await fates('init', [new TypeError('x')])).toEqual(['thrown']);
});
