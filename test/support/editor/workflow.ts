import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Service } from '../service/service';
import type { Editor } from './editor';
import { oneOfEach, packageNodes } from './packageNodes';
import type { Stage } from './stage';

const PRODUCT = 'Log Management';

/** What triggers say below their names; other nodes name their operation. */
const SUBTITLES: Readonly<Record<string, string>> = {
	'Alert Trigger': 'all severities',
	'Health Trigger': 'silent after 60 min',
};

/** Workflows are built and run by hand, and what they give out is read. */
export const describeWorkflow = (stage: () => Stage): void =>
	describe('a workflow built by hand', () => {
		let editor: Editor;
		let service: Service;
		let good: string;

		beforeAll(() => {
			const { credential, ...others } = stage();
			({ editor, service } = others);
			good = credential.name;
		});

		beforeEach(async () => {
			service.reset();
			await editor.newWorkflow();
		});

		it('reads the ten newest alerts as a test of the trigger, the newest first', async () => {
			await editor.add(`${PRODUCT} Alert`, 'On new Log Management Alert event');
			await editor.chooseCredential(good);
			await editor.runNode();
			const { columns, rows } = await editor.table();
			expect(columns[0]).toBe('Time');
			expect(columns.at(-1)).toBe('alert_key');
			const messages = rows.map((row) => row[columns.indexOf('Message')]);
			const newest = Array.from(
				{ length: 10 },
				(_none, index) => service.world.alerts.count - 1 - index,
			);
			expect(messages).toEqual(
				newest.map((index): unknown => expect.stringMatching(`no\\. ${index}$`)),
			);
		});

		it('tells of a token that was refused, and which scope it needs', async () => {
			await stage().n8n.client.createCredential(
				'logManagementApi',
				{ baseUrl: service.url, accessToken: 'not-the-token' },
				'Revoked',
			);
			await editor.page.reload();
			await editor.add(`${PRODUCT} Domain`, 'Get many domains');
			await editor.chooseCredential('Revoked');
			await editor.runNode();
			expect(await editor.refusal()).toEqual({
				message: 'The service refused the access token',
				description: expect.stringContaining('domains.READ'),
			});
			const link = editor.page.getByTestId('node-error-description').getByRole('link');
			expect(await link.getAttribute('href')).toMatch(
				/messages\.md#the-service-refused-the-access-token$/,
			);
		});

		it('says below each node what it does', async () => {
			const nodes = [...(await packageNodes(editor)).values()];
			const { n8n, credential } = stage();
			const workflow = await n8n.client.createWorkflow(oneOfEach(nodes, credential));
			await editor.openWorkflow(workflow.id);
			for (const node of nodes) {
				const resource = node.displayName.replace(`${PRODUCT} `, '');
				const expected = SUBTITLES[resource] ?? `Get Many: ${resource}`;
				expect([resource, await editor.subtitle(node.displayName)]).toEqual([resource, expected]);
			}
		});
	});
