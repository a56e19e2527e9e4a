import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The anchor that a heading gets where the guide is read: words in lower case, joined by hyphens. */
export const anchorOf = (heading: string): string =>
	heading
		.trim()
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\s_-]/gu, '')
		.replace(/\s/g, '-');

/** The texts of all headings of a page. */
export const headingsIn = (markdown: string): string[] =>
	[...withoutCode(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);

/** Links and pictures of a page that lead nowhere: missing files, and headings that do not exist. */
export function brokenLinks(markdown: string, path: string): string[] {
	return linksIn(markdown).filter((link) => {
		if (/^[a-z]+:/i.test(link)) return false;
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? path : join(dirname(path), file);
		if (!existsSync(target)) return true;
		if (anchor === undefined) return false;
		const page = file === '' ? markdown : readFileSync(target, 'utf8');
		return !headingsIn(page).some((heading) => anchorOf(heading) === anchor);
	});
}

const linksIn = (markdown: string): string[] => {
	const text = withoutCode(markdown);
	const links = [...text.matchAll(/\]\(([^()]+)/g), ...text.matchAll(/(?:src|srcset)="([^"]+)"/g)];
	return links.map(([, link = '']) => link);
};

const withoutCode = (markdown: string): string => markdown.replace(/^```[^]*?^```/gm, '');
