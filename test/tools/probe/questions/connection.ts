import type { ProbedService } from '../client';
import { ask, dataOf, isRefused, isUnauthorized, shapeOf } from '../question';
import { hello } from './hello';

async function token(service: ProbedService): Promise<string> {
	const answer = await hello(service);
	if (isUnauthorized(answer)) return 'refused';
	return Array.isArray(dataOf(answer)['log_sources']) ? 'accepted' : 'no answer of the interface';
}

async function clock(service: ProbedService): Promise<string> {
	const { date } = await hello(service);
	if (Number.isNaN(date)) return 'no Date header';
	const minutes = Math.round((date - Date.now()) / 60_000);
	if (minutes === 0) return 'agrees';
	return `${Math.abs(minutes) < 60 ? 'differs' : 'differs by hours'}: ${minutes} minutes`;
}

/** What is refused: no token, a cursor and a bulk request that are never right, no parameter. */
async function refusals(service: ProbedService): Promise<string> {
	const answers = [
		await service.getUnauthorized('/log-sources'),
		await service.post('/alerts', { cursor: 'n8n-probe' }),
		await service.get('/alerts/bulk', { request_id: 'n8n-probe', page_no: 1 }),
		await service.get('/log-type/parser'),
	];
	if (!answers.every(isRefused)) return 'not everything is refused';
	const known = answers.flatMap((answer) => {
		const isUsual = answer.status === 200 || (answer.status >= 400 && answer.status < 600);
		const shape = shapeOf(answer);
		return isUsual && shape !== undefined ? `${answer.status} ${shape}` : [];
	});
	if (known.length < answers.length) return 'another shape or status';
	return `known: ${[...new Set(known)].join(', ')}`;
}

async function unknownParameter(service: ProbedService): Promise<string | undefined> {
	if ((await token(service)) !== 'accepted') return undefined;
	const answer = await service.get('/log-sources', { limit: 1, n8n_probe: 1 });
	if (!isRefused(answer)) return 'ignored';
	return answer.text.includes('EXTRA_PARAM_FOUND') ? 'refused by a filter' : 'refused';
}

async function build(service: ProbedService): Promise<string> {
	const { text } = await service.getUnauthorized('/');
	const number = /build\w{0,9}["'\s:=]{1,5}(\d{4,6})\b/i.exec(text)?.[1];
	return number === undefined ? 'not on the first page' : `build: ${number}`;
}

export const connectionQuestions = [
	ask('Access token', 'accepted', token, 'Check the address, and the token and its scopes.'),
	ask(
		'Clock, against this computer',
		'agrees / differs / no Date header',
		clock,
		'Correct the clock: searches and polls of the last hours find other alerts.',
	),
	ask('Refusals', 'known', refusals, 'A refusal may be repeated, or shown without its reason.'),
	ask('Unknown parameter', 'ignored / refused / refused by a filter', unknownParameter),
	ask('Build', 'build / not on the first page', build),
];
