/** Reads a table in a text: a row for each line, with cells between bars. */
export const rowsOfTable = (text: string): string[][] =>
	text
		.trim()
		.split('\n')
		.map((line) => line.split('|').map((cell) => cell.trim()));
