import type { INodeProperties } from 'n8n-workflow';

import { operationFields } from '../../../nodes/shared/operation/nodeProperties';
import type { Operation } from '../../../nodes/shared/operation/operation';
import type { ParameterValues } from '../../../nodes/shared/parameters/validate';
import { changesOf } from './fieldTree';
import { leastOf, requestsOf } from './requestsOf';

/** Fields that decide how the engine works or what comes out, and are not sent by themselves. */
export const engineFields: ReadonlySet<string> = new Set([
	'asOneItem',
	'batchSize',
	'binaryPropertyName',
	'dryRun',
	'fileName',
	'format',
	'ifExists',
	'ifRefused',
	'ifSame',
	'limit',
	'maxFileSize',
	'output',
	'returnIds',
	'maxConcurrentRequests',
	'returnAll',
	'selectedFields',
	'silentForHours',
	'waitMinutes',
	'maxWait',
]);

/** Fields that are not sent: other pickers read them, they name a row of an answer, or belong to a name. */
export const pickerOnly: Readonly<Record<string, readonly string[]>> = {
	'alertProfile.get': ['profile_id'],
	'domain.get': ['domain_name'],
	'logSource.delete': ['options.domain_name'],
	'logSource.setEventSourceFiles': ['options.domain_name'],
	'logSource.update': ['options.domain_name'],
	'logType.get': ['log_type_id'],
	'parserRule.delete': ['log_type_id'],
	'parserRule.get': ['rule_id'],
};

/** What must be chosen so that a field is shown. */
const shownBy = ({ displayOptions }: INodeProperties): ParameterValues =>
	Object.fromEntries(
		Object.entries(displayOptions?.show ?? {}).map(([name, values]) => [name, values?.[0]]),
	);

/**
 * Values of fields that make no difference where the second of two items alone holds them: a field
 * that nothing sends, or one that is read at the first item for all.
 */
export async function valuesWithoutUse(name: string, operation: Operation): Promise<string[]> {
	const findings: string[] = [];
	for (const field of operationFields(operation)) {
		const { [name]: notSent = [] } = pickerOnly;
		for (const { path, from, to } of changesOf(field)) {
			const last = path.split('.').at(-1) ?? '';
			if (engineFields.has(last) || notSent.includes(path)) continue;
			const least = { ...leastOf(operation), ...shownBy(field) };
			const [first, second] = [from, to].map((value) => ({ ...least, [field.name]: value }));
			if (first === undefined || second === undefined) continue;
			// Changes of one rule build on each other, and a rule of one name is not set in two ways.
			const other = { ...first, rule_id: '33', ...('rule_name' in first && { rule_name: 'c3' }) };
			const alike = await requestsOf(operation, [other, first]);
			const unlike = await requestsOf(operation, [other, second]);
			if (alike.length === 0 || alike.join('\n') === unlike.join('\n')) {
				findings.push(`${name}: ${path} makes no difference for the second item`);
			}
		}
	}
	return findings;
}
