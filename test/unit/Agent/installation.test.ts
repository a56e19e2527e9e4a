import { expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { waitForInstallation, withListedBefore } from '../../../nodes/Agent/installation';
import { ApiError } from '../../../nodes/shared/http/apiError';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import { scriptedService } from '../../support/unit/scriptedService';

const refusal = (retry: 'always' | 'never') =>
	new ApiError(retry === 'always' ? 'unavailable' : 'filtered', {}, { message: 'No' });

/** Waits for devices at a service that lists agents otherwise at each look; the last list stays. */
async function waited(
	devices: ReadonlyArray<[device_name: string, waitMinutes: number]>,
	looks: ReadonlyArray<readonly IDataObject[] | ApiError>,
	outcome: Outcome = { outcome: 'succeeded' },
	before: { listedBefore?: string[] } = { listedBefore: [] },
) {
	let looked = 0;
	const {
		service,
		notes,
		waited: paused,
	} = scriptedService(({ query }) => {
		if (query?.page !== 1) return { data: { agents: [] } };
		const agents = looks[Math.min(looked++, looks.length - 1)] ?? [];
		return agents instanceof ApiError ? agents : { data: { agents: [...agents] } };
	});
	const written = devices.map(([device_name, waitMinutes]) => ({
		payload: { device_name, domain_name: 'corp', waitMinutes, ...before },
		outcome,
	}));
	const outcomes = await waitForInstallation(written, service);
	return { outcomes: [...outcomes.values()], looked, paused: paused(), notes };
}

const agent = (agent_name: string, status: string, agent_id = 1): IDataObject => ({
	agent_name,
	status,
	agent_id,
});
const done = {
	outcome: 'succeeded',
	detail: 'Added, the installation ended as "Running"',
	extra: { agent_id: 1, status: 'Running', installation: 'done' },
};

it('the wait for an installation ends with the installation where the name has another case', async () => {
	const scheduled = [agent('WEB01', 'Installation Scheduled')];
	const waiting = [agent('WEB01', 'Waiting for Initial Sync')];
	const looks = [[], scheduled, waiting, [agent('WEB01', 'Running')]];
	const { outcomes, looked, paused, notes } = await waited([['web01', 10]], looks);
	expect(outcomes).toEqual([done]);
	expect([looked, paused, notes]).toEqual([4, 45_000, []]);
});

it('the wait for an installation ends at the limit of each item, which says so', async () => {
	const agents = [agent('A', 'Installation Scheduled'), agent('B', 'Installation Scheduled')];
	const finished = [agent('A', 'Running'), agent('B', 'Running')];
	const looks = [agents, agents, agents, agents, agents, finished];
	const { outcomes, paused, notes } = await waited(
		[
			['A', 1],
			['B', 10],
		],
		looks,
	);
	expect(outcomes).toEqual([
		{
			outcome: 'succeeded',
			detail: 'Added, the status is "Installation Scheduled" after 1 minute',
			extra: { agent_id: 1, status: 'Installation Scheduled', installation: 'under way' },
		},
		done,
	]);
	expect(paused).toBe(75_000);
	expect(notes).toEqual([expect.stringContaining('at the end of the wait: 1.')]);
});

it.each([
	...['Installation Failed', 'Manual Install', 'Platform Not Supported', 'Crashed'],
	...['platform_not_supported', 'agent_not_communicating', 'SSH Connection Lost'],
])(
	'the wait for an installation ends where the status is %s, and the item failed',
	async (status) => {
		const { outcomes, looked } = await waited([['A', 10]], [[agent('A', status)]]);
		expect(outcomes).toEqual([
			{
				outcome: 'failed',
				detail: `The installation was started and ended as "${status}"`,
				extra: { agent_id: 1, status, installation: 'failed' },
			},
		]);
		expect(looked).toBe(1);
	},
);

const ambiguous = {
	outcome: 'succeeded',
	detail:
		'Added; several devices or agents have this name, so the end of its installation cannot be told',
	extra: { agent_id: '', status: '', installation: 'ambiguous' },
};

it('the wait for an installation says that agents or devices of one name cannot be told apart', async () => {
	const two = [agent('A', 'Crashed', 9), agent('A', 'Running', 10), agent('B', 'Running')];
	expect((await waited([['A', 10]], [two])).outcomes).toEqual([ambiguous]);
	const devices: Array<[string, number]> = [
		['b', 10],
		['C', 10],
		['B', 10],
	];
	const looks = [[agent('B', 'Running'), agent('C', 'Running')]];
	expect((await waited(devices, looks)).outcomes).toEqual([ambiguous, done, ambiguous]);
});

it.each([
	['is there still', { listedBefore: ['9'] }, [agent('a', 'Running', 9)], 4],
	['may have been there', {}, [agent('A', 'Running', 9)], 0],
])(
	'the wait for an installation takes no agent for it that %s',
	async (_what, before, agents, pauses) => {
		const { outcomes, paused } = await waited([['A', 1]], [agents], undefined, before);
		const detail =
			'Added; an agent of this name may have been there before, so the end of its installation cannot be told';
		expect(outcomes).toEqual([{ ...ambiguous, detail }]);
		expect(paused).toBe(pauses * 15_000);
		const both = [agent('A', 'Crashed', 9), agent('a', 'Running', 1)];
		const added = await waited([['A', 1]], [both], undefined, { listedBefore: ['9'] });
		expect(added.outcomes).toEqual([done]);
	},
);

it('the wait for an installation takes an exact spelling before another one, and goes on if the list cannot be read now', async () => {
	const two = [agent('a', 'Crashed', 9), agent('A', 'Running', 10)];
	const { outcomes } = await waited([['A', 10]], [refusal('always'), two]);
	expect(outcomes).toEqual([{ ...done, extra: { ...done.extra, agent_id: 10 } }]);
});

it('the wait for an installation shows a word that is not known as it is', async () => {
	const { outcomes, paused } = await waited([['A', 2]], [[agent('A', 'Frobnicating')]]);
	expect(outcomes).toEqual([
		{
			outcome: 'succeeded',
			detail: 'Added, the status is "Frobnicating" after 2 minutes',
			extra: { agent_id: 1, status: 'Frobnicating', installation: 'under way' },
		},
	]);
	expect(paused).toBe(120_000);
});

it('the wait for an installation keeps the status seen last where the list cannot be read at the end', async () => {
	const scheduled = [agent('A', 'Installation Scheduled')];
	const { outcomes } = await waited([['A', 1]], [scheduled, refusal('always')]);
	expect(outcomes[0]?.extra).toMatchObject({ agent_id: 1, status: 'Installation Scheduled' });
});

it('the wait for an installation ends without another try where the list is refused for good', async () => {
	await expect(waited([['A', 10]], [refusal('never')])).rejects.toThrow('No');
});

it('the wait for an installation is not for items that did not succeed or ask for none', async () => {
	expect((await waited([['A', 0]], [[]])).looked).toBe(0);
	const failed: Outcome = { outcome: 'failed', detail: 'X' };
	expect((await waited([['A', 10]], [[]], failed)).looked).toBe(0);
});

it('the wait for an installation whose start was not answered says so', async () => {
	const detail = 'As asked for, by the list: the answer was lost';
	const { outcomes } = await waited([['WEB01', 10]], [[agent('WEB01', 'Running')]], {
		outcome: 'succeeded',
		detail,
	});
	expect(outcomes).toMatchObject([{ detail: `${detail}, the installation ended as "Running"` }]);
});

it('agents that are listed before an installation are known in any spelling of their name', async () => {
	const agents = [
		agent('web01', 'Running', 1),
		agent('WEB01', 'Running', 2),
		agent('DB', 'Running', 3),
	];
	const { service } = scriptedService(({ query }) => ({
		data: { agents: query?.page === 1 ? agents : [] },
	}));
	const payload = { device_name: 'WEB01', domain_name: 'corp', waitMinutes: 10 };
	const completed = await withListedBefore([payload], service);
	expect(completed.get(payload)).toEqual({ send: { ...payload, listedBefore: ['1', '2'] } });
});
