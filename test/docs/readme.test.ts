import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { README, textOf } from '../tools/docs/generatedPages';

const MAX_LINES = 200;
const readme = textOf(README);

/** Every page of the documentation, by its path. */
const pages = [
	...readdirSync(resolve(__dirname, '../../docs'))
		.filter((file) => file.endsWith('.md'))
		.map((file) => `docs/${file}`),
	'examples/README.md',
];

/** What a README lacks or has too much of, one sentence each. */
function faultsOf(text: string): string[] {
	const lines = text.trimEnd().split('\n');
	const beforeInstall = text.slice(0, text.indexOf('\n## Install\n'));
	const pictures = [...beforeInstall.matchAll(/<img /g)].length;
	return [
		...(lines.length > MAX_LINES ? [`has ${lines.length} lines`] : []),
		...(pictures === 2 ? [] : [`has ${pictures} pictures on its first screen`]),
		...['npm ci && npm start', 'npm ci && npm test']
			.filter((command) => !text.includes(command))
			.map((command) => `does not name ${command}`),
		...(beforeInstall.includes('Not tested against the product')
			? []
			: ['does not say above Install that the product was not tested']),
		...pages
			.filter((page) => !text.includes(`(${page})`))
			.map((page) => `does not lead to ${page}`),
		...['Install', 'Credential', 'First workflow', 'From an alert to a ticket', 'Nodes', 'Status']
			.filter((heading) => !lines.includes(`## ${heading}`))
			.map((heading) => `has no section ${heading}`),
	];
}

describe('the README', () => {
	it('is short, shows two pictures first, and leads to every page', () => {
		expect(pages.length).toBeGreaterThan(7);
		expect(faultsOf(readme)).toEqual([]);
	});

	it.each([
		['it is long', /$/, '\nline'.repeat(MAX_LINES), /has \d+ lines/],
		['a picture is missing', /<img .*>/, '', 'has 1 pictures on its first screen'],
		['a page is missing', /\(docs\/trigger\.md\)/g, '', 'does not lead to docs/trigger.md'],
		['a section is missing', '## Status', '## State', 'has no section Status'],
		['a command is missing', 'npm ci && npm test', 'npm test', 'does not name npm ci && npm test'],
		[
			'its limit is hidden',
			'Not tested against the product',
			'Tested',
			'does not say above Install that the product was not tested',
		],
	])('is refused if %s', (_what, part, planted, fault) => {
		expect(faultsOf(readme.replace(part, planted))).toEqual([
			typeof fault === 'string' ? fault : expect.stringMatching(fault),
		]);
	});
});
