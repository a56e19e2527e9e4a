import { inspect } from 'node:util';

import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import {
	listSearch,
	loadOptions,
	nodeNames,
	nodeType,
	readBinary,
	testCredential,
} from '../support/harness/harness';
import { everyFault, type Fault } from '../support/service/faults';
import type { Service, ServiceOptions } from '../support/service/service';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { passTime } from '../support/hostile/quickSleep';
import { sceneNamed, scenes, type Scene } from '../support/hostile/scenes';
import { stage } from '../support/hostile/stage';
import { caseWorld, MADE_AT } from '../support/cases/world';

jest.setTimeout(120_000);

const TOKEN = 'canary.token+of/this=test';
const USER = 'canary\\user';
const PASSWORD = 'canary "word" \\ with/ß€';

/** An expression of a text that does not itself hold the text. */
const hiddenExpression = (text: string): string =>
	`={{ String.fromCharCode(${Array.from({ length: text.length }, (_none, at) => text.charCodeAt(at)).join(', ')}) }}`;

const credentials = (service: Service, more: INodeParameters = {}) => ({
	baseUrl: service.url,
	accessToken: TOKEN,
	requestsPerMinute: 0,
	...more,
});

/** The scenes, agents with an account of their own. */
const told: readonly Scene[] = scenes.map((scene) =>
	scene.name === 'agent.add'
		? {
				...scene,
				parameters: {
					...scene.parameters,
					credentials: {
						password: hiddenExpression(PASSWORD),
						user_name: hiddenExpression(USER),
					},
				},
			}
		: scene,
);

const once = (text: string): string => JSON.stringify(text).slice(1, -1);

/** A secret as it is, in JSON, in JSON inside JSON, in a URL, and in base64. */
const formsOf = (secret: string): string[] => [
	secret,
	once(secret),
	once(once(secret)),
	secret.replaceAll('/', '\\/'),
	encodeURIComponent(secret),
	Buffer.from(secret).toString('base64'),
];

const forms = [TOKEN, PASSWORD].flatMap(formsOf);

const leaksIn = (text: string): string[] => forms.filter((form) => text.includes(form));

/** A value in full, whatever it holds, hidden members and causes included. */
const whole = (value: unknown): string =>
	[
		inspect(value, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
		JSON.stringify(value, (_key, member: unknown) =>
			member instanceof Error
				? [Object.entries(member), member.message, member.stack, member.cause]
				: member,
		),
	].join('\n');

const options: ServiceOptions = {
	token: TOKEN,
	world: caseWorld,
	switches: { ...documented.switches, searchRequires: 'nothing', bulkFetchesBeforeReady: 0 },
};
const service = useService(options);
const secure = useService({ ...options, https: true });

/** Brings the service back to its start, a day later, so that no lock is left. */
const reset = (): void => {
	service.reset();
	passTime(86_400_000);
};

beforeEach(reset);

/** Runs a scene and gives all that is left of it, as text. */
async function left(
	scene: Scene,
	onError: 'stopWorkflow' | 'continueErrorOutput',
	fault?: Fault,
): Promise<{ text: string; status: string; message: string }> {
	const play = await stage(service, scene, {
		credentials: credentials(service),
		onError,
	});
	service.clearRequests();
	if (fault !== undefined) service.faults.push(fault);
	const run = await play();
	const files = await Promise.all(
		run.outputs.flat().flatMap(({ binary = {} }) => Object.values(binary).map(readBinary)),
	);
	const { stored, ...seen } = run;
	const urls = service.requests.map(({ path, query }) => path + JSON.stringify(query));
	return {
		text: [whole(seen), stored(), ...files.map(String), ...urls].join('\n'),
		status: run.status,
		message: run.error?.message ?? '',
	};
}

/** One fault of each kind; those that take real time and those that say nothing new left out. */
const kinds = everyFault().filter(
	({ name, fault }) =>
		!['hang', 'drip', 'shortPage', 'metaMissing', 'metaWrong'].includes(fault.kind) &&
		!/under (?:400|401|403)|Retry-After/.test(name),
);

const byName = told.map((scene) => [scene.name, scene] as const);

const sceneOf = (name: string): Scene => sceneNamed(name, told);

describe.each(byName)('%s', (_name, scene) => {
	it('leaves no secret behind under any fault', async () => {
		const leaks: string[] = [];
		for (const { name, fault } of kinds) {
			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				reset();
				const { text } = await left(scene, onError, fault);
				leaks.push(...leaksIn(text).map((form) => `${name}, ${onError}: ${form}`));
				expect(service.foreignRequests).toEqual([]);
			}
		}
		expect(leaks).toEqual([]);
	});

	it('leaves no secret behind when all goes well', async () => {
		const { text, status } = await left(scene, 'stopWorkflow');
		expect(status).toBe('success');
		expect(leaksIn(text)).toEqual([]);
		expect(service.requests.map(({ headers }) => headers.authorization)).toEqual(
			service.requests.map(() => `Bearer ${TOKEN}`),
		);
	});
});

describe('an echo', () => {
	it('would tell all secrets of a new agent, which are hidden', async () => {
		const fault = { kind: 'echo' } as const;
		const { text } = await left(sceneOf('agent.add'), 'stopWorkflow', fault);
		const writes = service.requests.filter(({ method }) => method !== 'GET');
		expect(writes.map(({ text: sent }) => sent.includes(once(PASSWORD)))).toEqual([true]);
		expect(text).toContain('Bearer [hidden]');
		expect(leaksIn(text)).toEqual([]);
	});
});

