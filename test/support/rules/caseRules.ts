import type { Case } from '../../cases';

/** Operations without a case, cases of no operation, and names that two cases of an operation share. */
export function caseFindings(
	operations: readonly string[],
	cases: ReadonlyArray<Pick<Case, 'operation' | 'name'>>,
): string[] {
	const covered = cases.map(({ operation }) => operation as string);
	const titles = cases.map(({ operation, name }) => `${operation}: ${name}`);
	return [
		...operations.filter((name) => !covered.includes(name)).map((name) => `${name} has no case`),
		...covered
			.filter((name) => !operations.includes(name))
			.map((name) => `${name} is no operation`),
		...titles
			.filter((title, index) => titles.indexOf(title) !== index)
			.map((title) => `${title} stands twice`),
	];
}
