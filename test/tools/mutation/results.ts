import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { markdownTable } from '../docs/markdownTable';
import { GROUPS } from './groups';

/** Faults planted, and how many of them a test noticed. */
export interface Score {
	noticed: number;
	planted: number;
}

const FILE = resolve(__dirname, 'results.json');

/** The last score of each group. */
const scores = (): Record<string, Score> =>
	JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Score>;

export const percent = ({ noticed, planted }: Score): string =>
	((100 * noticed) / planted).toFixed(1);

/** Keeps the score of a group in place of its last one. */
export function keepScore(name: string, score: Score): void {
	writeFileSync(FILE, `${JSON.stringify({ ...scores(), [name]: score }, undefined, '\t')}\n`);
}

/** The last score of each group, as a table. */
export const scoresTable = (): string => {
	const kept = scores();
	return markdownTable([
		['Group', 'Planted', 'Noticed', 'At least'],
		...GROUPS.map(({ name, least }) => {
			const score = kept[name];
			const shown = score ? [String(score.planted), `${percent(score)} %`] : ['not measured', ''];
			return [`\`${name}\``, ...shown, `${least} %`];
		}),
	]);
};
