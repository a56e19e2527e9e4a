import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from '@jest/globals';

import { temporaryFolder } from '../support/host/temporaryFolder';
import { project } from '../support/package/copy';
import { READINGS, documented, someReadings, type Switches } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { probe, readQuestions, usage, writeQuestions } from '../tools/probe/cli';
import { connect, REQUESTS_A_MINUTE } from '../tools/probe/client';
import { askAll } from '../tools/probe/run';
import { seen } from './seen';

const service = useService();
const noPause = async (): Promise<void> => {};

/** Runs the whole probe. Returns the exit code and what it prints. */
async function run(args: readonly string[], token = service.token) {
	let output = '';
	const print = (text: string): void => {
		output += text;
	};
	return { code: await probe(args, { token, print, pause: noPause }), output };
}

const questions = [...readQuestions, ...writeQuestions];

const shown = Object.entries(seen).flatMap(([name, how]) =>
	typeof how === 'string'
		? []
		: Object.entries(how.answers).map(([reading, answer]) => ({ name, reading, answer, ...how })),
);

describe('the probe knows each reading of the embedded service', () => {
	it.each(shown)(
		'$name: $reading',
		async ({ name, reading, answer, question, beside, isMisfit }) => {
			const values: readonly unknown[] = READINGS[name as keyof Switches];
			const value = values.find((each) => String(each) === reading);
			service.set({ ...documented.switches, ...beside, [name]: value });
			const eventTime = Math.floor(service.clock.now() / 1000) - 90;
			service.arrive([1, 2, 3].map(() => ({ eventTime, userName: 'CORP\\jdoe' })));
			const more = { 1000: 1000, 100: 100, 10000: 10_000 }[reading] ?? 0;
			service.arrive(Array.from({ length: more }, () => ({})));
			const asked = questions.filter((each) => each.question === question);
			const { url: baseUrl, token } = service;
			const probed = connect({ baseUrl, token, ignoreSslIssues: false, pause: noPause });
			const findings = await askAll(asked, probed);
			const result = isMisfit?.includes(reading) === true ? 'does not fit' : 'fits';
			expect(findings).toMatchObject([{ answer, result }]);
		},
	);

	it('leaves none out', () => {
		for (const [name, readings] of Object.entries(READINGS)) {
			const how = seen[name as keyof Switches];
			if (typeof how === 'string') expect(how).toMatch(/\w+ \w+/);
			else expect(Object.keys(how.answers).sort()).toEqual(readings.map(String).sort());
		}
	});
});

describe.each(someReadings())('under $name', ({ switches }) => {
	it('a run reads only, within the requests that it announced', async () => {
		service.set(switches);
		const { output } = await run(['--url', service.url]);
		const sent = service.requests.map(({ method, path }) => `${method} ${path}`);
		const reads = /^(?:GET .*|POST \/api\/v2\/alerts(?:\/bulk)?)$/;
		expect(sent.filter((request) => !reads.test(request))).toEqual([]);
		expect(sent.length).toBeLessThanOrEqual(REQUESTS_A_MINUTE);
		expect(output).toContain(`at most ${REQUESTS_A_MINUTE} requests`);
		expect(output).not.toContain('| does not fit |');
	});
});

describe('--write', () => {
	it('removes what it added, and reports nothing of names, addresses and tokens', async () => {
		const report = join(await temporaryFolder('probe'), 'report.md');
		const { world } = service;
		const before = JSON.stringify([[...world.logSources], [...world.logTypes], [...world.rules]]);
		const { code, output } = await run(['--url', service.url, '--write', '--report', report]);
		expect(code).toBe(0);
		const writes = service.requests.filter(({ path, operation, method }) =>
			operation === undefined ? false : method !== 'GET' && !path.includes('/alerts'),
		);
		expect(writes.map(({ operation }) => operation)).toEqual([
			'addLogSources',
			'updateLogSources',
			'deleteLogSources',
			'deleteLogSources',
			'createLogType',
			'createParserRule',
			'createParserRule',
			'updateParserRule',
			'deleteParserRule',
			'deleteLogType',
		]);
		const after = JSON.stringify([[...world.logSources], [...world.logTypes], [...world.rules]]);
		expect(after).toBe(before);
		const text = await readFile(report, 'utf8');
		expect(output).toContain(text);
		const secrets = [
			service.token,
			'127.0.0.1',
			/N8nProbe\w+/.exec(output)?.[0] ?? '',
			...world.domains.flatMap((domain) => [domain.domain_name, domain.domain_flat_name]),
			...[...world.logSources.values()].map((source) => source.log_source),
			world.alerts.at(0).userName,
		];
		expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
	});

	it('says how to clean up if a deletion is refused', async () => {
		service.faults.push({
			kind: 'refusal',
			code: '07001110',
			status: 400,
			match: { operation: 'deleteLogType' },
		});
		const { code, output } = await run(['--url', service.url, '--write']);
		expect(code).toBe(1);
		expect(output).toMatch(/If N8nProbe\w+ is still there, delete it in the console[^|]*$/);
	});
});

