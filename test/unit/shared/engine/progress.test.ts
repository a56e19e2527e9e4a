import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../../../../nodes/shared/http/client';
import { addHint, createProgress, paceText } from '../../../../nodes/shared/engine/progress';
import type { Run, ShowHint } from '../../../../nodes/shared/engine/run';

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

it.each([
	['without a hint', undefined],
	['with a warning', 'warning'],
	['that wrote files', 'info'],
] as const)('the end of a run %s is logged, and shown where it matters', (_name, type) => {
	const lines: string[] = [];
	const hints: NodeExecutionHint[] = [];
	const context = {
		logger: { info: (line: string) => void lines.push(line) },
		addExecutionHints: (hint: NodeExecutionHint) => void hints.push(hint),
	} as unknown as IExecuteFunctions;
	const session = { client: { requestCount: 2 } };
	const showHint: ShowHint = (message, type) => {
		addHint(context, message, type);
	};
	const run = { context, sessions: [session, session], showHint } as unknown as Run;
	const progress = createProgress(run, 'Read');
	jest.setSystemTime(Date.now() + 9_900);
	progress.finish('7 records', type);
	expect(lines).toEqual(['Read: 7 records (took 2 requests, 9.9 s)']);
	const hint = { message: '7 records', location: 'outputPane', type };
	expect(hints).toEqual(type === undefined ? [] : [hint]);
});

it.each([
	[120, '120 s'],
	[121, '2 minutes'],
])('the expected time of %i seconds is %s', (seconds, time) => {
	const client = { expectedWait: () => seconds * 1000 } as unknown as ApiClient;
	expect(paceText(client, 2)).toMatch(new RegExp(`^at least ${time} because`));
});

it('a hint shows markup of the service as text', () => {
	const messages: string[] = [];
	const addExecutionHints = ({ message }: NodeExecutionHint) => void messages.push(message);
	addHint({ addExecutionHints } as unknown as IExecuteFunctions, '<b> & &lt;', 'info');
	expect(messages).toEqual(['‹b› & &lt;']);
});
