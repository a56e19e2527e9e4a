import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startService, type Service } from '../service/service';
import type { Editor } from './editor';
import type { Stage } from './stage';

/** The field that n8n adds to every credential that it can use in requests. */
const OF_N8N = 'Allowed HTTP Request Domains';

/** What the test in the open credential says, with its details if it has any. */
async function verdict(editor: Editor): Promise<string> {
	const retry = editor.page.getByRole('button', { name: 'Retry' });
	await retry.waitFor();
	const details = editor.page.getByText('More details');
	if (await details.isVisible()) await details.click();
	return await editor.page.locator('.el-tag__content').filter({ has: retry }).innerText();
}

/** Fills in a new credential, saves it and answers what its test says. */
async function tried(editor: Editor, baseUrl: string, accessToken: string): Promise<string> {
	await editor.write('baseUrl', baseUrl);
	await editor.write('accessToken', accessToken);
	await editor.test('credential-save-button').click();
	return await verdict(editor);
}

/** A credential is made and tested by hand. */
export const describeCredential = (stage: () => Stage): void =>
	describe('a credential made in the editor', () => {
		let editor: Editor;
		let service: Service;
		let selfSigned: Service;

		beforeAll(async () => {
			({ editor, service } = stage());
			selfSigned = await startService({ https: true });
		});

		afterAll(async () => {
			await selfSigned.stop();
		});

		beforeEach(async () => {
			await editor.page.goto('/home/credentials/create');
			await editor.test('new-credential-type-select').locator('input').fill('log360');
			await editor.page
				.getByText('Log Management (ManageEngine EventLog Analyzer, Log360) API', { exact: true })
				.last()
				.click();
			await editor.test('new-credential-type-button').click();
		});

		it('opens with four fields, and shows its options when they are to be set', async () => {
			const shown = async () => {
				const labels = editor.page.getByRole('dialog').locator('label').filter({ visible: true });
				const texts = await labels.allInnerTexts();
				return texts
					.map((text) => text.split('\n')[0]?.replace(/ \*$/, '').trim())
					.filter((text) => text !== OF_N8N);
			};
			const first = ['Base URL', 'Access Token', 'Ignore SSL Issues (Insecure)', 'Set Options'];
			await editor.field('setOptions').waitFor();
			expect(await shown()).toEqual(first);
			await editor.flip('setOptions', true);
			await editor.field('timeZone').waitFor();
			expect(await shown()).toEqual([
				...first,
				'Requests per Minute',
				'Timeout (Seconds)',
				'Time Zone of the Service',
			]);
		});

		it('is found good with the right address and token', async () => {
			expect(await tried(editor, service.url, service.token)).toMatch(
				/^Connection tested successfully/,
			);
		});

		it('tells that the token was refused', async () => {
			expect(await tried(editor, service.url, 'not-the-token')).toMatch(
				/The service refused the access token/,
			);
		});

		it('tells of a self-signed certificate, and takes it when asked to', async () => {
			expect(await tried(editor, selfSigned.url, selfSigned.token)).toMatch(
				/The certificate of the service is not trusted.*DEPTH_ZERO_SELF_SIGNED_CERT/s,
			);
			await editor.flip('ignoreSslIssues', true);
			await editor.test('credential-save-button').click();
			await editor.page.getByText('Connection tested successfully').waitFor();
		});
	});
