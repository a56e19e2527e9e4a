import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { n8n as registered } from '../../package.json';
import { asText } from '../../nodes/shared/json';
import { accountOf } from '../support/account';
import { addChatModel } from '../support/environment/chatModel';
import { alertWorkflow, credentialsOf, nodeOf, workflowOf } from '../support/host/alertWorkflow';
import { output, type Credential, type Execution } from '../support/host/client';
import { installN8n } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { packTarball } from '../support/host/tarball';
import { startService, type Service } from '../support/service/service';

const PACKAGE = 'n8n-nodes-log-management';
const byName = (value: string) => ({ __rl: true, mode: 'name', value });

let service: Service;
let n8n: N8n;
let credential: Credential;

beforeAll(async () => {
	service = await startService();
	n8n = await startN8n({
		install: await installN8n(),
		tarball: await packTarball(),
		logLevel: 'debug',
	});
	credential = await n8n.client.createCredential('logManagementApi', accountOf(service));
}, 900_000);

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await n8n.stop();
	await service.stop();
});

/** Runs a workflow of one node of the package, which is fed with items and has an error output. */
async function run(node: string, parameters: INodeParameters, items: IDataObject[] = [{}]) {
	const nodes = [
		nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
		nodeOf('Node', `${PACKAGE}.${node}`, parameters, {
			credentials: credentialsOf(credential),
			onError: 'continueErrorOutput',
		}),
	];
	const pinData = { Start: items.map((json) => ({ json })) };
	const { id } = await n8n.client.createWorkflow({ ...workflowOf(node, nodes), pinData });
	return await n8n.client.runWorkflow(id, 'Start');
}

const rowsOf = (execution: Execution, branch = 0): IDataObject[] =>
	output(execution, 'Node', branch).map(({ json }) => json);

describe('the package, installed from its tarball', () => {
	it('has every node, loaded only if it is used, with its icons', async () => {
		const types = (await n8n.client.nodeTypes()).filter(({ name }) => name.startsWith(PACKAGE));
		const names = types.map(({ name }) => name.slice(PACKAGE.length + 1).toLowerCase());
		const expected = registered.nodes.map((file) =>
			file.replace(/^.*\/(\w+)\.node\.js$/, '$1').toLowerCase(),
		);
		expect(names.filter((name) => !name.endsWith('tool')).sort()).toEqual(expected.sort());
		expect(n8n.log()).toContain(`Lazy-loading nodes and credentials from ${PACKAGE}`);
		const { iconUrl } = types.find(({ name }) => name.endsWith('.logSource')) ?? {};
		const icons = typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [];
		expect(icons).toHaveLength(2);
		for (const icon of icons) {
			const answer = await fetch(`${n8n.url}/${icon}`, { headers: { Connection: 'close' } });
			expect(answer.headers.get('content-type')).toMatch(/^image\/svg/);
		}
	});

	it('tests its credential, with and without a certificate of its own', async () => {
		const secure = await startService({ https: true });
		const tested = async (data: Record<string, string | number | boolean>) => {
			const { status, message } = await n8n.client.testCredential('logManagementApi', data);
			return `${status}: ${message}`;
		};
		try {
			const { baseUrl, accessToken } = accountOf(service);
			const selfSigned = accountOf(secure);
			expect(await tested({ baseUrl, accessToken })).toMatch(/^OK/);
			expect(await tested({ baseUrl, accessToken: 'wrong' })).toMatch(/refused the access token/);
			expect(await tested({ baseUrl: 'http://127.0.0.1:9', accessToken })).toMatch(/^Error/);
			expect(await tested(selfSigned)).toMatch(/^Error: .*certificate/);
			expect(await tested({ ...selfSigned, ignoreSslIssues: true })).toMatch(/^OK/);
		} finally {
			await secure.stop();
		}
	});
});

