import { beforeAll, describe, expect, it } from '@jest/globals';
import type { INodeProperties } from 'n8n-workflow';

import { pageAt, pagePathOf, type Page } from '../support/docs/pages';
import { credentialType, nodeNames, nodeType } from '../support/harness/nodePackage';
import { allOperations } from '../support/rules/allOperations';
import { allFields } from '../support/rules/fieldTree';

/** The fields that a page may name, each with its label without the unit. */
let fieldsOf: Map<string, INodeProperties[]>;

beforeAll(async () => {
	const names = await nodeNames();
	const nodes = await Promise.all(
		names.map(async (name) => [pagePathOf(name), (await nodeType(name)).description] as const),
	);
	const { properties } = await credentialType('logManagementApi');
	fieldsOf = new Map(
		[...nodes, ['docs/credentials.md', { properties }] as const].map(([path, described]) => [
			path,
			allFields(described.properties),
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
