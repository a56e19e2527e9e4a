import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { beforeAll, describe, expect, it } from '@jest/globals';
import { PackageDirectoryLoader } from 'n8n-core';
import { resolveOutputSchemaPath } from 'n8n-core/dist/nodes-loader/output-schema-resolver';

import { pack } from '../support/host/tarball';
import { folderOf, namedOperations, nameOf } from '../support/rules/allOperations';
import { outputsOfCases, schemaOf } from '../tools/schemas';

let directory: string;
let files: string[];
let outputs: Awaited<ReturnType<typeof outputsOfCases>>;
const textOf = (file: string): string => readFileSync(join(directory, file), 'utf8');
const jsonOf = (file: string): unknown => JSON.parse(textOf(file));

beforeAll(async () => {
	[directory, outputs] = await Promise.all([pack(), outputsOfCases()]);
	files = readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => posix.relative(directory, posix.join(entry.parentPath, entry.name)));
}, 240_000);

describe('the packed package', () => {
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

	it('loads, with the metadata, codex files and icons of what it registers', async () => {
		const loader = new PackageDirectoryLoader(directory);
		await loader.loadAll();
		expect(jsonOf('dist/known/nodes.json')).toEqual(loader.known.nodes);
		expect(jsonOf('dist/known/credentials.json')).toEqual(loader.known.credentials);
		const { n8n } = jsonOf('package.json') as { n8n: Record<'nodes' | 'credentials', string[]> };
		expect(files).toEqual(expect.arrayContaining(n8n.nodes.map((file) => `${file}on`)));
		for (const file of [...n8n.nodes, ...n8n.credentials]) {
			const icons = [...textOf(file).matchAll(/['"]file:([^'"]+)['"]/g)].map(([, icon = '']) =>
				posix.join(posix.dirname(file), icon),
			);
			expect(new Set(icons).size).toBe(2);
			expect(files).toEqual(expect.arrayContaining(icons));
		}
	});

	it.each(namedOperations)(
		'has a schema of the output of %s where n8n looks for it, and the output of its cases fits',
		(_name, { node, operation }) => {
			const folder = folderOf(node);
			const path = resolveOutputSchemaPath({
				nodeDir: join(directory, 'dist/nodes', folder),
				version: '1',
				resource: 'logManagement',
				operation: operation.value,
			});
			const rows = outputs.get(nameOf({ node, operation })) ?? [];
			expect(rows.length).toBeGreaterThan(0);
			const schema: unknown = JSON.parse(readFileSync(path ?? '', 'utf8'));
			expect(schema).toEqual(schemaOf(rows));
		},
	);

	it('holds no path of a machine, host of a registry or secret', () => {
		const unwanted =
			/(?<![\w.:/])\/(?:home|root|tmp|Users)\/\w|\bregistry\.[\w-]+\.[a-z]{2,}|PRIVATE KEY|\bgh[pousr]_\w{20,}/;
		expect(files.filter((file) => unwanted.test(textOf(file)))).toEqual([]);
	});
});
