import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { project } from '../package/copy';
import { allOperations, folderOf, operationsByNode, type Offered } from '../rules/allOperations';

/** A page of the documentation: its path from the top of the project, and its Markdown. */
export interface Page {
	path: string;
	text: string;
}

export const pages: readonly Page[] = ['.', 'docs', 'docs/nodes', 'examples'].flatMap((folder) =>
	readdirSync(join(project, folder))
		.filter((file) => file.endsWith('.md'))
		.map((file) => {
			const path = join(folder, file);
			return { path, text: readFileSync(join(project, path), 'utf8') };
		}),
);

/** Returns whether a node only reads one list: a section of `lists.md`, with the node's name, describes it. */
const isSmall = (node: string): boolean =>
	operationsByNode[node]?.every(({ value }) => value === 'get' || value === 'getAll') === true;

/** Returns the short name of a node as words: "Alert Profile" for `alertProfile`. */
const titleOf = (node: string): string => folderOf(node).replace(/(?<=.)[A-Z]/g, ' $&');

const TRIGGERS: Readonly<Record<string, string>> = {
	alertTrigger: 'docs/trigger.md',
	healthTrigger: 'docs/health-trigger.md',
};

/** Returns the page of a node, by the node's short name: `docs/nodes/log-source.md` for `logSource`. */
export const pagePathOf = (node: string): string =>
	TRIGGERS[node] ??
	(isSmall(node)
		? 'docs/nodes/lists.md'
		: `docs/nodes/${node.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`);

/** Returns whether the section with a heading, such as "Get, Get Many", describes an operation. */
export const describes = (heading: string, { node, operation: { name } }: Offered): boolean =>
	isSmall(node) ? heading === titleOf(node) : heading.split(', ').includes(name);

/** Returns the heading of the section that ends with the table of a node's fields. */
export const fieldsHeadingOf = (node: string): string => (isSmall(node) ? titleOf(node) : 'Fields');

/** @throws Error if no page has the path */
export function pageAt(path: string): Page {
	const page = pages.find((candidate) => candidate.path === path);
	if (page === undefined) {
		throw new Error(
			`There is no page ${path}: write it with a section for each operation and one "Fields"`,
		);
	}
	return page;
}

/** The pages of the nodes, each with its nodes and the operations that it describes. */
export const nodePages = [...new Set(allOperations.map(({ node }) => pagePathOf(node)))].map(
	(path) => {
		const offered = allOperations.filter(({ node }) => pagePathOf(node) === path);
		return { page: pageAt(path), offered, nodes: [...new Set(offered.map(({ node }) => node))] };
	},
);

/** Splits a page into sections by heading; '' is the key of the text before the first heading. */
export function sectionsOf({ text }: Page): Map<string, string> {
	const [, ...parts] = `\n# \n${text}`.split(/^#{1,6} (.*)$/m);
	return new Map(
		parts.flatMap((part, at) => (at % 2 === 0 ? [[part.trim(), parts[at + 1] ?? '']] : [])),
	);
}

/** Reads the samples of items in a text: one object, or a list of objects. */
export const samplesIn = (text: string): object[] =>
	[...text.matchAll(/^```json\n([^]*?)^```/gm)].flatMap(
		([, json = '']) => JSON.parse(json) as object | object[],
	);

const withoutCode = (text: string): string => text.replace(/^```[^]*?^```/gm, '');

/** Makes GitHub's anchor of a heading: lower case, joined by hyphens. */
const anchorOf = (heading: string): string =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

const anchorsIn = (text: string): string[] =>
	[...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));

/** Lists links and pictures of a page that name a missing file or heading. */
export function brokenLinks({ path, text }: Page): string[] {
	const plain = withoutCode(text);
	const links = [...plain.matchAll(/\]\(([^()]+)/g), ...plain.matchAll(/src="([^"]+)"/g)];
	return links
		.map(([, link = '']) => link)
		.filter((link) => {
			if (/^[a-z]+:/i.test(link)) return false;
			const [file = '', anchor] = link.split('#');
			const target = join(project, file === '' ? path : join(dirname(path), file));
			if (!existsSync(target)) return true;
			const targetText = () => (file === '' ? text : readFileSync(target, 'utf8'));
			return anchor !== undefined && !anchorsIn(targetText()).includes(anchor);
		});
}
