import { expect, it, jest } from '@jest/globals';
import type { IExecuteFunctions } from 'n8n-workflow';

import type * as running from '../../../../nodes/shared/engine/run';

const resolved: number[] = [];
let keyOf = (_item: number): string => 'one service';

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
	return (await openRun(context, 'alerts.READ', () => undefined)).sessions;
}

it('items share a session if the first one and an index without an item agree', async () => {
	keyOf = () => 'one service';
	const sessions = await sessionsOf(1101);
	expect(resolved).toEqual([0, 1101]);
	expect(sessions).toHaveLength(1101);
	expect(new Set(sessions).size).toBe(1);
});

it('every item has its credential resolved if these two differ', async () => {
	keyOf = (item) => (item < 2 ? 'one service' : 'another');
	const sessions = await sessionsOf(4);
	expect(resolved).toEqual([0, 4, 1, 2, 3]);
	expect(sessions[1]).toBe(sessions[0]);
	expect(sessions[2]).not.toBe(sessions[0]);
	expect(sessions[3]).toBe(sessions[2]);
});
