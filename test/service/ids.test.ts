import { describe, expect, it } from '@jest/globals';

import { call } from '../support/service/client';
import { useService } from '../support/service/useService';

const service = useService({ switches: { largeIds: true } });

const large = (id: number) => String(1_700_000_000_000_000_001n + 2n * BigInt(id));

describe('large ids', () => {
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
