import { describe, expect, it } from '@jest/globals';

import { id } from '../cases/case';
import { caseWorld } from '../support/cases/world';
import { runNode, type NodeRequest } from '../support/harness/harness';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld, switches: documented.switches });

/** Renames two rules, of which the second one is said to be of another log type. */
const rename = async (
	onError: NonNullable<NodeRequest['onError']>,
	accessToken: string,
	logTypes = [502, 502],
) =>
	await runNode({
		node: 'parserRule',
		parameters: {
			operation: 'update',
			log_type_id: id('={{ $json.log_type_id }}'),
			rule_id: id('={{ $json.rule_id }}'),
			updateFields: { rule_name: '=Renamed {{ $json.rule_id }}' },
		},
		items: logTypes.map((log_type_id, index) => ({
			json: { log_type_id, rule_id: 705 + index },
		})),
		credentials: { baseUrl: service.url, accessToken },
		onError,
	});

const rowsOf = async (run: ReturnType<typeof rename>, output: number) =>
	((await run).outputs[output] ?? []).map(({ json }) => json);

describe('a read that completes the items of a write and is refused', () => {
	const refused = { message: expect.stringMatching(/refused the access token/) };

	it('fails each item where On Error is Continue', async () => {
		expect(await rowsOf(rename('continueRegularOutput', 'wrong'), 0)).toMatchObject([
			{ outcome: 'failed', detail: refused.message },
			{ outcome: 'failed', detail: refused.message },
		]);
	});

	it('sends each item to the error output where there is one', async () => {
		const run = rename('continueErrorOutput', 'wrong');
		expect(await rowsOf(run, 0)).toEqual([]);
		expect(await rowsOf(run, 1)).toMatchObject([
			{ rule_id: 705, error: refused },
			{ rule_id: 706, error: refused },
		]);
	});

	it('fails only the items that it was for', async () => {
		const run = rename('continueErrorOutput', service.token, [502, 999]);
		expect(await rowsOf(run, 0)).toMatchObject([{ rule_id: 705, outcome: 'succeeded' }]);
		expect(await rowsOf(run, 1)).toMatchObject([{ rule_id: 706, error: { outcome: 'failed' } }]);
		expect(service.world.rules.get(705)?.rule_name).toBe('Renamed 705');
	});
});
