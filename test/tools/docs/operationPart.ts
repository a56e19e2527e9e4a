import type { INodeExecutionData } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import { mainCases, type Case } from '../../cases';
import { runCase } from '../../support/cases/runCase';
import { caseWorld } from '../../support/cases/world';
import { Service } from '../../support/service/service';
import { fieldList, settings } from './fieldList';
import { endpointOf, scopesOf, type Listed } from './operations';

/** The first item that a case gives, and why the service refuses another, from n8n's own engine. */
interface Shown {
	row: INodeExecutionData['json'];
	refusal: string;
}

/** The case of the page: the first one of its operation. */
const caseFor = (name: string): Case => {
	const found = mainCases.find(({ operation }) => operation === name);
	if (found === undefined) throw new Error(`${name} has no case`);
	return found;
};

async function show(each: Case): Promise<Shown> {
	const service = new Service({ world: caseWorld });
	await service.start();
	try {
		const { outputs } = await runCase(service, each);
		const row = outputs[0]?.[0]?.json ?? {};
		if (each.refused === undefined) return { row, refusal: '' };
		service.reset();
		const refused = await runCase(service, each, {
			parameters: each.refused.parameters,
			items: (each.items ?? [{}]).slice(0, 1),
			onError: 'continueRegularOutput',
		});
		return { row, refusal: reasonIn(refused.outputs[0]?.[0]?.json ?? {}) };
	} finally {
		await service.stop();
	}
}

/** The reason in a row that did not succeed. */
function reasonIn({ detail, error }: INodeExecutionData['json']): string {
	if (typeof detail === 'string') return detail;
	const message =
		typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
	return typeof message === 'string' ? message : '';
}

/** A row as the formatter prints it: a list of plain values stands on one line. */
const printed = (row: INodeExecutionData['json']): string =>
	JSON.stringify(row, null, '\t').replace(
		/\[\s+([^[\]{}]*?)\s+\]/g,
		(_list, values: string) => `[${values.replace(/\s*\n\s*/g, ' ')}]`,
	);

/** Endpoint, scopes, fields, and an example with its output: the part of an operation's section that is written. */
export async function operationPart(listed: Listed): Promise<string> {
	const { operation, name } = listed;
	const fields = operationFields(operation);
	const each = caseFor(name);
	const { row, refusal } = await show(each);
	const facts = [
		endpointOf(operation.endpoint),
		`scope ${scopesOf(operation)}`,
		...(operation.kind === 'write' && operation.maxBatchSize > 1
			? [`up to ${operation.maxBatchSize} items a request`]
			: []),
	];
	const set = settings(fields, each.parameters);
	return [
		facts.join(' · '),
		...(fields.length > 0 ? [fieldList(fields)] : []),
		set.length > 0
			? `For instance:\n\n${set.map((line) => `- ${line}`).join('\n')}`
			: 'For instance:',
		`\`\`\`json\n${printed(row)}\n\`\`\``,
		...(refusal === '' ? [] : [`Refused, for instance: “${refusal}”`]),
	].join('\n\n');
}
