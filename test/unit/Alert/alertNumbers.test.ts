import { expect, it } from '@jest/globals';

import { AlertNumbers } from '../../../nodes/Alert/alertRows';

const numbered = (alerts: ReadonlyArray<[string, string]>, most?: number) => {
	const numbers = new AlertNumbers(most);
	return alerts.map(([time, fingerprint]) => numbers.next(time, fingerprint));
};

it('the numbers of alerts count alerts that share a fingerprint in any order', () => {
	expect(
		numbered([
			['10:00', 'a'],
			['10:00', 'b'],
			['10:01', 'c'],
			['10:00', 'a'],
			['10:01', 'c'],
		]),
	).toEqual([1, 1, 1, 2, 2]);
});

it.each([
	['rising', (at: number) => at],
	['falling', (at: number) => 999 - at],
])(
	'the numbers of alerts are all known where times are %s, for any number of alerts',
	(_order, timeOf) => {
		const alerts = Array.from({ length: 300 }, (_none, at): [string, string] => {
			const time = String(timeOf(Math.floor(at / 3)) + 1000);
			return [time, time];
		});
		expect(numbered(alerts, 10)).toEqual(alerts.map((_alert, at) => (at % 3) + 1));
	},
);

it('the numbers of alerts are not known for a time that is no longer remembered', () => {
	const alerts = ['1', '2', '3', '4', '5', '6', '2', '6', '7', '0'];
	expect(
		numbered(
			alerts.map((time) => [time, time]),
			4,
		),
	).toEqual([1, 1, 1, 1, 1, 1, undefined, 2, 1, 1]);
});