/** Where the service holds a text that an operation or a trigger reads. */
const HELD: Record<string, { scene: string; put: (text: string) => void; format?: string }> = {
	'a row': {
		scene: 'logSourceGroup.getAll',
		put: (text) => service.world.groups.forEach((group) => (group.group_description = text)),
	},
	'a file': {
		scene: 'alert.exportAlerts',
		format: 'ndjson',
		put: (message) =>
			service.arrive([{ message, eventTime: Date.parse('2026-03-01T11:00Z') / 1000 }]),
	},
	'an alert of the trigger': {
		scene: 'alertTrigger.poll',
		put: (message) =>
			service.arrive([{ message, eventTime: MADE_AT / 1000 + 30, arrivedAt: MADE_AT }]),
	},
	'a change of a log source': {
		scene: 'healthTrigger.poll',
		put: (log_source) => {
			for (const source of service.world.logSources.values()) Object.assign(source, { log_source });
		},
	},
};

describe('a secret that the service holds', () => {
	it.each(Object.entries(HELD))('is hidden in %s', async (_where, { scene: name, put, format }) => {
		put(`Bearer ${TOKEN}`);
		const scene = sceneOf(name);
		const parameters = { ...scene.parameters, ...(format && { format }) };
		const { text, status } = await left({ ...scene, parameters }, 'stopWorkflow');
		expect(status).toBe('success');
		expect(text).toContain('Bearer [hidden]');
		expect(leaksIn(text)).toEqual([]);
	});
});

interface Picker {
	node: string;
	kind: 'listSearch' | 'loadOptions';
	method: string;
}

async function pickers(): Promise<Picker[]> {
	const found = new Map<string, Picker>();
	for (const node of await nodeNames()) {
		const { methods } = await nodeType(node);
		for (const kind of ['listSearch', 'loadOptions'] as const) {
			for (const method of Object.keys(methods?.[kind] ?? {})) {
				found.set(`${kind} ${method}`, { node, kind, method });
			}
		}
	}
	return [...found.values()];
}

/** What a picker shows, or why it does not, as text. */
async function shown({ node, kind, method }: Picker, more: INodeParameters = {}): Promise<string> {
	const request = {
		node,
		method,
		parameters: { log_type_id: { __rl: true, mode: 'id', value: '502' } },
		credentials: credentials(service, more),
	};
	try {
		return whole(kind === 'listSearch' ? await listSearch(request) : await loadOptions(request));
	} catch (error) {
		return whole(error);
	}
}

describe('pickers', () => {
	it('tell no secret', async () => {
		const all = await pickers();
		expect(all.length).toBeGreaterThan(5);
		for (const picker of all) {
			for (const { fault } of kinds) {
				reset();
				service.faults.push(fault);
				expect(leaksIn(await shown(picker))).toEqual([]);
				expect(service.foreignRequests).toEqual([]);
			}
		}
	});
});

/** What sends by the one client of the package: a list, an export, a write and a trigger. */
const REPRESENTATIVES = [
	...['logSource.getAll', 'alert.exportAlerts', 'logSource.add', 'healthTrigger.poll'],
];

describe('the allowed domains of the credential', () => {
	const closed = { allowedHttpRequestDomains: 'domains', allowedDomains: 'logs.example.com' };
	const open = { allowedHttpRequestDomains: 'domains', allowedDomains: 'x.example.com, 127.0.0.1' };

	const ask = async (scene: Scene, more: INodeParameters) => {
		const play = await stage(service, scene, { credentials: credentials(service, more) });
		service.clearRequests();
		return await play();
	};

	it.each(REPRESENTATIVES)('hold for %s', async (name) => {
		const scene = sceneOf(name);
		const refused = await ask(scene, closed);
		expect(refused.error?.message).toMatch(/not among the allowed domains/);
		expect(service.requests).toEqual([]);
		expect((await ask(scene, open)).status).toBe('success');
	});

	it('hold for every picker', async () => {
		for (const picker of await pickers()) {
			expect(await shown(picker, closed)).toMatch(/not among the allowed domains/);
			expect(service.requests).toEqual([]);
		}
	});
});

describe('a redirect to another origin', () => {
	it('is not followed by the test of the credential', async () => {
		service.faults.push({ kind: 'redirect', to: 'other' });
		expect(await testCredential(credentials(service))).toMatchObject({ status: 'Error' });
		expect(service.foreignRequests).toEqual([]);
	});
});

describe('a self-signed server', () => {
	it.each(REPRESENTATIVES)('is asked by %s with Ignore SSL Issues only', async (name) => {
		const scene = { ...sceneOf(name), setup: () => ({}) };
		const ask = async (ignoreSslIssues: boolean) => {
			const play = await stage(secure, scene, {
				credentials: credentials(secure, { ignoreSslIssues }),
			});
			return await play();
		};
		const refused = await ask(false);
		expect(refused.error?.message).toBe('The certificate of the service is not trusted');
		expect(secure.requests).toEqual([]);
		expect((await ask(true)).status).toBe('success');
		expect(secure.requests.length).toBeGreaterThan(0);
	});

	it('is asked by the test of the credential with Ignore SSL Issues only', async () => {
		const test = async (ignoreSslIssues: boolean) =>
			await testCredential(credentials(secure, { ignoreSslIssues }));
		expect(await test(false)).toMatchObject({ status: 'Error' });
		expect(secure.requests).toEqual([]);
		expect(await test(true)).toMatchObject({ status: 'OK' });
	});
});
