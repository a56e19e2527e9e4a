import type { ProbedService } from '../client';
import { ask, once } from '../question';
import { firstRows, month, pageOf, search } from './alerts';

/** How a query is answered: how many alerts of the last 30 days it finds on a page. */
const found = async (service: ProbedService, query: string): Promise<number | undefined> =>
	pageOf(await search(service, await month(service), { query }))?.length;

const inParentheses = once(
	async (service: ProbedService) => await found(service, '(EVENTID = "0")'),
);

async function unknownField(service: ProbedService): Promise<string | undefined> {
	if ((await inParentheses(service)) === undefined) return undefined;
	const count = await found(service, '(N8N_PROBE = "0")');
	return count === undefined ? 'refused' : count === 0 ? 'finds nothing' : 'ignored';
}

async function parentheses(service: ProbedService): Promise<string> {
	if ((await inParentheses(service)) === undefined) return 'refused';
	return (await found(service, 'EVENTID = "0"')) === undefined ? 'required' : 'optional';
}

/** How a backslash in a quoted value is read, by an alert whose user has one. */
async function backslash(service: ProbedService): Promise<string | undefined> {
	const users = (await firstRows(service)).map((row) => row['User Name'] ?? row['UserName']);
	const user = users.find((each) => typeof each === 'string' && /^[^"]+\\[^"\\]+$/.test(each));
	if (typeof user !== 'string') return undefined;
	const single = await found(service, `(USERNAME = "${user}")`);
	const doubled = await found(service, `(USERNAME = "${user.replace('\\', '\\\\')}")`);
	if (single === undefined) return doubled === undefined ? 'refused' : 'must be doubled';
	return single > 0 ? 'stands for itself' : 'dropped unless doubled';
}

export const conditionQuestions = [
	ask(
		'Parentheses around a condition',
		'optional / required',
		parentheses,
		'Conditions do not work: write the query as text.',
	),
	ask(
		'Condition on an unknown field',
		'refused / finds nothing',
		unknownField,
		'A misspelt field finds all alerts.',
	),
	ask(
		'Backslash in a value',
		'must be doubled / dropped unless doubled / stands for itself / refused',
		backslash,
	),
];
