import { isObject } from '../../../nodes/shared/json';
import {
	dataOf,
	finding,
	isRefused,
	rowsIn,
	type Answer,
	type Findings,
	type ProbedService,
} from './service';

/** An ID as requests hold it; undefined if it is none. */
const idOf = (value: unknown): bigint | undefined =>
	/^\d{1,19}$/.test(String(value)) ? BigInt(String(value)) : undefined;

const failuresOf = (answer: Answer) => rowsIn(dataOf(answer)['failed_log_sources']) ?? [];

/** Whether the summary of an answer counts as many failures as it lists. */
function agrees(answer: Answer): boolean {
	const { summary } = dataOf(answer);
	if (!isObject(summary)) return true;
	const counts = Object.entries(summary).filter(([name]) => name.startsWith('failed_'));
	return counts.every(([, count]) => count === failuresOf(answer).length);
}

/** Adds, updates and deletes a log source of that name in the first domain. */
export async function* logSource(service: ProbedService, name: string): Findings {
	const domains = rowsIn(dataOf(await service.ask('GET', '/log-sources/domains'))['domains']);
	const domain_name = domains?.[0]?.['domain_name'];
	if (typeof domain_name !== 'string') return;
	const write = async (method: 'POST' | 'PUT' | 'DELETE', path: string, source: object) =>
		await service.ask(method, path, { body: { log_sources: [{ ...source }] } });
	const listed = async () => {
		const answer = await service.ask('GET', '/log-sources', { query: { log_source: name } });
		return rowsIn(dataOf(answer)['log_sources'])?.find(
			(row) => String(row['log_source']).toLowerCase() === name.toLowerCase(),
		);
	};

	const added = await write('POST', '/log-sources/windows', { log_source: name, domain_name });
	const isAdded = !isRefused(added) && failuresOf(added).length === 0;
	yield finding('Add a log source', 'added', isAdded ? 'added' : 'refused');
	if (!isAdded) return;
	const row = await listed();
	yield finding('The added log source', 'is listed', row ? 'is listed' : 'is not listed at once');
	const { added_log_sources } = dataOf(added);
	const log_source_id =
		idOf(row?.['log_source_id']) ??
		idOf(Array.isArray(added_log_sources) ? added_log_sources[0] : '');
	if (log_source_id === undefined) return;

	const display_name = `${name} updated`;
	const updated = await write('PUT', '/log-sources', { log_source_id, display_name });
	const isUpdated = !isRefused(updated) && (await listed())?.['display_name'] === display_name;
	yield finding(
		'Update a log source',
		'is listed',
		isUpdated ? 'is listed' : 'is not listed at once',
	);

	const deleted = await write('DELETE', '/log-sources/windows', { log_source_id });
	const isDeleted = !isRefused(deleted) && failuresOf(deleted).length === 0;
	yield finding('Delete a log source', 'deleted', isDeleted ? 'deleted' : 'refused');
	if (!isDeleted) return;
	const again = await write('DELETE', '/log-sources/windows', { log_source_id });
	const [failure] = failuresOf(again);
	const isNamed = [failure?.['log_source_id'], failure?.['log_source']].some((value) =>
		[String(log_source_id), name].includes(String(value)),
	);
	const said = isRefused(again) ? 'refused as a whole' : failure ? 'unnamed' : 'no failure';
	yield finding(
		'Delete a log source that is gone',
		'a failure that names it',
		isNamed ? 'a failure that names it' : said,
		isNamed || isRefused(again),
	);
	yield finding(
		'Counts of failures',
		'agree with the lists',
		[added, again].every(agrees) ? 'agree with the lists' : 'do not agree',
	);
}

/** Creates, updates and deletes a log type of that name and a parser rule. */
export async function* parserRule(service: ProbedService, name: string): Findings {
	const create = async (
		path: string,
		body: Record<string, string | bigint | object>,
		id: string,
	) => {
		const answer = await service.ask('POST', path, { body: { ...body } as Record<string, string> });
		return isRefused(answer) ? undefined : idOf(dataOf(answer)[id]);
	};
	const type = { log_type_display_name: name, type: 'syslog' };
	const log_type_id = await create('/log-type', type, 'log_type_id');
	yield finding(
		'Create a log type',
		'created with its ID',
		log_type_id === undefined ? 'refused, or no ID' : 'created with its ID',
	);
	if (log_type_id === undefined) return;

	const rule = {
		rule_name: name,
		method: 'regex',
		regex: 'user=(?<user>\\S+)',
		fields: [{ display_name: 'User', value: 'user', group_number: 1, is_open_attribute: false }],
		apply_when: "(HOSTTYPE equals_cs 'unix')",
		sample_log: 'user=n8n action=probe',
	};
	const rule_id = await create('/log-type/parser', { log_type_id, ...rule }, 'rule_id');
	yield finding(
		'Create a parser rule',
		'created with its ID',
		rule_id === undefined ? 'refused, or no ID' : 'created with its ID',
	);
	const isGone = async (path: string, id: string, member: string) => {
		const answer = await service.ask('GET', path, { query: { log_type_id: String(log_type_id) } });
		return !JSON.stringify(dataOf(answer)[member] ?? []).includes(id);
	};
	if (rule_id !== undefined) {
		const updated = await service.ask('PUT', '/log-type/parser', { body: { rule_id, ...rule } });
		yield finding(
			'Update a whole parser rule',
			'updated',
			isRefused(updated) ? 'refused' : 'updated',
		);
		await service.ask('DELETE', '/log-type/parser', { query: { rule_id: String(rule_id) } });
		const isDeleted = await isGone('/log-type/parser', name, 'rules');
		yield finding('Delete a parser rule', 'deleted', isDeleted ? 'deleted' : 'still listed');
	}
	await service.ask('DELETE', '/log-type', { query: { log_type_id: String(log_type_id) } });
	const isDeleted = await isGone('/log-type', name, 'types');
	yield finding('Delete a log type', 'deleted', isDeleted ? 'deleted' : 'still listed');
}
