import { beforeEach, expect, it, jest } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { accountOf } from '../support/account';
import { useCaseService } from '../support/cases/useCaseService';
import { listSearch, openTrigger, runOperation, testCredential } from '../support/harness/harness';
import { onOwnClock } from '../support/hostile/quickWaits';
import { passTime } from '../support/ownTime';
import type { Fault } from '../support/service/faults';

const service = useCaseService();

beforeEach(() => {
	// Waits of earlier tests are over, and no wait has jitter.
	passTime(86_400_000);
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

const poll = async (node: string, parameters: INodeParameters = {}): Promise<void> => {
	const trigger = await openTrigger({ node, parameters, credentials: accountOf(service) });
	await trigger.poll();
};

/** Everything that sends requests for a user. Each reads a single list or search. */
const CALLERS = {
	'Get Many': async () => {
		await runOperation(service, 'agent.getAll');
	},
	'a picker': async () => {
		const request = { node: 'agent', method: 'searchAgents', credentials: accountOf(service) };
		await listSearch(request).catch(() => undefined);
	},
	'the test of the credential': async () => {
		await testCredential(accountOf(service));
	},
	'a poll of the Alert Trigger': async () => await poll('alertTrigger'),
	'a poll of the Health Trigger': async () => await poll('healthTrigger'),
} as const;

const tooMany = (seconds: number): Fault => ({
	kind: 'raw',
	text: '{}',
	status: 429,
	headers: { 'retry-after': String(seconds) },
});

const FAULTS = {
	'is not available': { kind: 'status', status: 503 },
	'breaks the connection': { kind: 'resetBefore' },
	'names a wait of 5 seconds': tooMany(5),
	'names a wait of 6 seconds': tooMany(6),
	'names a wait of 60 seconds': tooMany(60),
	'names a wait of 61 seconds': tooMany(61),
} as const satisfies Record<string, Fault>;

it.each<[keyof typeof CALLERS, keyof typeof FAULTS, requests: number, seconds: number]>([
	['Get Many', 'is not available', 3, 3],
	['Get Many', 'breaks the connection', 3, 3],
	['Get Many', 'names a wait of 61 seconds', 6, 305],
	['a picker', 'is not available', 2, 1],
	['a picker', 'names a wait of 5 seconds', 2, 5],
	['a picker', 'names a wait of 6 seconds', 1, 0],
	['the test of the credential', 'is not available', 5, 0],
	['the test of the credential', 'names a wait of 5 seconds', 1, 0],
	['a poll of the Alert Trigger', 'is not available', 3, 3],
	['a poll of the Alert Trigger', 'names a wait of 60 seconds', 3, 120],
	['a poll of the Alert Trigger', 'names a wait of 61 seconds', 1, 0],
	['a poll of the Health Trigger', 'is not available', 3, 3],
	['a poll of the Health Trigger', 'names a wait of 60 seconds', 3, 120],
	['a poll of the Health Trigger', 'names a wait of 61 seconds', 1, 0],
])('%s of a service that %s sends %i requests and waits %i seconds', async (...row) => {
	const [caller, fault, requests, seconds] = row;
	service.faults.push(FAULTS[fault]);
	let waited = 0;
	await onOwnClock(CALLERS[caller], (ms) => {
		waited += ms;
	});
	expect([service.requests.length, waited / 1000]).toEqual([requests, seconds]);
});
