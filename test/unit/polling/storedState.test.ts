import { expect, test } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { pollNumberOf, readState, savedAtOf, writeState } from '../../../nodes/polling/storedState';

const isText = (value: unknown): value is string => typeof value === 'string';
const format = { version: 3, isState: isText };

test('a state is read as it was written, and each poll that changes it raises the number', () => {
	const data: IDataObject = {};
	const numbers = ['first', 'first', 'second'].map((state) => {
		writeState(data, state, 3, 1000);
		expect(readState(JSON.parse(JSON.stringify(data)) as IDataObject, format)).toBe(state);
		return pollNumberOf(data);
	});
	expect(numbers).toEqual([1, 1, 2]);
	expect([readState({}, format), pollNumberOf({}), savedAtOf({})]).toEqual([
		undefined,
		0,
		undefined,
	]);
});

test('the time of a poll is stored only with a new state', () => {
	const data: IDataObject = {};
	for (const second of [1000, 1060]) writeState(data, 'quiet', 3, second);
	expect(savedAtOf(data)).toBe(1000);
	writeState(data, 'new', 3, 1120);
	expect(savedAtOf(data)).toBe(1120);
});

test('a state of another version is written even if its text is the same', () => {
	const data: IDataObject = { version: 2, state: '"first"', pollNumber: 5 };
	writeState(data, 'first', 3, 1000);
	expect([readState(data, format), pollNumberOf(data)]).toEqual(['first', 6]);
});

test.each<IDataObject>([
	{ version: 2, state: '"text"' },
	{ version: 3 },
	{ version: 3, state: '{' },
	{ version: 3, state: '5' },
])('a state that cannot be read is not used: %j', (data) => {
	expect(readState(data, format)).toBeUndefined();
});
