import { describe, expect, it } from '@jest/globals';
import type { INodePropertyOptions } from 'n8n-workflow';

import '../support/hostile/quickWaits';
import { nodeNames, nodeType } from '../support/harness/harness';
import { describeFaults } from '../support/hostile/describeFaults';
import { cellOf, lostOrTwice } from '../support/hostile/matrix';
import { sceneNamed, scenes } from '../support/hostile/scenes';

describe('every operation under every fault', () => describeFaults());

describe('the matrix', () => {
	it('holds every operation of every node', async () => {
		const offered: string[] = [];
		for (const node of await nodeNames()) {
			const { properties, polling } = (await nodeType(node)).description;
			if (polling === true) offered.push(`${node}.poll`);
			const selector = properties.find(({ name }) => name === 'operation');
			const options = (selector?.options ?? []) as INodePropertyOptions[];
			offered.push(...options.map(({ value }) => `${node}.${value}`));
		}
		expect(scenes.map(({ name }) => name)).toEqual(offered.sort());
	});

	it('sees a write that is sent twice', async () => {
		const fault = { kind: 'status', status: 429, carriedOut: true, times: 1 } as const;
		const { troubles } = await cellOf(sceneNamed('logType.create'), fault);
		expect(troubles).toContain('POST /api/v2/log-type was sent again');
	});

	it('sees items that are told refused and are done', async () => {
		const fault = { kind: 'refusal', code: 'XSS_DETECTED', status: 400, carriedOut: true } as const;
		const { troubles } = await cellOf(sceneNamed('logSource.delete'), fault);
		expect(troubles).toEqual(['stopped, and 3 items are done']);
	});

	it('sees items that a trigger loses, gives twice, or makes up', () => {
		const alerts = (...keys: string[]) => keys.map((alert_key) => ({ alert_key }));
		expect(lostOrTwice(alerts('a', 'b'), alerts('b', 'a'))).toEqual([]);
		expect(lostOrTwice(alerts('a', 'a', 'c'), alerts('a', 'b'))).toEqual([
			'1 of 2 items are lost',
			'1 items are given twice',
			'1 items are given that are none',
		]);
	});

	it('sees a list that lacks a row', async () => {
		const { outcome } = await cellOf(sceneNamed('logType.getAll'), { kind: 'shortPage' });
		expect(outcome).toBe('wrong');
	});
});
