import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../../../../nodes/shared/http/client';
import { addHint, createProgress } from '../../../../nodes/shared/engine/progress';
import type { Run, ShowHint } from '../../../../nodes/shared/engine/run';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

/** A run and what it logs and shows. */
function running() {
	const lines: string[] = [];
	const hints: NodeExecutionHint[] = [];
	const context = {
		logger: { info: (line: string) => void lines.push(line) },
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint),
	} as unknown as IExecuteFunctions;
	const client = {
		requestCount: 0,
		expectedWait: (requests: number) => Math.max(0, requests - 60) * 1000,
	};
	const session = { client };
	const showHint: ShowHint = (message, type) => {
		addHint(context, message, type);
	};
	const run = { context, sessions: [session, session], showHint } as unknown as Run;
	return { run, client, lines, hints };
}

describe('the end of a run', () => {
	it.each([
		['quick', 9_900, 'logged', []],
		['of more than ten seconds', 10_000, 'logged', ['info']],
		['with a warning', 0, 'warning', ['warning']],
		['that wrote files', 0, 'shown', ['info']],
	] as const)('that was %s is logged, and shown where it matters', (_name, ms, how, types) => {
		const { run, client, lines, hints } = running();
		const progress = createProgress(run, 'Read');
		client.requestCount += 2;
		jest.setSystemTime(Date.now() + ms);
		progress.finish('7 records', how);
		const message = `7 records (took 2 requests, ${(ms / 1000).toFixed(1)} s)`;
		expect(lines).toEqual([`Read: ${message}`]);
		const hint = ms < 10_000 ? '7 records' : message;
		expect(hints).toEqual(types.map((type) => ({ message: hint, location: 'outputPane', type })));
	});
});

describe('the expected time of a run', () => {
	it.each([
		[180, '120 s'],
		[181, '2 minutes'],
	])('of %i requests is reported before they are sent, and at the end: %s', (requests, time) => {
		const pace = `at least ${time} because of Requests per Minute in the credential or a wait that the service requested`;
		const { run, client, lines } = running();
		const progress = createProgress(run, 'Read');
		progress.logPace(client as unknown as ApiClient, requests);
		progress.logPace(client as unknown as ApiClient, requests + 1);
		expect(lines).toEqual([`Read: ${requests} requests take ${pace}`]);
		progress.finish('7 records', 'logged');
		expect(lines[1]).toBe(`Read: 7 records (took 0 requests, 0.0 s, ${pace})`);
	});
});

it('no hint is shown if n8n has none to show', () => {
	expect(() => addHint({} as IExecuteFunctions, 'x', 'info')).not.toThrow();
});
