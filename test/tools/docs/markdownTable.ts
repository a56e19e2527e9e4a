/** A table in Markdown, its columns aligned; the first row is its head. */
export function markdownTable(rows: ReadonlyArray<readonly string[]>): string {
	const [head = []] = rows;
	const widths = head.map((_, column) => Math.max(...rows.map((cells) => widthOf(cells, column))));
	const line = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [first = '', ...body] = rows.map(line);
	return [first, line(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

const widthOf = (cells: readonly string[], column: number): number => cells[column]?.length ?? 0;
