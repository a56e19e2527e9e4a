import { expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import type * as running from '../../../../nodes/shared/engine/run';

const resolved: number[] = [];
let keyOf: (item: number) => string;

// A client whose connection depends on its item.
jest.mock('../../../../nodes/shared/http/client', () => ({
	createClient: (_host: unknown, { itemIndex }: { itemIndex: number }) => {
		resolved.push(itemIndex);
		return { key: keyOf(itemIndex), send: () => undefined };
	},
}));
const { openRun } = jest.requireActual<typeof running>('../../../../nodes/shared/engine/run');

async function sessionsOf(items: number) {
	resolved.length = 0;
	const context = {
		getInputData: () => Array.from({ length: items }, () => ({ json: {} })),
		getTimezone: () => 'UTC',
	} as unknown as IExecuteFunctions;
	const silent = { addNote: () => undefined, showHint: () => undefined };
	return (await openRun(context, 'alerts.READ', silent)).sessions;
}

it('each item has its credential resolved, and items of one connection share a session', async () => {
	keyOf = (item) => (item === 2 ? 'another' : 'one service');
	const sessions = await sessionsOf(4);
	expect(resolved).toEqual([0, 1, 2, 3]);
	expect(sessions.map((session) => sessions.indexOf(session))).toEqual([0, 0, 2, 0]);
});
