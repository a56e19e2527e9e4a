import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { WAITS_MS } from '../../nodes/shared/http/rateLimiter';
import { pageAt, pagePathOf, pages, project, type Page } from '../support/docs/pages';
import { credentialType, nodeNames, nodeType } from '../support/harness/nodePackage';
import { allOperations } from '../support/rules/allOperations';
import { tableOf, type Result } from '../tools/bench/results';

/** The fields that a page may name, each with its label without the unit. */
let fieldsOf: Map<string, INodeProperties[]>;

const withMembers = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.options ?? []).flatMap((option) =>
			'values' in option
				? withMembers(option.values)
				: 'type' in option
					? withMembers([option])
					: [],
		),
	]);

beforeAll(async () => {
	const names = await nodeNames();
	const nodes = await Promise.all(
		names.map(async (name) => [pagePathOf(name), (await nodeType(name)).description] as const),
	);
	const { properties } = await credentialType('logManagementApi');
	fieldsOf = new Map(
		[...nodes, ['docs/credentials.md', { properties }] as const].map(([path, described]) => [
			path,
			withMembers(described.properties),
		]),
	);
});

/** Defaults that a page gives as `**Label**, 50 by default`: label and value. */
const defaultsIn = (text: string): Array<[label: string, value: string]> =>
	Array.from(
		text.matchAll(/\*\*([^*\n]+)\*\*,? \(?([\w.]+)(?: [a-z]+)? by default/g),
		([, label = '', value = '']) => [label, value],
	);

const shown = (value: unknown): string =>
	value === true ? 'on' : value === false ? 'off' : String(value);

const wrongDefaults = ({ path, text }: Page): string[] =>
	defaultsIn(text)
		.filter(([label, value]) => {
			const named = fieldsOf.get(path)?.filter(({ displayName }) => displayName === label) ?? [];
			return !named.some(
				(field) =>
					shown(field.default) === value ||
					field.options?.some(
						(option) =>
							'value' in option && option.value === field.default && option.name.startsWith(value),
					),
			);
		})
		.map(([label, value]) => `${label}: ${value}`);

describe('defaults on', () => {
	it.each([
		'docs/credentials.md',
		'docs/trigger.md',
		'docs/health-trigger.md',
		...new Set(allOperations.map(({ node }) => pagePathOf(node))),
	])('%s are those of the fields', (path) => {
		expect(wrongDefaults(pageAt(path))).toEqual([]);
	});

	it('that are wrong are found', () => {
		const text = '**Timeout (Seconds)**, 61 by default. **Requests per Minute** (60 by default).';
		expect(wrongDefaults({ path: 'docs/credentials.md', text })).toEqual(['Timeout (Seconds): 61']);
	});
});

const seconds = WAITS_MS.map((ms) => ms / 1000);
const batches = allOperations.flatMap(({ operation }) =>
	operation.kind === 'write' ? [String(operation.maxBatchSize)] : [],
);

/** Phrases with a figure, on any page, and the figures that are right. */
const PHRASES: Array<[phrase: RegExp, right: string[]]> = [
	[/waits are ([\d, and]+) seconds/g, [`${seconds.slice(0, -1).join(', ')} and ${seconds.at(-1)}`]],
	[/up to (\d+) (?:items|log sources|agents) (?:a|share a) request/gi, batches],
];

it.each(PHRASES)('%s has the right figure on every page', (phrase, right) => {
	const wrong = pages.flatMap(({ path, text }) =>
		[...text.replaceAll(/\s+/g, ' ').matchAll(phrase)]
			.filter(([, figure = '']) => !right.includes(figure))
			.map(([found]) => `${path}: ${found}`),
	);
	expect(wrong).toEqual([]);
});

it('measurements on the pages are those of the bench', () => {
	const file = join(project, 'test/tools/bench/results.json');
	const [, ...rows] = tableOf(JSON.parse(readFileSync(file, 'utf8')) as Result[]);
	for (const { text } of pages) {
		for (const cells of rows) {
			const line = text.split('\n').find((each) => each.startsWith(`| ${cells[0]} `));
			if (line !== undefined)
				expect(
					line
						.split('|')
						.slice(1, -1)
						.map((cell) => cell.trim()),
				).toEqual(cells);
		}
	}
});
