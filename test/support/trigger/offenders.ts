import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { alertPages, readAlertPage } from '../../../nodes/Alert/alertPages';
import { searchRequest } from '../../../nodes/Alert/searchRequest';
import { alertKey, fingerprintOf, alertView } from '../../../nodes/Alert/alertRow';
import { timesOf } from '../../../nodes/AlertTrigger/windows';
import { asText } from '../../../nodes/shared/json';
import { createClient } from '../../../nodes/shared/http/client';
import type { Poller } from './simulatedHost';

/** All alerts from a second to now by the host's clock, as a plain poller reads them. */
async function read(
	host: IPollFunctions,
	from: number,
	pages: typeof alertPages = alertPages,
): Promise<IDataObject[]> {
	const now = Math.ceil(Date.now() / 1000);
	const retryPolicy = { attempts: 1, maxWaitMs: 1000 };
	const client = await createClient(host, { scope: 'alerts.READ', retryPolicy });
	const request = searchRequest({
		filters: {},
		...timesOf({ from: from + 1, to: now }),
	});
	const records: IDataObject[] = [];
	for await (const page of pages(client, request)) records.push(...page.records);
	return records;
}

const itemsOf = (records: readonly IDataObject[]) =>
	records.map((record) => ({
		json: alertView({})({ ...record, alert_key: alertKey(fingerprintOf(record), 1) }),
	}));

/** Remembers what it has seen as a set of hashes: true twins collapse. */
export const hashSet: Poller = async (host) => {
	const data = host.getWorkflowStaticData('node');
	const now = Math.floor(Date.now() / 1000);
	const records = await read(host, now - 3600);
	const seen = new Set(Array.isArray(data.seen) ? data.seen.map(String) : []);
	const fresh = records.filter((record) => {
		const print = fingerprintOf(record);
		const isNew = !seen.has(print);
		seen.add(print);
		return isNew;
	});
	if (fresh.length === 0) return null;
	data.seen = [...seen];
	return [itemsOf(fresh)];
};

/** Reads from where the last poll ended, one second on: late alerts and those of that second are lost. */
export const watermark: Poller = async (host) => {
	const data = host.getWorkflowStaticData('node');
	const now = Math.floor(Date.now() / 1000);
	const from = typeof data.until === 'number' ? data.until + 1 : now - 600;
	const records = await read(host, from);
	data.until = now;
	return records.length === 0 ? null : [itemsOf(records)];
};

/**
 * Counts identical alerts, but reads the time since the last poll and five minutes before it whole, page
 * by page: what is refused in the middle is lost to it, and so is what moves between pages.
 */
export const wholeStretch: Poller = async (host) => {
	const data = host.getWorkflowStaticData('node');
	const now = Math.floor(Date.now() / 1000);
	const records = await read(host, (Number(data.until) || now - 300) - 300);
	const counts = new Map<string, number>();
	const known = new Map(Object.entries(data.known ?? {}));
	const fresh = records.filter((record) => {
		const print = fingerprintOf(record);
		const count = (counts.get(print) ?? 0) + 1;
		counts.set(print, count);
		return count > Number(known.get(print) ?? 0);
	});
	data.until = now;
	data.known = Object.fromEntries([...known, ...counts]);
	return fresh.length === 0 ? null : [itemsOf(fresh)];
};

/** Takes a cursor that it has seen for the end. */
export const newCursorsOnly: Poller = async (host) => {
	const now = Math.floor(Date.now() / 1000);
	const records = await read(host, now - 60, async function* (service, first) {
		let request: typeof first | undefined = first;
		for (let cursor: string | undefined; request !== undefined;) {
			const page = await readAlertPage(service, request);
			yield page;
			const newest = asText(page.next?.body?.cursor);
			request = newest === cursor ? undefined : page.next;
			cursor = newest;
		}
	});
	return records.length === 0 ? null : [itemsOf(records)];
};
