import type { OperationId } from './contract';
import type { Switches } from './switches';

type Loose = Record<string, unknown>;

const objectAt = (value: unknown, name: string): Loose | undefined => {
	const found = (value as Loose | undefined)?.[name];
	return typeof found === 'object' && found !== null && !Array.isArray(found)
		? (found as Loose)
		: undefined;
};

const lists: Partial<Record<OperationId, string>> = {
	getLogSources: 'log_sources',
	getLogSourceGroups: 'groups',
	getAgents: 'agents',
	getDomains: 'domains',
	getComputers: '',
};

const listMeta = (answer: Loose, operation: OperationId, reading: Switches['listMeta']) => {
	const rowsName = lists[operation];
	if (rowsName === undefined || reading === 'true') return answer;
	const data = objectAt(answer, 'data');
	const rows = rowsName === '' ? answer['data'] : data?.[rowsName];
	const inPage = Array.isArray(rows) ? rows.length : 0;
	const changed = (meta: Loose): Loose => {
		const counts = ['total', 'total_log_sources', 'count'].filter((name) => name in meta);
		const said = (count: unknown) =>
			reading === 'pageCount' ? inPage : Number(count) + 1000 + inPage;
		return { ...meta, ...Object.fromEntries(counts.map((name) => [name, said(meta[name])])) };
	};
	const rewrite = (holder: Loose): Loose => {
		const { meta, ...rest } = holder;
		return reading === 'absent' ? rest : { ...rest, meta: changed(meta as Loose) };
	};
	if ('meta' in answer) return rewrite(answer);
	return data !== undefined && 'meta' in data ? { ...answer, data: rewrite(data) } : answer;
};

const lyingSummary = (answer: Loose, reading: Switches['summary']): Loose => {
	const data = objectAt(answer, 'data');
	const summary = objectAt(data, 'summary');
	if (data === undefined || summary === undefined || reading === 'true') return answer;
	const { summary: _summary, ...rest } = data;
	if (reading === 'absent') return { ...answer, data: rest };
	const [totalName = '', succeededName = '', failedName = ''] = Object.keys(summary);
	const total = Number(summary[totalName]);
	const failed = reading === 'allSucceeded' ? 0 : Number(summary[failedName]) + 1;
	return {
		...answer,
		data: {
			...rest,
			summary: {
				[totalName]: total,
				[succeededName]: Math.max(0, total - failed),
				[failedName]: failed,
			},
		},
	};
};

const alertMeta = (answer: Loose, operation: OperationId, switches: Switches): Loose => {
	const meta = objectAt(answer, 'meta');
	if (meta === undefined) return answer;
	const changed = { ...meta };
	if (operation === 'getAlerts') {
		const { alertTotals: reading } = switches;
		const total = Number(changed['total_items']);
		const said =
			typeof reading === 'number'
				? Math.min(reading, total)
				: {
						true: total,
						late: total,
						absent: undefined,
						pageCount: changed['items_in_current_page'],
						tooLarge: total + 5,
						tooSmall: Math.max(0, total - 1),
					}[reading];
		if (said === undefined) delete changed['total_items'];
		else changed['total_items'] = said;
		if (switches.endOfCursor === 'null' && !('cursor' in changed)) changed['cursor'] = null;
	}
	if (operation === 'getAlertBulkPage' && switches.bulkLastNextPage === 'null') {
		if (!('next_page' in changed)) changed['next_page'] = null;
	}
	return { ...answer, meta: changed };
};

/** An answer that fits the document, changed as the readings outside the document want it. */
export const deviate = (answer: object, operation: OperationId, switches: Switches): object =>
	alertMeta(
		lyingSummary(listMeta({ ...answer }, operation, switches.listMeta), switches.summary),
		operation,
		switches,
	);
