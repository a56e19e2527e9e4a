import { describe, expect, it } from '@jest/globals';

import { call } from '../support/service/client';
import { useService } from '../support/service/useService';

const service = useService({ switches: { largeIds: true } });

const large = (id: number) => String(1_700_000_000_000_000_001n + 2n * BigInt(id));

describe('large ids', () => {
	it('are written as whole numbers of 19 digits', async () => {
		const { text } = await call(service, 'GET', '/log-sources?limit=1');
		expect(text).toContain(`"log_source_id":${large(1001)},`);
		const agents = await call(service, 'GET', '/log-sources/agents?limit=1');
		expect(agents.text).toContain(`"agent_id":${large(301)},`);
	});

	it('are read exactly from a query and a body', async () => {
		const found = await call(service, 'GET', `/log-sources?log_source_id=${large(1002)}`);
		expect(found.text).toContain(`"log_source_id":${large(1002)},`);
		const update = (id: string) => `{"log_sources":[{"log_source_id":${id},"display_name":"1"}]}`;
		const answer = await call(service, 'PUT', '/log-sources', undefined, {
			text: update(large(1002)),
		});
		expect(answer.text).toContain('"successful_updates":1');
		expect(service.world.logSources.get(1002)?.display_name).toBe('1');
		const agent = await call(service, 'PUT', '/log-sources/agents', {
			agents: [{ agent_id: large(302), log_level: '3' }],
		});
		expect(agent.text).toContain('"successful_updates":1');
	});

	it('that are rounded or small are not found, and are answered as they were sent', async () => {
		for (const id of [String(Number(large(1002))), '1002', '9223372036854775807']) {
			const answer = await call(service, 'PUT', '/log-sources', undefined, {
				text: `{"log_sources":[{"log_source_id":${id},"display_name":"1"}]}`,
			});
			expect(answer.text).toContain(`"failed_log_sources":[{"log_source_id":${id},`);
			const deleted = await call(service, 'DELETE', '/log-sources/windows', undefined, {
				text: `{"log_sources":[{"log_source_id":${id}}]}`,
			});
			expect(deleted.text).toContain(`"failed_log_sources":[{"log_source":"${id}",`);
		}
	});

	it('are kept apart from numbers in texts', async () => {
		const display = `{"log_source_id":1002} ${large(5)}`;
		const change = JSON.stringify(display);
		await call(service, 'PUT', '/log-sources', undefined, {
			text: `{"log_sources":[{"log_source_id":${large(1002)},"display_name":${change}}]}`,
		});
		const { text } = await call(service, 'GET', `/log-sources?log_source_id=${large(1002)}`);
		expect(text).toContain(`"display_name":${change}`);
	});
});

it('an unknown id of 19 digits comes back as it came under small ids too', async () => {
	service.set({ largeIds: false });
	const answer = await call(service, 'PUT', '/log-sources', undefined, {
		text: '{"log_sources":[{"log_source_id":1234567890123456789,"display_name":"1"}]}',
	});
	expect(answer.text).toContain('"failed_log_sources":[{"log_source_id":1234567890123456789,');
});
