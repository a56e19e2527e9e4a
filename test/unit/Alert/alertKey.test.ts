import { createHash } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';

import { fingerprintOf, hashOf } from '../../../nodes/Alert/alertRow';
import { searchRecord } from '../../support/service/alertRecord';
import { demoAlert } from '../../support/service/demoWorld';

const alert = demoAlert(3, 1_770_000_000);

describe('the fingerprint of an alert', () => {
	test('is the same when a log source is renamed, and whatever fields are added', () => {
		const renamed = {
			...searchRecord(alert, 0),
			'Display Name': { 7: 'new name' },
			Status: 'closed',
		};
		expect(fingerprintOf(renamed)).toBe(fingerprintOf(searchRecord(alert, 0)));
	});

	test('differs by each other field', () => {
		const record = searchRecord(alert, 0);
		const names = Object.keys(record).filter((name) => name !== 'Display Name');
		const prints = names.map((name) => fingerprintOf({ ...record, [name]: 'changed' }));
		expect(new Set([...prints, fingerprintOf(record)]).size).toBe(names.length + 1);
	});

	test('takes a field without a value for an empty one', () => {
		const prints = [{}, { Message: null }, { Message: '' }].map(fingerprintOf);
		expect(new Set(prints).size).toBe(1);
	});

	test('tells values apart that are no text', () => {
		const values = [{ a: 1 }, { a: 2 }, ['a'], 5, true];
		const prints = values.map((Message) => fingerprintOf({ Message }));
		expect(new Set(prints).size).toBe(values.length);
		expect(fingerprintOf({ Message: 5 })).toBe(fingerprintOf({ Message: '5' }));
	});

	test('tells where one field ends and the next begins', () => {
		const record = searchRecord(alert, 0);
		expect(fingerprintOf({ ...record, Category: 'ab', Message: 'c' })).not.toBe(
			fingerprintOf({ ...record, Category: 'a', Message: 'bc' }),
		);
	});
});

describe('the hash of texts', () => {
	test('is the beginning of SHA-1 of each text after its length', () => {
		const sha1 = createHash('sha1').update('2:ab0:8:Zürich €').digest('hex');
		expect(hashOf(['ab', '', 'Zürich €'])).toBe(sha1.slice(0, 16));
	});

	test('differs wherever the texts are cut', () => {
		const lists = [[], [''], ['', ''], ['ab'], ['a', 'b'], ['', 'ab'], ['ab', ''], ['1:a', 'b']];
		expect(new Set(lists.map(hashOf)).size).toBe(lists.length);
	});
});
