import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { accountOf } from '../support/account';
import { asText } from '../../nodes/shared/json';
import { caseOf, mainCases, type Case } from '../cases';
import { received, stated } from '../support/cases/wire';
import { caseWorld } from '../support/cases/world';
import { startService, type Service } from '../support/service/service';
import { documented } from '../support/service/switches';
import { alertWorkflow, credentialsOf, nodeOf, workflowOf } from '../support/host/alertWorkflow';
import { output, type Credential } from '../support/host/client';
import { installN8n } from '../support/host/install';
import { startN8n, type N8n } from '../support/host/process';
import { singleNode } from '../support/host/singleNode';
import { packTarball } from '../support/host/tarball';

const credentialType = 'logManagementApi';
let service: Service;
let n8n: N8n;
let credential: Credential;

beforeAll(async () => {
	service = await startService({
		world: caseWorld,
		switches: { ...documented.switches, searchRequires: 'nothing' },
	});
	const install = await installN8n();
	n8n = await startN8n({ install, tarball: await packTarball(), logLevel: 'debug' });
	credential = await n8n.client.createCredential(credentialType, accountOf(service));
}, 900_000);

beforeEach(() => {
	service.reset();
});

afterAll(async () => {
	await n8n.stop();
	await service.stop();
});

/** The items that come into a case, once the service is ready for it. */
async function itemsOf({ items = [{ note: 'came in' }], setup }: Case): Promise<IDataObject[]> {
	const prepared = await setup?.(service);
	return items.map((item) => ({ ...prepared, ...item }));
}

/** Runs a case in a workflow of its own, from storing it to its execution's end. */
async function run({ operation, parameters }: Case, items: IDataObject[], withErrorOutput = false) {
	const [node = '', value = ''] = operation.split('.');
	const workflow = await n8n.client.createWorkflow(
		singleNode({
			node,
			parameters: { operation: value, ...parameters },
			credential,
			items,
			onError: withErrorOutput ? 'continueErrorOutput' : 'stopWorkflow',
		}),
	);
	return await n8n.client.runWorkflow(workflow.id, 'Start');
}

describe('the package, installed as a user installs it', () => {
	it('offers the operations that are run here, and no other but the one that n8n adds', async () => {
		const types = await n8n.client.nodeTypes();
		const offered = types
			.filter(({ name }) => /^n8n-nodes-log-management\.\w+(?<!Tool|Trigger)$/.test(name))
			.flatMap(({ name, properties }) => {
				const selector = properties.find((property) => property.name === 'operation');
				return (selector?.options ?? []).map(
					(option) =>
						`${name.replace(/^.*\./, '')}.${'value' in option ? String(option.value) : ''}`,
				);
			});
		const expected = mainCases.flatMap(({ operation }) => [
			operation,
			`${operation.replace(/\..*/, '')}.__CUSTOM_API_CALL__`,
		]);
		expect(offered.sort()).toEqual([...new Set(expected)].sort());
	});

	it('has its code loaded only where it is used', () => {
		expect(n8n.log()).toContain('Lazy-loading nodes and credentials from n8n-nodes-log-management');
	});

	it('shows its icons', async () => {
		const types = await n8n.client.nodeTypes();
		const { iconUrl } = types.find(({ name }) => name.endsWith('.logSource')) ?? {};
		const icons = typeof iconUrl === 'object' ? [iconUrl.light, iconUrl.dark] : [];
		expect(icons).toHaveLength(2);
		for (const icon of icons) {
			const answer = await fetch(`${n8n.url}/${icon}`);
			expect(answer.headers.get('content-type')).toMatch(/^image\/svg/);
		}
	});
});

describe('the credential', () => {
	const tested = async (baseUrl: string, accessToken: string) =>
		await n8n.client.testCredential(credentialType, { baseUrl, accessToken });

	it('passes with a token that is right', async () => {
		expect(await tested(service.url, service.token)).toMatchObject({ status: 'OK' });
	});

	it('tells a wrong token, an address where nothing answers and another service apart', async () => {
		const answers = [
			await tested(service.url, 'wrong-token'),
			await tested('http://127.0.0.1:9', service.token),
			await tested(n8n.url, service.token),
		];
		expect(answers.map(({ status }) => status)).toEqual(['Error', 'Error', 'Error']);
		expect(new Set(answers.map(({ message }) => message)).size).toBe(3);
		expect(answers[0]?.message).toMatch(/refused the access token/);
	});

	it('is one that the HTTP Request node takes', async () => {
		const { id } = await n8n.client.createWorkflow(
			workflowOf('HTTP Request', [
				nodeOf('Start', 'n8n-nodes-base.manualTrigger', {}),
				nodeOf(
					'Request',
					'n8n-nodes-base.httpRequest',
					{
						url: `${service.url}/api/v2/log-sources/domains`,
						authentication: 'predefinedCredentialType',
						nodeCredentialType: credentialType,
					},
					{ credentials: credentialsOf(credential), typeVersion: 4.2 },
				),
			]),
		);
		const execution = await n8n.client.runWorkflow(id, 'Start');
		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(service.requests.map(({ status }) => status)).toEqual([200]);
	});

	it('takes a self-signed certificate only where SSL issues are ignored', async () => {
		const secure = await startService({ https: true });
		try {
			const data = { baseUrl: secure.url, accessToken: secure.token };
			const refused = await n8n.client.testCredential(credentialType, data);
			expect(refused.status).toBe('Error');
			const ignored = { ...data, ignoreSslIssues: true };
			expect(await n8n.client.testCredential(credentialType, ignored)).toMatchObject({
				status: 'OK',
			});
		} finally {
			await secure.stop();
		}
	});
});

