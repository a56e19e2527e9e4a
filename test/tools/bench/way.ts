import axios from 'axios';

import { accountOf } from '../../support/account';
import { runNode, storeBinaryInFiles } from '../../support/harness/harness';
import { CASES, type Case } from './cases';
import { measure, type Cost } from './measure';

const [name = '', way = '', rounds = '', url = '', token = '', file = ''] = process.argv.slice(2);

/** Makes a function that does the work from the number of its first item on. */
async function workOf(work: Case) {
	if (way === 'loop') {
		const client = axios.create({
			proxy: false,
			baseURL: `${url}/api/v2`,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			maxContentLength: Infinity,
		});
		return async (from: number) => await work.loop(client, { count: work.count, from, file });
	}
	await storeBinaryInFiles();
	const [node, parameters] = work.ours;
	const credentials = accountOf({ url, token });
	return async (from: number) => {
		const items = (work.items?.(work.count, from) ?? [{}]).map((json) => ({ json }));
		const { outputs, error } = await runNode({ node, parameters, items, credentials });
		const doneCount = work.countDone(outputs[0] ?? []);
		if (doneCount !== work.count) throw new Error(`${doneCount} were done`, { cause: error });
	};
}

async function main(): Promise<void> {
	const work = CASES.find((known) => known.name === name);
	if (work === undefined) throw new Error(`There is no case ${name}`);
	const doWork = await workOf(work);
	const costs: Cost[] = [];
	for (let round = 0; round < Number(rounds); round++) {
		const costSoFar = measure();
		await doWork(round * work.count);
		costs.push(costSoFar());
	}
	process.stdout.write(JSON.stringify(costs));
}

void main();
