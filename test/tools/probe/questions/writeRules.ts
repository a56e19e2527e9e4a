import type { Json } from '../../../../nodes/shared/json';
import type { Answer, WritableService } from '../client';
import { ask, dataOf, idIn, isRefused, once, rowsAt, type Row } from '../question';

const created = once(
	async (service: WritableService): Promise<Answer> =>
		await service.write('POST', '/log-type', {
			log_type_display_name: service.ownName,
			type: 'syslog',
		}),
);

const typeId = async (service: WritableService): Promise<bigint | undefined> =>
	idIn(dataOf(await created(service))['log_type_id']);

const newRule = async (service: WritableService, fields: Record<string, Json>) => {
	const log_type_id = await typeId(service);
	if (log_type_id === undefined) return undefined;
	return await service.write('POST', '/log-type/parser', { log_type_id, ...fields });
};

const rule = once(
	async (service: WritableService) =>
		await newRule(service, {
			rule_name: service.ownName,
			method: 'regex',
			regex: 'user=(?<user>\\S+)',
			fields: [{ display_name: 'User', value: 'user', group_number: 1, is_open_attribute: false }],
			apply_when: "(HOSTTYPE equals_cs 'unix')",
			sample_log: 'user=n8n action=probe',
		}),
);

const ruleId = async (service: WritableService): Promise<bigint | undefined> => {
	const answer = await rule(service);
	return answer && idIn(dataOf(answer)['rule_id']);
};

/** The rule in the list of its log type. */
async function listedRule(service: WritableService): Promise<Row | undefined> {
	const log_type_id = String(await typeId(service));
	const answer = await service.get('/log-type/parser', { log_type_id });
	return rowsAt(answer, 'rules').find((row) => row['rule_name'] === service.ownName);
}

async function bareRule(service: WritableService): Promise<string | undefined> {
	const answer = await newRule(service, {});
	if (answer === undefined) return undefined;
	if (isRefused(answer)) return 'refused';
	const id = idIn(dataOf(answer)['rule_id']);
	// Without an ID it goes with the log type that the probe made.
	if (id !== undefined) await service.write('DELETE', `/log-type/parser?rule_id=${id}`);
	return 'accepted';
}

async function ruleUpdate(service: WritableService): Promise<string | undefined> {
	const rule_id = await ruleId(service);
	if (rule_id === undefined) return undefined;
	const change = { rule_id, rule_name: service.ownName, method: 'regex' };
	if (isRefused(await service.write('PUT', '/log-type/parser', change))) return 'refused';
	const listed = await listedRule(service);
	if (listed === undefined) return 'not listed at once';
	return listed['regex'] ? 'keeps other fields' : 'clears other fields';
}

const identified = (answer: Answer | undefined, id: bigint | undefined): string | undefined => {
	if (answer === undefined) return undefined;
	if (isRefused(answer)) return 'refused';
	return id === undefined ? 'created without an ID' : 'created with its ID';
};

const createType = async (service: WritableService): Promise<string | undefined> =>
	identified(await created(service), await typeId(service));

const createRule = async (service: WritableService): Promise<string | undefined> =>
	identified(await rule(service), await ruleId(service));

/** Deletes what has this ID, and looks whether it is gone. */
async function removal(
	service: WritableService,
	path: string,
	isThere: () => Promise<boolean>,
): Promise<string> {
	if (isRefused(await service.write('DELETE', path))) return 'refused';
	return (await isThere()) ? 'still listed' : 'deleted';
}

const isTypeThere = async (service: WritableService): Promise<boolean> =>
	rowsAt(await service.get('/log-type'), 'types').some(
		(type) => type['log_type_display_name'] === service.ownName,
	);

async function deleteRule(service: WritableService): Promise<string | undefined> {
	const id = await ruleId(service);
	if (id === undefined) return undefined;
	const isThere = async () => (await listedRule(service)) !== undefined;
	return await removal(service, `/log-type/parser?rule_id=${id}`, isThere);
}

async function deleteType(service: WritableService): Promise<string | undefined> {
	const id = await typeId(service);
	if (id === undefined) return undefined;
	return await removal(
		service,
		`/log-type?log_type_id=${id}`,
		async () => await isTypeThere(service),
	);
}

/** Answered with `deleted` if nothing is left. */
export const ruleRemovals = [
	ask('Delete a parser rule', 'deleted', deleteRule, 'Its deletion may be reported wrongly.'),
	ask('Delete a log type', 'deleted', deleteType, 'Its deletion may be reported wrongly.'),
];

export const ruleQuestions = [
	ask('Create a log type', 'created with its ID', createType, 'New log types come without an ID.'),
	ask('Parser rule without a name and a method', 'refused / accepted', bareRule),
	ask('Create a parser rule', 'created with its ID', createRule, 'New rules come without an ID.'),
	ask(
		'Update a parser rule in part',
		'keeps other fields / clears other fields / refused / not listed at once',
		ruleUpdate,
	),
	...ruleRemovals,
];
