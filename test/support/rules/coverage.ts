import { cases } from '../../cases';
import { fieldCases } from '../../cases/fields';
import { headingOf, pages, pagePathOf, sectionsOf } from '../docs/pages';
import { nameOf, type Offered } from './allOperations';
import { endpointsOf } from './contractRules';

const textOf = (path: string): string => pages.find((page) => page.path === path)?.text ?? '';

/** Lists the cases, endpoints and sections of pages that an operation lacks. */
export function gapsOf(offered: Offered): string[] {
	const name = nameOf(offered);
	const path = pagePathOf(offered.node);
	const covers = ({ operation }: { operation: string }): boolean => operation === name;
	const listedNames = textOf('README.md')
		.split('\n')
		.filter((line) => line.includes(`(${path})`))
		.flatMap((line) => (/› ([^|]*)/.exec(line)?.[1] ?? '').trim().split(', '));
	const checks: Array<[string, boolean]> = [
		['case', cases.some(covers)],
		['cases of its fields', fieldCases.some(covers)],
		['endpoint', endpointsOf(offered).length > 0],
		[`section of ${path}`, sectionsOf({ path, text: textOf(path) }).has(headingOf(offered))],
		['line of the README', listedNames.includes(offered.operation.name)],
	];
	return checks.filter(([, isCovered]) => !isCovered).map(([gap]) => gap);
}