describe.each(mainCases.map((each) => [each.operation, each] as const))('%s', (_, each) => {
	it('sends and gives what its case states', async () => {
		const given = await itemsOf(each);
		const execution = await run(each, given);
		const items = output(execution, 'Node').map(({ json }) => json);

		expect(execution.data.resultData.error?.message).toBeUndefined();
		expect(execution.status).toBe('success');
		const { output: expected = [] } = each;
		expect(items).toMatchObject(typeof expected === 'function' ? expected(service) : expected);
		expect(received(service)).toEqual(expect.arrayContaining(stated(each.requests)));
		expect(given.filter((item) => each.done?.(service, item) === false)).toEqual([]);
	});

	it('sends items of a refused token down the error branch, with what came in', async () => {
		const items = await itemsOf(each);
		service.revoke(service.token);
		const execution = await run(each, items, true);

		expect(execution.status).toBe('success');
		expect(output(execution, 'Node')).toEqual([]);
		expect(output(execution, 'Node', 1).map(({ json }) => json)).toMatchObject(
			items.map((item) => ({ ...item, error: { message: expect.stringMatching(/token/i) } })),
		);
	});
});

describe('the trigger', () => {
	// n8n refuses intervals below a minute, but takes many times in one.
	const following = async (of: Credential) =>
		await n8n.client.createWorkflow(alertWorkflow(of, 'Alerts'));

	it('gives each alert that comes in to one execution', async () => {
		const { id } = await following(credential);
		expect((await n8n.client.activate(id)).status).toBe('published');
		const arrived: string[] = [];
		let given: string[] = [];
		while (given.length < 6) {
			if (arrived.length < 6 && arrived.length === given.length) {
				const messages = [1, 2, 3].map((number) => `Alert ${arrived.length + number}`);
				service.arrive(messages.map((message) => ({ message })));
				arrived.push(...messages);
			}
			await sleep(1_000);
			const executions = await n8n.client.executions(id);
			const ended = executions.filter(({ status }) => status === 'success');
			const items = await Promise.all(
				ended.map(async (each) => output(await n8n.client.execution(each.id), 'Alerts')),
			);
			given = items
				.flat()
				.map(({ json }) => asText(json['Message']))
				.filter((message) => message.startsWith('Alert '));
		}
		await n8n.client.deactivate(id);
		expect(given.sort()).toEqual(arrived);
	});

	it('says what is wrong to the user who activates it', async () => {
		const wrong = await n8n.client.createCredential(credentialType, {
			baseUrl: service.url,
			accessToken: 'a-token-that-is-none',
		});
		const { id } = await following(wrong);
		// An older n8n refuses the request, a newer one takes it and shows what became of it.
		const said = await n8n.client.activate(id, 200_000).then(
			({ triggers }) => triggers.map(({ errorMessage }) => errorMessage).join(),
			(refused: unknown) => String(refused),
		);
		expect(said).toContain('The service refused the access token');
	});
});

const runNamed = async (operation: string, name: string, withErrorOutput = false) => {
	const each = caseOf(operation, name);
	return await run(each, await itemsOf(each), withErrorOutput);
};

it('gives a file that n8n keeps and serves', async () => {
	const execution = await runNamed('alert.exportAlerts', 'into a file');
	const [item] = output(execution, 'Node');
	const file = item ? await n8n.client.file(item) : Buffer.alloc(0);
	const alerts = file
		.toString()
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as { LogSource: string });
	expect(alerts).toHaveLength(20);
	expect(alerts[0]?.LogSource).toMatch(/^CORP-PC-/);
});

it('parts what was refused from what was added', async () => {
	const execution = await runNamed(
		'logSource.add',
		'one of which is refused, with a look at the ids',
		true,
	);

	expect(output(execution, 'Node').map(({ json }) => json['log_source'])).toEqual([
		'CORP-PC-02',
		'CORP-PC-03',
	]);
	expect(output(execution, 'Node', 1).map(({ json }) => json)).toMatchObject([
		{
			pc: 'CORP-LINUX-01',
			error: {
				message: 'Only Windows log sources are supported',
				log_source: 'CORP-LINUX-01',
				outcome: 'failed',
			},
		},
	]);
});

it('never writes the token into the log of n8n', () => {
	expect(n8n.log()).toMatch(/Add log sources|read/);
	expect(n8n.log()).not.toContain(service.token);
});
