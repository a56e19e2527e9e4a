import type { Answer, WritableService } from '../client';
import { ask, asRow, dataOf, idIn, isRefused, once, rowsAt, type Row } from '../question';

const failures = (answer: Answer): Row[] => rowsAt(answer, 'failed_log_sources');

/** What became of the only item of a write. */
function outcome(answer: Answer, done: string): string {
	if (isRefused(answer)) return 'refused as a whole';
	return failures(answer).length > 0 ? 'refused as an item' : done;
}

const added = once(async (service: WritableService): Promise<Answer | undefined> => {
	const [domain] = rowsAt(await service.get('/log-sources/domains'), 'domains');
	const domain_name = domain?.['domain_name'];
	if (typeof domain_name !== 'string') return undefined;
	const log_sources = [{ log_source: service.ownName, domain_name }];
	return await service.write('POST', '/log-sources/windows', { log_sources });
});

const sourceId = once(async (service: WritableService): Promise<bigint | undefined> => {
	const answer = await added(service);
	const ids = answer && dataOf(answer)['added_log_sources'];
	return Array.isArray(ids) ? idIn(ids[0]) : undefined;
});

/** Asks about the log source that was added; undefined if there is none. */
const ofSource =
	(ask: (service: WritableService, id: bigint) => Promise<string | undefined>) =>
	async (service: WritableService): Promise<string | undefined> => {
		const id = await sourceId(service);
		return id === undefined ? undefined : await ask(service, id);
	};

async function listedName(service: WritableService): Promise<string | undefined> {
	const answer = await service.get('/log-sources', { log_source: service.ownName });
	const names = rowsAt(answer, 'log_sources').map((row) => String(row['log_source']));
	const name = names.find((each) => each.toLowerCase() === service.ownName.toLowerCase());
	if (name === undefined) return 'not listed at once';
	if (name === service.ownName) return 'as written';
	return name === name.toUpperCase() ? 'in upper case' : 'in lower case';
}

async function update(service: WritableService, id: bigint): Promise<string> {
	const display_name = `${service.ownName} updated`;
	const log_sources = [{ log_source_id: id, display_name }];
	const result = outcome(await service.write('PUT', '/log-sources', { log_sources }), 'changed');
	if (result !== 'changed') return result;
	const answer = await service.get('/log-sources', { log_source_id: id.toString() });
	const [row] = rowsAt(answer, 'log_sources');
	return row?.['display_name'] === display_name ? 'changed' : 'not listed at once';
}

const deletion = async (service: WritableService, id: bigint): Promise<Answer> =>
	await service.write('DELETE', '/log-sources/windows', { log_sources: [{ log_source_id: id }] });

const deleted = once(async (service: WritableService): Promise<Answer | undefined> => {
	const id = await sourceId(service);
	return id === undefined ? undefined : await deletion(service, id);
});

const deletedAgain = once(async (service: WritableService): Promise<Answer | undefined> => {
	const id = await sourceId(service);
	await deleted(service);
	return id === undefined ? undefined : await deletion(service, id);
});

async function failedDeletion(service: WritableService, id: bigint): Promise<string | undefined> {
	const answer = await deletedAgain(service);
	if (answer === undefined || isRefused(answer)) return 'refused as a whole';
	const [failure] = failures(answer);
	if (failure === undefined) return 'told as deleted';
	const name = failure['log_source'];
	const words = {
		'': 'not named',
		[id.toString()]: 'named by its ID',
		[service.ownName]: 'named',
	}[typeof name === 'string' ? name : ''];
	return `${words ?? 'named otherwise'}${'log_source_id' in failure ? ': with its ID' : ''}`;
}

/** Compares the counts of failures with the lists: after an addition, and after a deletion that fails. */
async function summaries(service: WritableService): Promise<string | undefined> {
	const answers = [await added(service), await deletedAgain(service)];
	const differences = answers.flatMap((answer) => {
		if (answer === undefined || isRefused(answer)) return [];
		const { summary } = dataOf(answer);
		if (summary === undefined) return [undefined];
		const { failed_additions, failed_deletions } = asRow(summary);
		return [Number(failed_additions ?? failed_deletions) - failures(answer).length];
	});
	if (differences.length < answers.length) return undefined;
	if (differences.includes(undefined)) return 'absent';
	if (differences.every((difference) => difference === 0)) return 'agree with the lists';
	return differences.some((difference) => Number(difference) > 0)
		? 'more failures than listed'
		: 'fewer failures than listed';
}

const addSource = async (service: WritableService): Promise<string | undefined> => {
	const answer = await added(service);
	const hasId = (await sourceId(service)) !== undefined;
	return answer && outcome(answer, hasId ? 'added with its ID' : 'added without an ID');
};

const deleteSource = ofSource(async (service) => {
	const answer = await deleted(service);
	return answer && outcome(answer, 'deleted');
});

/** Answered with `deleted` if nothing is left. */
export const sourceRemoval = ask(
	'Delete a log source',
	'deleted',
	deleteSource,
	'Deletions may be reported as unknown.',
);

export const sourceQuestions = [
	ask(
		'Add a log source',
		'added with its ID / refused as an item',
		addSource,
		'Additions may be reported as unknown.',
	),
	ask(
		'Name of the added log source',
		'as written / in upper case / in lower case / not listed at once',
		ofSource(listedName),
	),
	ask(
		'Update a log source',
		'changed / not listed at once / refused as an item',
		ofSource(update),
		'Updates may be reported as unknown.',
	),
	sourceRemoval,
	ask(
		'Delete a log source that is gone',
		'named by its ID / named / not named / named otherwise / refused as a whole',
		ofSource(failedDeletion),
		'An ID that does not exist is reported as deleted.',
	),
	ask(
		'Summaries of writes',
		'agree with the lists / absent',
		summaries,
		'Items of a write are reported as unknown, although they were done.',
	),
];
