import { describe, expect, it } from '@jest/globals';

import { statusText } from '../support/service/agentStatus';
import { call, inside, rowsOf } from '../support/service/client';
import { contract } from '../support/service/contract';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const path = '/log-sources/agents';
const device = { device_name: 'CORP-PC-03', domain_name: 'corp.example.com' };

describe('Add agents', () => {
	it('reports failures by agent ids that were not sent', async () => {
		const answer = await call(service, 'POST', path, {
			agents: [
				{ ...device, user_name: 'enc:a', password: 'enc:b' },
				{ ...device, domain_name: 'nowhere' },
				device,
			],
		});
		expect(inside(answer, 'data')).toEqual({
			summary: { total_agents: 3, successful_additions: 1, failed_deletions: 2 },
			title: 'success',
			detail: 'Agent installation has been started',
			failed_agents: [
				{ agent_id: expect.any(Number), issue: 'Domain nowhere is not configured' },
				{ agent_id: expect.any(Number), issue: 'Agent already installed' },
			],
		});
		for (const { agent_id } of rowsOf(answer, 'data.failed_agents')) {
			expect(service.world.agents.has(Number(agent_id))).toBe(false);
		}
		const added = [...service.world.agents.values()].at(-1);
		expect(added?.credentials).toEqual({ user_name: 'enc:a', password: 'enc:b' });
	});

	it('takes the query form', async () => {
		const query = new URLSearchParams({ ...device, user_name: 'u' });
		const answer = await call(service, 'POST', `${path}?${query.toString()}`);
		expect(inside(answer, 'data.summary.successful_additions')).toBe(1);
	});

	it('moves the installation on with the time', async () => {
		service.clock.freeze();
		await call(service, 'POST', path, { agents: [device] });
		const status = async () => {
			const answer = await call(service, 'GET', `${path}?agent_name=CORP-PC-03`);
			return inside(answer, 'data.agents.0.status');
		};
		expect(await status()).toBe('Installation Scheduled');
		expect(await status()).toBe('Installation Scheduled');
		service.clock.advance(5_000);
		expect(await status()).toBe('Waiting for Initial Sync');
		service.clock.advance(60_000);
		expect(await status()).toBe('Running');
	});
});

const ids = async (query: string) =>
	rowsOf(await call(service, 'GET', path + query), 'data.agents').map((row) => row['agent_id']);

it('Get agents filters and pages', async () => {
	expect(await ids('')).toEqual([301, 302, 303, 304, 305, 306, 307]);
	expect(await ids('?status=agent_not_communicating')).toEqual([303, 307]);
	expect(await ids('?agent_name=LAB-AGENT-1')).toEqual([307]);
	expect(await ids('?version=5310')).toEqual([302, 304, 306]);
	expect(await ids('?agent_id=305')).toEqual([305]);
	expect(await ids('?limit=3&page=2')).toEqual([304, 305, 306]);
	const answer = await call(service, 'GET', `${path}?limit=3&page=2`);
	expect(inside(answer, 'meta')).toEqual({ total: 7, limit: 3, from: 4 });
});

it('Get agents shows every status as another text', () => {
	const statuses = contract.components.schemas['AgentStatus']?.['enum'] as string[];
	const texts = statuses.map(statusText);
	expect(new Set(texts).size).toBe(texts.length);
	expect(texts).toContain('Agent Not Communicating');
});