describe('operations in a real n8n', () => {
	it('read a list', async () => {
		const domains = rowsOf(await run('domain', { operation: 'getAll', returnAll: true }));
		expect(domains.map(({ domain_name }) => domain_name)).toContain('corp.example.com');
	});

	it('write items, and give a refused one to the error output with its reason', async () => {
		const items = ['HOST-NEW-1', 'CORP-LINUX-01'].map((pc) => ({ pc }));
		const execution = await run(
			'logSource',
			{
				operation: 'add',
				log_source: '={{ $json.pc }}',
				domain_name: byName('corp.example.com'),
			},
			items,
		);
		expect(execution.data.resultData.error?.message).toBeUndefined();
		const writes = service.requests.filter(({ method }) => method === 'POST');
		expect(writes).toHaveLength(1);
		expect(rowsOf(execution)).toMatchObject([{ outcome: 'succeeded', log_source: 'HOST-NEW-1' }]);
		expect(rowsOf(execution, 1)).toMatchObject([
			{ pc: 'CORP-LINUX-01', error: { message: expect.stringMatching(/Windows/) } },
		]);
	});

	it('give every item of a refused token to the error output', async () => {
		service.revoke(service.token);
		const execution = await run('domain', { operation: 'getAll' }, [{ item: 1 }]);
		const error = { message: expect.stringMatching(/token/i) };
		expect(rowsOf(execution)).toEqual([]);
		expect(rowsOf(execution, 1)).toMatchObject([{ item: 1, error }]);
	});

	it('export a file that n8n keeps and serves', async () => {
		const execution = await run('alert', {
			operation: 'exportAlerts',
			timeRange: 'last24Hours',
			format: 'ndjson',
		});
		const [item] = output(execution, 'Node');
		const file = item === undefined ? '' : (await n8n.client.file(item)).toString();
		expect(file.trimEnd().split('\n')).toHaveLength(Number(item?.json['records']));
		expect(file).toContain('"alert_key"');
	});

	it('are tools of an AI agent', async () => {
		const model = fastify();
		addChatModel(model, () => 'lab.example.com');
		const url = await model.listen({ host: '127.0.0.1', port: 0 });
		const openAi = await n8n.client.createCredential('openAiApi', { apiKey: 'none', url });
		const agent = nodeOf(
			'Agent',
			'@n8n/n8n-nodes-langchain.agent',
			{ promptType: 'define', text: 'Is the domain lab.example.com there?' },
			{ typeVersion: 2 },
		);
		const chat = nodeOf(
			'Model',
			'@n8n/n8n-nodes-langchain.lmChatOpenAi',
			{ model: { __rl: true, mode: 'id', value: 'a-model' } },
			{ typeVersion: 1.2, credentials: credentialsOf(openAi) },
		);
		const tool = nodeOf(
			'Get a Domain',
			`${PACKAGE}.domainTool`,
			{
				operation: 'get',
				descriptionType: 'manual',
				toolDescription: 'Gets a domain',
				domain_name: byName("={{ $fromAI('domain', 'The name of the domain', 'string') }}"),
			},
			{ credentials: credentialsOf(credential) },
		);
		const start = nodeOf('Start', 'n8n-nodes-base.manualTrigger', {});
		const workflow = workflowOf('agent', [start, agent]);
		const to = (type: 'ai_tool' | 'ai_languageModel') => ({
			[type]: [[{ node: 'Agent', type, index: 0 }]],
		});
		const { id } = await n8n.client.createWorkflow({
			...workflow,
			nodes: [...workflow.nodes, chat, tool],
			connections: {
				...workflow.connections,
				Model: to('ai_languageModel'),
				'Get a Domain': to('ai_tool'),
			},
		});
		const execution = await n8n.client.runWorkflow(id, 'Start');
		await model.close();
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(asText(output(execution, 'Agent')[0]?.json['output'])).toContain('lab.example.com');
		expect(service.requests.map(({ method, status }) => [method, status])).toEqual([['GET', 200]]);
	});
});

it('the trigger starts an execution with each alert that arrives', async () => {
	const { id } = await n8n.client.createWorkflow(alertWorkflow(credential, 'Alerts'));
	expect((await n8n.client.activate(id)).status).toBe('published');
	const messages = ['First', 'Second', 'Third'];
	service.arrive(messages.map((message) => ({ message })));
	const emitted = async () => {
		const executions = await n8n.client.executions(id);
		const all = await Promise.all(
			executions.map(async (each) => await n8n.client.execution(each.id)),
		);
		const items = all.flatMap((execution) => output(execution, 'Alerts'));
		return items
			.map(({ json }) => asText(json['Message']))
			.filter((message) => messages.includes(message))
			.sort();
	};
	for (let wait = 0; wait < 60 && (await emitted()).length < 3; wait += 1) await sleep(1_000);
	// Another poll emits none of them again.
	await sleep(5_000);
	await n8n.client.deactivate(id);
	expect(await emitted()).toEqual(messages.sort());
});

it('n8n writes no access token into its log', () => {
	expect(n8n.log()).toContain('log-sources');
	expect(n8n.log()).not.toContain(service.token);
});
