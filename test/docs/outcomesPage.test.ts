import { expect, it } from '@jest/globals';

import { mainCases } from '../cases';
import { runCase } from '../support/cases/runCase';
import { caseWorld } from '../support/cases/world';
import { pageAt, samplesIn, sectionsOf } from '../support/docs/pages';
import { allOperations } from '../support/rules/allOperations';
import { useService } from '../support/service/useService';

const service = useService({ world: caseWorld });

/** Runs an Add of one device and returns its row, or its item of the error branch. */
async function addOne(operation: string, device: string, setting: object = {}): Promise<unknown> {
	const found = mainCases.find((each) => each.operation === operation);
	if (found === undefined) throw new Error(`There is no case of ${operation}`);
	const { outputs } = await runCase(service, { ...found, items: [{ pc: device }] }, setting);
	const [item] = outputs.flat();
	return item?.json;
}

it('the samples are the rows of a lost response, an error branch and a dry run', async () => {
	service.faults.push({ kind: 'afterEffect', match: { method: 'POST' } });
	const unknown = await addOne('agent.add', 'CORP-PC-02', { onError: 'continueRegularOutput' });
	service.reset();
	const rows = [
		unknown,
		await addOne('logSource.add', 'CORP-LINUX-01', { onError: 'continueErrorOutput' }),
		await addOne('logSource.add', 'CORP-PC-02', { parameters: { options: { dryRun: true } } }),
	];
	expect(samplesIn(pageAt('docs/outcomes.md').text)).toEqual(rows);
});

it('it names each list in which a look-up shows a new record', () => {
	const lookUps = sectionsOf(pageAt('docs/outcomes.md')).get('Look-ups');
	for (const { operation } of allOperations) {
		const isShown = operation.kind === 'write' && operation.newRecordFields !== undefined;
		if (isShown) expect(lookUps).toContain(operation.list.plural);
	}
});
