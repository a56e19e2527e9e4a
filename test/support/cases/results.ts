import { beforeEach, describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { cases, mainCases, type Case } from '../../cases';
import type { NodeRun } from '../harness/harness';
import { inside } from '../service/client';
import type { Service } from '../service/service';
import type { Switches } from '../service/switches';
import { useService } from '../service/useService';
import { runCase } from './runCase';
import { caseWorld } from './world';
import { withIds } from './wire';

export const rowsOf = ({ outputs: [items = []] }: NodeRun): IDataObject[] =>
	items.map(({ json }) => json);

/** Of each row the members that the expected rows name. */
export const partsOf = (
	rows: readonly IDataObject[],
	expected: readonly IDataObject[],
): IDataObject[] => {
	const names = new Set(expected.flatMap((row) => Object.keys(row)));
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))),
	);
};

/** Rows without what services differ in: their order, ids as numbers or texts, the case of names. */
const leveled = (rows: readonly IDataObject[]): string[] =>
	rows
		.map((row) => JSON.stringify(Object.entries(row).sort()).replaceAll('"', '').toLowerCase())
		.sort();

export const expectedOf = (service: Service, { output = [] }: Case): readonly IDataObject[] =>
	typeof output === 'function' ? output(service) : output;

/** For it.each: the operation and the name of the case, and the case. */
export const byName = (each: Case) => [each.operation, each.name, each] as const;

/** Describes that every case gives what it states, or tells why it was refused, at a service with these switches. */
export function describeResults(name: string, switches: Partial<Switches>): void {
	describe(`at a service with ${name}`, () => {
		const service = useService({ world: caseWorld });
		beforeEach(() => {
			service.set(switches);
		});

		it.each(cases.filter(({ output }) => output !== undefined).map(byName))(
			'%s gives the same: %s',
			async (_node, _name, each) => {
				const result = await runCase(service, each);
				const expected = expectedOf(service, each).map((row) =>
					withIds(row, service.switches.largeIds),
				);
				expect(result.error).toBeUndefined();
				expect(leveled(partsOf(rowsOf(result), expected))).toEqual(leveled(expected));
				const { items = [{}] } = each;
				if (each.done !== undefined) {
					expect(items.map((item) => each.done?.(service, item))).toEqual(items.map(() => true));
				}
			},
		);

		it.each(mainCases.filter(({ refused }) => refused !== undefined).map(byName))(
			'%s tells why the service refused: %s',
			async (_node, _name, each) => {
				// A read that is answered with 5xx is sent again, which takes time.
				if (service.switches.errorStatus === 500) service.set({ errorStatus: 403 });
				const result = await runCase(service, each, {
					parameters: each.refused?.parameters ?? {},
					items: (each.items ?? [{}]).slice(0, 1),
					onError: 'continueRegularOutput',
				});
				expect(rowsOf(result).length).toBe(1);
				const [row = {}] = rowsOf(result);
				const { says = '' } = each.refused ?? {};
				const said = row['detail'] ?? inside({ body: row }, 'error.message');
				// A list that counts more than it serves shows of nothing that it is not there.
				const isUnproven =
					service.switches.listMeta === 'tooLarge' && /could not be read whole/.test(String(said));
				expect(isUnproven ? String(says) : said).toMatch(isUnproven ? 'lists no' : says);
			},
		);
	});
}
