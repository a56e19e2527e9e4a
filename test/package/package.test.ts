import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { PackageDirectoryLoader } from 'n8n-core';
import { resolveOutputSchemaPath } from 'n8n-core/dist/nodes-loader/output-schema-resolver';

import { pack } from '../support/package/packed';
import { allOperations, nameOf } from '../support/rules/allOperations';
import { outputsOfCases, schemaOf } from '../tools/schemas';

/** The unpacked tarball. */
let directory: string;
let files: string[];
const textOf = (file: string): string => readFileSync(join(directory, file), 'utf8');
const jsonOf = (file: string): unknown => JSON.parse(textOf(file));

beforeAll(async () => {
	({ directory } = await pack());
	files = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => posix.relative(directory, posix.join(entry.parentPath, entry.name)));
}, 240_000);

/** What compiled code requires or imports; undefined for what is decided at run time. */
const required = (code: string): Array<string | undefined> =>
	Array.from(
		code.matchAll(/(?<![.\w])(?:require|import)\((.*?)\)/g),
		([, given = '']) => /^(['"])(.*)\1$/.exec(given)?.[2],
	);

describe('the packed package', () => {
	it('requires only n8n-workflow, crypto and files of its own', () => {
		const code = files.filter((file) => file.endsWith('.js'));
		const strange = code.flatMap((file) =>
			required(textOf(file)).filter((name) => {
				if (name === 'n8n-workflow' || name === 'crypto') return false;
				if (name?.startsWith('.') !== true) return true;
				const target = join(directory, posix.dirname(file), name);
				return !['', '.js', '.json', '/index.js'].some((end) => existsSync(target + end));
			}),
		);
		expect(code.length).toBeGreaterThan(50);
		expect(strange).toEqual([]);
	});

	it('is looked at for every way to require', () => {
		const code = "require('axios'); import(\"zod\"); require(name); x.require('no');";
		expect(required(code)).toEqual(['axios', 'zod', undefined]);
	});

	it('holds compiled code, codex files, icons, schemas, metadata, examples and papers', () => {
		const kinds = [
			/^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
			/^dist\/nodes\/[\w/]+(?:\.node)?\.js$/,
			/^dist\/credentials\/\w+\.credentials\.js$/,
			/^dist\/nodes\/\w+\/\w+\.node\.json$/,
			/^dist\/nodes\/\w+\/__schema__\/v1\.0\.0\/logManagement\/\w+\.json$/,
			/^dist\/icons\/[\w.]+\.svg$/,
			/^dist\/(?:known|types)\/(?:nodes|credentials)\.json$/,
			/^examples\/(?:[\w-]+\.json|README\.md)$/,
		];
		expect(files.filter((file) => !kinds.some((kind) => kind.test(file)))).toEqual([]);
		expect(kinds.filter((kind) => !files.some((file) => kind.test(file)))).toEqual([]);
	});

	it('registers its nodes, with codex file and icons for both themes', () => {
		const { n8n } = jsonOf('package.json') as { n8n: Record<'nodes' | 'credentials', string[]> };
		const registered = [...n8n.nodes, ...n8n.credentials];
		const shipped = files.filter((file) => /\.(?:node|credentials)\.js$/.test(file));
		expect(registered.toSorted()).toEqual(shipped.toSorted());
		for (const file of registered) {
			const icons = [...textOf(file).matchAll(/['"]file:([^'"]+)['"]/g)].map(([, icon = '']) =>
				posix.join(posix.dirname(file), icon),
			);
			expect(new Set(icons).size).toBe(2);
			expect(files).toEqual(expect.arrayContaining(icons));
		}
		expect(files).toEqual(expect.arrayContaining(n8n.nodes.map((file) => `${file}on`)));
	});

	it('has the metadata that n8n makes of its code', async () => {
		const loader = new PackageDirectoryLoader(directory);
		await loader.loadAll();
		const asMetadata = (value: object): unknown =>
			JSON.parse(
				JSON.stringify(value, (key, part: unknown) =>
					key === '__loadOptionsMethods' ? undefined : part,
				),
			);
		expect(jsonOf('dist/known/nodes.json')).toEqual(asMetadata(loader.known.nodes));
		expect(jsonOf('dist/known/credentials.json')).toEqual(asMetadata(loader.known.credentials));
		expect(jsonOf('dist/types/nodes.json')).toEqual(asMetadata(loader.types.nodes));
	});

	it('has a schema for each operation where n8n looks for it, which its outputs fit', async () => {
		const outputs = await outputsOfCases();
		for (const offered of allOperations) {
			const { node, operation } = offered;
			const folder = node.charAt(0).toUpperCase() + node.slice(1);
			const path = resolveOutputSchemaPath({
				nodeDir: join(directory, 'dist/nodes', folder),
				version: '1',
				resource: 'logManagement',
				operation: operation.value,
			});
			const rows = outputs.get(nameOf(offered)) ?? [];
			expect(rows.length).toBeGreaterThan(0);
			expect(JSON.parse(readFileSync(path ?? '', 'utf8'))).toEqual(schemaOf(rows));
		}
	});

	it('holds no path of a machine, host of a registry or secret', () => {
		const unwanted =
			/(?<![\w.:/])\/(?:home|root|tmp|Users)\/\w|\bregistry\.[\w-]+\.[a-z]{2,}|PRIVATE KEY|\bgh[pousr]_\w{20,}/;
		expect(files.filter((file) => unwanted.test(textOf(file)))).toEqual([]);
	});
});
