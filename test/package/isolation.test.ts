import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { project } from '../support/package/copy';
import { jestReport } from '../support/package/jestReport';

/** What a file of tests leaves behind, and what is true in the next file if it is gone. */
const leaks: Record<string, [leak: string, isGone: string]> = {
	'a global': ['globalThis.planted = 1', "!('planted' in globalThis)"],
	'no global any more': ['delete globalThis.CustomEvent', "typeof CustomEvent === 'function'"],
	'a class': ['Date = class extends Date {}', 'Date.length === 7'],
	'an environment': ["process.env.PLANTED = '1'", '!process.env.PLANTED'],
	'a property of all objects': ['Object.prototype.planted = 1', '!({}).planted'],
	'a method of iterators': [
		'Object.getPrototypeOf([][Symbol.iterator]()).planted = 1',
		'![][Symbol.iterator]().planted',
	],
	'a spy in a module of Node.js': [
		"jest.spyOn(require('node:os'), 'uptime').mockReturnValue(-1)",
		"require('node:os').uptime() > 0",
	],
	'a timer': [
		'setInterval(() => { globalThis.ticks = 1; }, 1)',
		"await new Promise((done) => setTimeout(done, 20)), !('ticks' in globalThis)",
	],
	'simulated time': ['jest.useFakeTimers({ now: 5 })', 'Date.now() > 5 && !setTimeout.clock'],
};

const FIRST = `
	// What a package adds is not added again: it is loaded once.
	require('reflect-metadata');
	test('leaks', () => {
		require('node:fs').writeFileSync(process.env.TMPDIR + '/first', String(process.pid));
		${Object.values(leaks)
			.map(([leak]) => `${leak};`)
			.join('\n')}
	});
`;

const SAME_PROCESS = 'runs where the first file ran';
const INSTALLED = 'finds what packages add to globals';

const SECOND = `
	const isSameProcess = () =>
		require('node:fs').readFileSync(process.env.TMPDIR + '/first', 'utf8') === String(process.pid);
	test('${SAME_PROCESS}', () => expect(isSameProcess()).toBe(true));
	test('${INSTALLED}', () => expect(typeof Reflect.getMetadata).toBe('function'));
	${Object.entries(leaks)
		.map(
			([what, [, isGone]]) =>
				`test(${JSON.stringify(what)}, async () => expect(Boolean((${isGone}))).toBe(true));`,
		)
		.join('\n')}
`;

/** Backtracks for a minute, and lets nothing else run meanwhile. */
const HANGING = "test('hangs', () => { /^(a+)+$/.test('a'.repeat(34) + 'b'); });";

/** What a run of jest with this project's settings reports of some files of tests. */
async function run(files: Record<string, string>, ...options: string[]) {
	const folder = await mkdtemp(join(tmpdir(), 'planted-'));
	await symlink(join(project, 'node_modules'), join(folder, 'node_modules'));
	for (const path of ['jest.config.js', 'test/support/jest']) {
		await cp(join(project, path), join(folder, path), { recursive: true });
	}
	// What a suite needs before its first test takes longer than the planted limit on a busy machine.
	await writeFile(join(folder, 'test/support/jest/setup.ts'), '');
	for (const [name, text] of Object.entries(files)) {
		await writeFile(join(folder, `test/${name}.test.ts`), text);
	}
	const results = await jestReport(folder, '--testMatch=**/*.test.ts', ...options);
	return (file: string) => {
		const result = results.find(({ name }) => name.endsWith(`/${file}.test.ts`));
		if (result === undefined) throw new Error(`${file} was not run`);
		return result;
	};
}

describe('a file of tests', () => {
	it('finds nothing of what the file before it left in the process', async () => {
		// jest begins with the larger file.
		const of = await run({ first: FIRST.padEnd(10_000), second: SECOND }, '--runInBand');
		const withStatus = (wanted: string) =>
			of('second').assertionResults.flatMap(({ status, title }) =>
				status === wanted ? [title] : [],
			);
		expect(withStatus('failed')).toEqual([]);
		expect(withStatus('passed')).toEqual([SAME_PROCESS, INSTALLED, ...Object.keys(leaks)]);
	});

	it('that hangs has failed, and the other files run', async () => {
		const harmless = "test('passes', () => undefined);";
		const files = { hanging: HANGING, second: harmless, third: harmless };
		const of = await run(files, '--maxWorkers=2', '--testTimeout=2500');
		expect(of('hanging').message).toContain('terminated');
		for (const other of ['second', 'third']) {
			expect(of(other).assertionResults).toMatchObject([{ status: 'passed' }]);
		}
	});
});
