import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { takeRows } from '../../../../nodes/shared/files/rowScanner';
import { asRows, type ArrivedRow } from '../../../../nodes/shared/files/rowBatch';
import { ROW_FORMATS } from '../../../../nodes/shared/files/formats';
import { asTexts } from '../../../../nodes/shared/files/serializeRows';

/** The rows as `takeRows` hands them over, and what is left; undefined where it leaves the text alone. */
function taken(text: string) {
	const arrived: ArrivedRow[] = [];
	const result = takeRows(text, (rows) => {
		arrived.push(...rows);
		return asRows(arrived);
	});
	return result && { rows: arrived, batch: result.rows, rest: result.rest };
}

describe('rows that are taken out of a text', () => {
	it.each([
		['{"data":[{"a":1}]}', ['{"a":1}'], '{"data":[]}'],
		[
			'{"data":[{"a":1},{},{"b":[]}],"meta":{"total_items":3}}',
			['{"a":1}', '{}', '{"b":[]}'],
			'{"data":[],"meta":{"total_items":3}}',
		],
		[
			'{"meta":{"list":[{},{}]},"data":[{"a":1},{"b":2}]}',
			['{"a":1}', '{"b":2}'],
			'{"meta":{"list":[{},{}]},"data":[]}',
		],
		[
			'{"data":[{"a":1},{"b":2}],"meta":{"list":[{},{}]}}',
			['{"a":1}', '{"b":2}'],
			'{"data":[],"meta":{"list":[{},{}]}}',
		],
		[
			'{"data":[{"m":"},{"},{"m":"}]\\"},{\\""},{"n":[{"a":1},{"b":[{}]}]}]}',
			['{"m":"},{"}', '{"m":"}]\\"},{\\""}', '{"n":[{"a":1},{"b":[{}]}]}'],
			'{"data":[]}',
		],
		['{"data":[{"m":"\\"data\\":[{"}]}', ['{"m":"\\"data\\":[{"}'], '{"data":[]}'],
		['{"data":[{ "a" : 1 },{"b":2 }] }', ['{ "a" : 1 }', '{"b":2 }'], '{"data":[] }'],
	])('%s', (text, rows, rest) => {
		expect(taken(text)).toMatchObject({
			rows: rows.map((row) => ({ text: row, row: JSON.parse(row) as IDataObject })),
			rest,
		});
	});

	it('stay where the text is of another kind', () => {
		const others = [
			'',
			'no JSON',
			'null',
			'{}',
			'{"data":[]}',
			'{"data":null}',
			'{"data":{"data":[{"a":1}]}}',
			'{"meta":{"data":[{"a":1}]},"data":[]}',
			'{"meta":{"data":[{"a":1}]},"data":[{"b":2}]}',
			'{"data":[{"a":1}],"data":[{"b":2}]}',
			'[{"data":[{"a":1}]}]',
			'{"data":[{"a":1},2]}',
			'{"data":[{"a":1}, {"b":2}]}',
			'{"data":[{"a":1},\n{"b":2}]}',
			'{"data":[{"a":\n1}]}',
			'{"data":[{"a":\r1}]}',
			'{"data":[{"a":1},{"b":2}',
			'{"data":[{"a":1},{"b":2}]',
			'{"data":[{"a":1},{"b":2}]},',
			'{"data":[{"a":1},{"b":}]}',
			'{"data":[{"a":1}}]}',
			'{"data":[{"id":1700000000000000001}]}',
			`{"data":[{"m":${JSON.stringify('},{'.repeat(30))}}]}`,
		];
		expect(others.filter((text) => taken(text) !== undefined)).toEqual([]);
	});

	it('let a fault of whoever takes them go on its way', () => {
		const fault = new Error('no text');
		const gather = () => {
			throw fault;
		};
		expect(() => takeRows('{"data":[{"a":1}]}', gather)).toThrow(fault);
	});

	it('are all of them, or nothing is made of them', () => {
		const gather = asTexts(ROW_FORMATS.csv);
		expect(takeRows('{"data":[{"a":1},{"b":2', gather)).toBeUndefined();
		expect(takeRows('{"data":[{"a":1},{"b":2}]}', gather)?.rows.columns).toEqual(['a', 'b']);
	});

	it('are those of the whole text, whatever they hold', () => {
		const nasty = fc.oneof(
			fc.string(),
			fc.constantFrom('},{', '}]', '"data":[{', '\\"},{', '[{}]', '{"data":[{"a":1}]}'),
		);
		// Fractions have so many digits that a text with one is parsed whole.
		const any = fc.anything({
			key: nasty,
			values: [nasty, fc.integer(), fc.boolean(), fc.constant(null)],
			maxDepth: 2,
		});
		const row = fc.dictionary(nasty, any, { noNullPrototype: true });
		let took = 0;
		fc.assert(
			fc.property(fc.array(row), any, fc.boolean(), (data, meta, metaFirst) => {
				const body = metaFirst ? { meta, data } : { data, meta };
				const text = JSON.stringify(body);
				const result = taken(text);
				if (result === undefined) return;
				took += 1;
				const whole = JSON.parse(text) as { data: IDataObject[] };
				expect(result.rows.map((each) => each.row)).toEqual(whole.data);
				expect(result.rows.map((each) => JSON.stringify(each.row))).toEqual(
					result.rows.map((each) => each.text),
				);
				expect(result.batch.length).toBe(whole.data.length);
				expect(JSON.parse(result.rest)).toEqual({ ...whole, data: [] });
			}),
			{ numRuns: 500 },
		);
		expect(took).toBeGreaterThan(250);
	});
});
