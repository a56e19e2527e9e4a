import type { Column, Result } from './results';

const WIDTH = 420;
const HEIGHT = 260;
const LEFT = 60;
const TOP = 44;

/** A value against a number of alerts. */
interface Point {
	alerts: number;
	value: number;
}

const SERIES: ReadonlyArray<{ column: Column; label: string; colour: string }> = [
	{ column: 'ours', label: 'this package', colour: '#0a7d5a' },
	{ column: 'wire', label: 'bare wire', colour: '#8a8f98' },
	{ column: 'httpRequest', label: 'HTTP Request', colour: '#c4472b' },
];

/** Time and memory of the exports against the number of alerts, as an SVG picture. */
export function plot(results: readonly Result[]): string {
	const pictures = [
		panel(results, 'ms', 'Time to export alerts to a file (s)', 1000, SERIES),
		panel(
			results,
			'MB above idle',
			'Peak memory of n8n above idle (MB)',
			1,
			SERIES.filter(({ column }) => column !== 'wire'),
		),
	];
	const width = (WIDTH + LEFT + 30) * pictures.length;
	const height = HEIGHT + TOP + 60;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="12">
<title>Time and memory of exports against the number of alerts</title>
<rect width="100%" height="100%" fill="#ffffff"/>
${pictures.map((picture, index) => `<g transform="translate(${index * (WIDTH + LEFT + 30)} 0)">\n${picture}\n</g>`).join('\n')}
</svg>
`;
}

function panel(
	results: readonly Result[],
	unit: string,
	title: string,
	divisor: number,
	series: typeof SERIES,
): string {
	const lines = series.map((each) => ({
		...each,
		points: pointsOf(results, unit, each.column, divisor),
	}));
	const all = lines.flatMap(({ points }) => points);
	const mostAlerts = Math.max(1, ...all.map(({ alerts }) => alerts));
	const mostValue = Math.max(1, ...all.map(({ value }) => value)) * 1.1;
	const x = (alerts: number): number => Math.round(LEFT + (alerts / mostAlerts) * WIDTH);
	const y = (value: number): number => Math.round(TOP + HEIGHT - (value / mostValue) * HEIGHT);
	const parts = [0, 0.25, 0.5, 0.75, 1];
	return [
		`<text x="${LEFT}" y="18" font-size="14" font-weight="bold">${title}</text>`,
		...parts.flatMap((part) => [
			`<line x1="${LEFT}" x2="${LEFT + WIDTH}" y1="${y(mostValue * part)}" y2="${y(mostValue * part)}" stroke="#e3e5e8"/>`,
			`<text x="${LEFT - 6}" y="${y(mostValue * part) + 4}" text-anchor="end">${Number((mostValue * part).toPrecision(2))}</text>`,
			`<text x="${x(mostAlerts * part)}" y="${TOP + HEIGHT + 18}" text-anchor="middle">${(mostAlerts * part).toLocaleString('en')}</text>`,
		]),
		`<text x="${LEFT + WIDTH / 2}" y="${TOP + HEIGHT + 40}" text-anchor="middle">alerts</text>`,
		...lines.flatMap(({ points, colour }) => [
			`<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.map(({ alerts, value }) => `${x(alerts)},${y(value)}`).join(' ')}"/>`,
			...points.map(
				({ alerts, value }) =>
					`<circle cx="${x(alerts)}" cy="${y(value)}" r="3.5" fill="${colour}"/>`,
			),
		]),
		...lines.map(
			({ label, colour }, index) =>
				`<text x="${LEFT + 10 + index * 130}" y="34" fill="${colour}">● ${label}</text>`,
		),
	].join('\n');
}

const pointsOf = (
	results: readonly Result[],
	unit: string,
	column: Column,
	divisor: number,
): Point[] =>
	results.flatMap((result) => {
		const alerts = /^export ([\d,]+) to a file$/.exec(result.name)?.[1];
		const value = result[column];
		return alerts === undefined || result.unit !== unit || value === null
			? []
			: [{ alerts: Number(alerts.replaceAll(',', '')), value: value / divisor }];
	});
