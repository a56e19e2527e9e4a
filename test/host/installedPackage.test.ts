import { basename } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeCredentials, INodeParameters } from 'n8n-workflow';

import { asText } from '../../nodes/shared/texts';
import { n8n as registered } from '../../package.json';
import { accountOf } from '../support/account';
import { output } from '../support/host/client';
import { nodeOf, pollingWorkflow, workflowOf } from '../support/host/definitions';
import { startN8n, type N8n } from '../support/host/process';
import { startService, type Service } from '../support/service/service';
import { useService } from '../support/service/useService';

const PACKAGE = 'n8n-nodes-log-management';

const service = useService();
let n8n: N8n;
let credentials: INodeCredentials;

beforeAll(async () => {
	n8n = await startN8n({ N8N_LOG_LEVEL: 'debug' });
	credentials = await n8n.client.createCredential('logManagementApi', accountOf(service));
}, 900_000);
afterAll(async () => await n8n.stop());

/** Runs a workflow of one node of the package, which is fed with items and has an error output. */
async function run(
	type: string,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	account = credentials,
) {
	const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger', {});
	const node = nodeOf('Node', `${PACKAGE}.${type}`, parameters, {
		credentials: account,
		onError: 'continueErrorOutput',
	});
	const pinData = { Start: items.map((json) => ({ json })) };
	const definition = { ...workflowOf(type, [start, node]), pinData };
	const { id } = await n8n.client.createWorkflow(definition);
	return await n8n.client.runWorkflow(id, 'Start');
}

it('has every node, loaded only if it is used', async () => {
	const types = (await n8n.client.nodeTypes()).filter(({ name }) => name.startsWith(PACKAGE));
	const names = types.map(({ name }) => name.slice(PACKAGE.length + 1).toLowerCase());
	const expected = registered.nodes.map((file) => basename(file, '.node.js').toLowerCase());
	expect(names.filter((name) => !name.endsWith('tool')).sort()).toEqual(expected.sort());
	expect(n8n.log()).toContain(`Lazy-loading nodes and credentials from ${PACKAGE}`);
});

describe('a self-signed certificate', () => {
	let secure: Service;
	beforeAll(async () => {
		secure = await startService({ https: true });
	});
	afterAll(async () => await secure.stop());

	const trusted = { ignoreSslIssues: true };
	const untrusted = expect.stringMatching(
		/certificate of the service is not trusted.*DEPTH_ZERO_SELF_SIGNED_CERT/,
	);

	it('is named by the test of the credential, unless it is ignored', async () => {
		const tested = async (settings: object) => {
			const type = 'logManagementApi';
			const data = { ...accountOf(secure), ...settings };
			const { [type]: stored } = await n8n.client.createCredential(type, data);
			const body = { credentials: { ...stored, type, data } };
			return await n8n.client.send('POST', '/credentials/test', body);
		};
		expect(await tested({})).toMatchObject({ status: 'Error', message: untrusted });
		expect(await tested(trusted)).toMatchObject({ status: 'OK' });
	});

	it('is named by a node, unless it is ignored', async () => {
		const runWith = async (settings: object) => {
			const data = { ...accountOf(secure), ...settings };
			const account = await n8n.client.createCredential('logManagementApi', data);
			return await run('domain', { operation: 'getAll' }, [{}], account);
		};
		const error = { message: untrusted };
		expect(output(await runWith({}), 'Node', 1)).toMatchObject([{ json: { error } }]);
		expect(output(await runWith(trusted), 'Node').length).toBeGreaterThan(0);
	});
});

it('writes items, and gives a refused one to the error output with its reason', async () => {
	const execution = await run(
		'logSource',
		{
			operation: 'add',
			log_source: '={{ $json.pc }}',
			domain_name: { __rl: true, mode: 'name', value: 'corp.example.com' },
		},
		[{ pc: 'HOST-NEW-1' }, { pc: 'CORP-LINUX-01' }],
	);
	expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
	const [succeeded, failed] = [0, 1].map((branch) => output(execution, 'Node', branch));
	expect(succeeded).toMatchObject([{ json: { outcome: 'succeeded', log_source: 'HOST-NEW-1' } }]);
	const error = { message: expect.stringMatching(/Windows/) };
	expect(failed).toMatchObject([{ json: { pc: 'CORP-LINUX-01', error } }]);
});

it('exports a file that n8n keeps and serves', async () => {
	const parameters = { operation: 'exportAlerts', timeRange: 'last24Hours', format: 'ndjson' };
	const [item] = output(await run('alert', parameters), 'Node');
	const file = item === undefined ? '' : (await n8n.client.file(item)).toString();
	expect(file.trimEnd().split('\n')).toHaveLength(Number(item?.json['records']));
	expect(file).toContain('"alert_key"');
});

it('starts an execution with each alert that arrives', async () => {
	const { client } = n8n;
	const workflow = await client.createWorkflow(pollingWorkflow(credentials, 'alertTrigger'));
	expect((await client.activate(workflow)).status).toBe('published');
	const messages = ['First', 'Second', 'Third'];
	service.arrive(messages.map((message) => ({ message })));
	// The later polls emit none of the alerts again.
	await client.quiet([workflow]);
	await client.deactivate(workflow);
	const emitted = (await client.outputs(workflow, 'Trigger')).flat();
	const texts = emitted.map(({ json }) => asText(json['Message']));
	expect(texts.filter((text) => messages.includes(text)).sort()).toEqual(messages);
});

it('n8n writes no access token into its log', () => {
	expect(n8n.log()).toContain('log-sources');
	expect(n8n.log()).not.toContain(service.token);
});
