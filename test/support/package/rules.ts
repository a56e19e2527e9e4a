import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { PackageDirectoryLoader } from 'n8n-core';

/** What a rule finds in a package, one sentence each; empty where the package keeps the rule. */
export type Rule = (directory: string) => string[] | Promise<string[]>;

interface Manifest {
	description?: string;
	keywords?: string[];
	homepage?: string;
	repository?: { url: string };
	license?: string;
	author?: { name?: string; email?: string };
	files?: string[];
	scripts?: Record<string, string>;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
	bundledDependencies?: string[];
	peerDependencies?: Record<string, string>;
	n8n?: { nodes?: string[]; credentials?: string[] };
}

/** The paths of all files under a package's folder, with forward slashes. */
function filesIn(directory: string): string[] {
	return readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => posix.relative(directory, posix.join(entry.parentPath, entry.name)))
		.sort();
}

const manifestOf = (directory: string) =>
	JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as Manifest;

/** What compiled code requires or imports, with `undefined` for what is not a literal. */
const required = (code: string): Array<string | undefined> =>
	Array.from(
		code.matchAll(/(?<![.\w])(?:require|import)\((.*?)\)/g),
		([, given = '']) => /^(['"])(.*)\1$/.exec(given)?.[2],
	);

/** The compiled code requires n8n-workflow, Node's crypto and files of the package, nothing that a user may not have. */
export const requiresOnlyTheHost: Rule = (directory) =>
	filesIn(directory)
		.filter((file) => file.endsWith('.js'))
		.flatMap((file) =>
			required(readFileSync(join(directory, file), 'utf8'))
				.filter((name) => {
					if (name === 'n8n-workflow' || name === 'crypto') return false;
					if (!name?.startsWith('.')) return true;
					const target = join(directory, posix.dirname(file), name);
					return !['', '.js', '.json', '/index.js'].some((end) => existsSync(target + end));
				})
				.map((name) => `${file} requires ${name ?? 'what is decided at run time'}`),
		);

/** package.json lists every compiled node and credential, and nothing else. */
export const registersAll: Rule = (directory) => {
	const { n8n } = manifestOf(directory);
	return (
		[
			['.node.js', n8n?.nodes ?? []],
			['.credentials.js', n8n?.credentials ?? []],
		] as const
	).flatMap(([end, listed]) => {
		const shipped = filesIn(directory).filter((file) => file.endsWith(end));
		return [
			...(shipped.length === 0 ? [`no ${end} file ships`] : []),
			...shipped.filter((file) => !listed.includes(file)).map((file) => `${file} is not listed`),
			...listed.filter((file) => !shipped.includes(file)).map((file) => `${file} does not ship`),
		];
	});
};

/** Beside every node lies its codex file, and every icon that code names ships, light and dark. */
export const shipsCodexAndIcons: Rule = (directory) =>
	filesIn(directory)
		.filter((file) => file.endsWith('.node.js') || file.endsWith('.credentials.js'))
		.flatMap((file) => {
			const icons = Array.from(
				readFileSync(join(directory, file), 'utf8').matchAll(/['"]file:([^'"]+)['"]/g),
				([, icon]) => posix.join(posix.dirname(file), icon ?? ''),
			);
			const codex = file.endsWith('.node.js') ? [`${file}on`] : [];
			return [
				...(new Set(icons).size < 2 ? [`${file} names no icon for each theme`] : []),
				...[...icons, ...codex]
					.filter((path) => !existsSync(join(directory, path)))
					.map((path) => `${path} does not ship`),
			];
		});

/** The metadata that n8n reads in place of the code are what it makes of the code. */
export const describesItself: Rule = async (directory) => {
	const loader = new PackageDirectoryLoader(directory);
	await loader.loadAll();
	const { known, types } = loader;
	const made = {
		'dist/known/nodes.json': known.nodes,
		'dist/known/credentials.json': known.credentials,
		'dist/types/nodes.json': types.nodes,
		// n8n shows copies of the credentials that it loads, without their methods.
		'dist/types/credentials.json': types.credentials.map((credential) => ({ ...credential })),
	};
	return Object.entries(made).flatMap(([file, value]) => {
		const path = join(directory, file);
		const shipped = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as unknown) : {};
		return isDeepStrictEqual(shipped, asMetadata(value)) ? [] : [`${file} differs from the code`];
	});
};

/** What n8n's generator writes: JSON without the key that only the generator itself reads. */
const asMetadata = (value: object): unknown =>
	JSON.parse(
		JSON.stringify(value, (key, part: unknown) =>
			key === '__loadOptionsMethods' ? undefined : part,
		),
	);

/** Only what a user needs ships: compiled code, codex files, icons, examples, and the papers. */
export const shipsNothingElse: Rule = (directory) =>
	filesIn(directory)
		.filter(
			(file) =>
				!/^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(file) &&
				!/^dist\/(?:nodes|credentials)\/[\w/]+(?:\.node|\.credentials)?\.js$/.test(file) &&
				!/^dist\/nodes\/[\w/]+\.node\.json$/.test(file) &&
				!/^dist\/icons\/[\w.]+\.svg$/.test(file) &&
				!/^dist\/(?:known|types)\/(?:nodes|credentials)\.json$/.test(file) &&
				!/^examples\/(?:[\w-]+\.json|README\.md)$/.test(file),
		)
		.map((file) => `${file} ships`);

/** What a user reads ships: the papers, the examples and their page. */
export const shipsWhatIsRead: Rule = (directory) => {
	const files = filesIn(directory);
	const examples = files.filter((file) => /^examples\/.*\.json$/.test(file));
	return [
		...['README.md', 'LICENSE', 'CHANGELOG.md', 'examples/README.md']
			.filter((file) => !files.includes(file))
			.map((file) => `${file} does not ship`),
		...(examples.length === 0 ? ['no example ships'] : []),
	];
};

/** package.json has what a registry shows: description, keywords, author, homepage and repository. */
export const canBeFound: Rule = (directory) => {
	const manifest = manifestOf(directory);
	const { description = '', keywords = [], homepage = '', license, author } = manifest;
	const words = ['n8n', 'siem', 'log-management', 'n8n-community-node-package'];
	return [
		...words.filter((word) => !keywords.includes(word)).map((word) => `has no keyword ${word}`),
		...(description.length < 50 || description.length > 200
			? ['has no description that fits a list of results']
			: []),
		...(homepage.startsWith('https://') ? [] : ['has no homepage']),
		...(JSON.stringify(manifest.repository ?? '').includes(homepage || '?')
			? []
			: ['has no repository at its homepage']),
		...(license === 'MIT' ? [] : ['has another license than MIT']),
		...(author?.name && author.email ? [] : ['has no author with name and e-mail']),
	];
};

/** Nothing is installed with the package and nothing runs when it is installed. */
export const installsNothing: Rule = (directory) => {
	const { dependencies, optionalDependencies, bundledDependencies, peerDependencies, scripts } =
		manifestOf(directory);
	return [
		...Object.keys({ ...dependencies, ...optionalDependencies }).map(
			(name) => `depends on ${name}`,
		),
		...(bundledDependencies ?? []).map((name) => `bundles ${name}`),
		...(JSON.stringify(peerDependencies) === '{"n8n-workflow":"*"}' ? [] : ['has other peers']),
		...Object.keys(scripts ?? {})
			.filter((name) => /^(?:pre|post)?(?:install|prepare|publish|pack)|^dependencies$/.test(name))
			.map((name) => `has a script ${name}`),
	];
};

const unwanted = {
	'the host of a package registry':
		/\bregistry\.[\w-]+\.[a-z]{2,}|\b(?:npmjs|yarnpkg)\.[a-z]{2,}|\bpkg\.[\w-]+\.com\b/i,
	'a path of one machine': /(?<![\w.:/])\/(?:home|root|tmp|work|Users)\/\w/,
	'a mark of unfinished work': /\b(?:TODO|FIXME|XXX|HACK)\b/,
	'a secret': /-----BEGIN [A-Z ]*PRIVATE KEY|\bgh[pousr]_\w{20,}|\bAKIA[0-9A-Z]{16}\b/,
};

/** No registry's host, machine's path, unfinished mark or secret ships. */
export const saysNothingUnwanted: Rule = (directory) =>
	filesIn(directory).flatMap((file) => {
		const text = readFileSync(join(directory, file), 'utf8');
		return Object.entries(unwanted).flatMap(([what, words]) => {
			const found = words.exec(text)?.[0];
			return found === undefined ? [] : [`${file} holds ${what}: ${found}`];
		});
	});
