import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { temporaryFolder } from '../support/host/temporaryFolder';
import { useService } from '../support/service/useService';
import { probe, usage } from '../tools/probe/probe';

const service = useService();

/** Runs the whole probe. Returns its exit code, what it prints, and the result of each question. */
async function run(args: readonly string[]) {
	let output = '';
	const code = await probe(args, service.token, (text) => {
		output += text;
	});
	const results = Object.fromEntries(
		Array.from(output.matchAll(/^\| (.*?) \|.*\| ([^|]*) \| ([^|]*) \|$/gm), (row) => [
			row[1] ?? '',
			`${row[2]}: ${row[3]}`,
		]),
	);
	return { code, output, results };
}

describe('a service as the package assumes it', () => {
	it('fits, and is only read', async () => {
		service.arrive(
			Array.from({ length: 150 }, (_none, index) => ({
				eventTime: Math.floor(service.clock.now() / 1000) - 400 - index,
			})),
		);
		const { code, output } = await run(['--url', service.url]);
		expect(output).not.toContain('does not fit');
		expect(output).not.toContain('not shown');
		expect(code).toBe(0);
		const sent = service.requests.map(({ method, path }) => `${method} ${path}`);
		const reads = /^(?:GET .*|POST \/api\/v2\/alerts(?:\/bulk)?)$/;
		expect(sent.filter((request) => !reads.test(request))).toEqual([]);
	});

	it('has nothing of the probe after --write, and the report no name, address or token', async () => {
		const report = join(temporaryFolder('probe'), 'report.md');
		const { world } = service;
		const before = JSON.stringify([...world.logSources]);
		const { code, output } = await run(['--url', service.url, '--write', '--report', report]);
		expect(service.requests.length).toBeLessThan(60);
		expect(output).not.toContain('does not fit');
		expect(code).toBe(0);
		const after = JSON.stringify([...world.logSources]);
		expect(after).toBe(before);
		const text = await readFile(report, 'utf8');
		expect(output).toContain(text);
		const secrets = [
			service.token,
			'127.0.0.1',
			/N8nProbe\w+/.exec(output)?.[0] ?? '',
			...world.domains.map((domain) => domain.domain_name),
			...[...world.logSources.values()].map((source) => source.log_source),
		];
		expect(secrets.filter((secret) => secret === '' || text.includes(secret))).toEqual([]);
	});
});

describe('a service that does not fit', () => {
	it.each([
		['a web page', '<html>secret-host</html>', 'refused: does not fit'],
		[
			'other rows',
			'{"data": [{"Time": 5}, null], "meta": {"total_items": "many"}}',
			'accepted: fits',
		],
		['a refusal of another shape', '{"failure": "secret-host"}', 'refused: does not fit'],
	])('says so for %s', async (_name, text, searched) => {
		const headers = { date: 'Thu, 01 Jan 2026 00:00:00 GMT' };
		service.faults.push({ kind: 'raw', text, headers });
		const { code, output, results } = await run(['--url', service.url, '--write']);
		expect(code).toBe(1);
		expect(output).not.toContain('secret-host');
		expect(results).toMatchObject({
			'Access token': 'HTTP 200: does not fit',
			'Search with the query *, start_time and end_time': searched,
		});
	});

	it('is asked nothing more once it limits requests', async () => {
		service.faults.push({ kind: 'status', status: 429 });
		const { code, results } = await run(['--url', service.url]);
		expect([code, service.requests.length]).toEqual([1, 1]);
		expect(results).toMatchObject({
			'Further questions': 'too many requests: HTTP 429: does not fit',
		});
	});
});

it.each([
	['no address', []],
	['no token', ['--url', 'http://x:1', '--token-file', '/dev/null']],
	['a token file that is missing', ['--url', 'http://x:1', '--token-file', '/missing/file']],
	['no such option', ['--url', 'http://x:1', '--wrong']],
	['an address that is none', ['--url', 'logs']],
])('%s is wrong usage', async (_name, args) => {
	const { code, output } = await run(args);
	expect(code).toBe(2);
	expect(output.endsWith(usage)).toBe(true);
});