describe('a service that fits nothing', () => {
	let server: Server | undefined;
	afterEach(() => {
		server?.closeAllConnections();
		server?.close();
	});
	const serve = async (listener: RequestListener): Promise<string> => {
		server = createServer(listener).listen(0, '127.0.0.1');
		await once(server, 'listening');
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	};
	const lenient = [
		'Search for all alerts',
		'Keys of alerts by response_type',
		'Time with an offset',
		'An end_time in the future',
		'Parentheses around a condition',
	];
	const answers: Array<[name: string, body: string, fitting: string[]]> = [
		['a web page', '<html>Sign in</html>', []],
		['no list', '{"data": {"log_sources": 1, "request_id": []}, "meta": {"cursor": {}}}', []],
		['other rows', '{"data": [{"Time": 5}, null], "meta": {"total_items": "many"}}', lenient],
		['a failure of another kind', '{"failure": "secret-host"}', []],
		['a list', '[]', []],
	];

	it.each(answers)('%s', async (_name, body, expected) => {
		const url = await serve((_request, response) => {
			response.writeHead(200, { date: 'Thu, 01 Jan 2026 00:00:00 GMT' }).end(body);
		});
		const { code, output } = await run(['--url', url, '--write']);
		expect(code).toBe(1);
		expect(output).not.toContain('secret-host');
		const fitting = Array.from(output.matchAll(/^\| (.*?) \|.*\| fits \|/gm), ([, name]) => name);
		expect(fitting).toEqual(['Build', ...expected]);
	});

	it('is asked nothing more once it limits requests', async () => {
		let requests = 0;
		const url = await serve((_request, response) => {
			requests += 1;
			response.writeHead(429).end('{}');
		});
		const { code, output } = await run(['--url', url]);
		expect([code, requests]).toEqual([1, 1]);
		expect(output).toContain('| too many requests: HTTP 429 |');
	});

	it('is asked nothing more if it does not answer', async () => {
		const url = await serve(() => {});
		server?.close();
		const { code, output } = await run(['--url', url]);
		expect(code).toBe(1);
		expect(output).toContain('| no answer: ECONNREFUSED |');
		expect(output.match(/\| does not fit \|/g)).toHaveLength(1);
	});

	it('ends with 130 when it is interrupted, and says how to clean up', async () => {
		const url = await serve(() => {});
		const main = join(project, 'test/tools/probe/main.ts');
		const child = spawn(process.execPath, ['--import', 'tsx', main, '--url', url, '--write'], {
			cwd: project,
			env: { ...process.env, PROBE_TOKEN: 'x' },
		});
		const ended = once(child, 'exit');
		let output = '';
		child.stdout.on('data', (text: Buffer) => {
			output += text.toString();
		});
		await once(server ?? child, 'request');
		child.kill('SIGINT');
		expect(await ended).toEqual([130, null]);
		expect(output).toMatch(/Interrupted\.\nIf N8nProbe\w+ is still there, delete it/);
	});
});

describe('wrong arguments', () => {
	it.each([
		['no address', []],
		['no token', ['--url', 'http://x:1', '--token-file', '/dev/null']],
		['a token file that is missing', ['--url', 'http://x:1', '--token-file', '/missing/file']],
		['a report that cannot be written', ['--url', 'http://x:1', '--report', '/missing/file']],
		['no such option', ['--url', 'http://x:1', '--wrong']],
		['an address that is none', ['--url', 'logs.example.com']],
	])('%s', async (_name, args) => {
		const { code, output } = await run(args);
		expect(code).toBe(2);
		expect(output.endsWith(usage)).toBe(true);
		expect(output).not.toMatch(/\n\s+at /);
		expect(output.length).toBeGreaterThan(usage.length + 10);
	});

	it('--help prints the usage', async () => {
		expect(await run(['--help'])).toEqual({ code: 0, output: usage });
	});
});
