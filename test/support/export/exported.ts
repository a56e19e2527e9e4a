import type { IDataObject } from 'n8n-workflow';

import { readBinary, runNode, type NodeRequest, type NodeRun } from '../harness/harness';
import type { Service } from '../service/service';
import { ALWAYS } from '../work';

/** Runs Alert › Export over all alerts of the service, with these parameters besides. */
export const exportAlerts = async (
	service: Service,
	parameters: NonNullable<NodeRequest['parameters']> = {},
	setting: Partial<NodeRequest> = {},
): Promise<NodeRun> =>
	await runNode({
		node: 'alert',
		parameters: {
			...{ operation: 'exportAlerts', format: 'ndjson', timeRange: 'between' },
			...ALWAYS,
			...parameters,
		},
		credentials: { baseUrl: service.url, accessToken: service.token },
		...setting,
	});

/** The texts of the files of a run's first output, in order. */
export async function texts(run: NodeRun, field = 'data'): Promise<string[]> {
	const files = (run.outputs[0] ?? []).map(({ binary }) => binary?.[field]);
	return await Promise.all(
		files.map(async (file) => (file === undefined ? '' : (await readBinary(file)).toString())),
	);
}

/** The rows of an NDJSON file. */
export const rowsIn = (text = ''): IDataObject[] =>
	text
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line) as IDataObject);

/** The numbers that the service's alerts carry in their messages. */
export const numbersIn = (rows: readonly IDataObject[]): number[] =>
	rows.map(({ Message }) =>
		typeof Message === 'string' ? Number(/no\. (\d+)$/.exec(Message)?.[1]) : NaN,
	);

/** 0 to count - 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** What the service was asked, in short: `POST`, or the number of a page. */
export const asked = (service: Service): string[] =>
	service.requests
		.filter(({ path }) => path.endsWith('/alerts/bulk'))
		.map(({ method, query }) => (method === 'GET' ? String(query['page_no']) : method));

/** The request id that the service was asked for last. */
export const requestId = (service: Service): string =>
	String(service.requests.findLast(({ query }) => 'request_id' in query)?.query['request_id']);
