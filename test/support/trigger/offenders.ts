import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { alertKey, alertView, fingerprintOf } from '../../../nodes/Alert/alertRow';
import { alertPages } from '../../../nodes/Alert/alertPages';
import { searchRequest } from '../../../nodes/Alert/searchRequest';
import { timesOf } from '../../../nodes/AlertTrigger/windows';
import { createClient } from '../../../nodes/shared/http/client';
import type { Poller } from './simulatedHost';

/** Reads all alerts from a second to now by the host's clock, as a plain poller does. */
async function read(host: IPollFunctions, from: number): Promise<IDataObject[]> {
	const retryPolicy = { attempts: 1, maxWaitMs: 1000 };
	const client = await createClient(host, { scope: 'alerts.READ', retryPolicy });
	const times = timesOf({ from: from + 1, to: Math.ceil(Date.now() / 1000) });
	const records: IDataObject[] = [];
	for await (const page of alertPages(client, searchRequest({ filters: {}, ...times }))) {
		records.push(...page.records);
	}
	return records;
}

const itemsOf = (records: readonly IDataObject[]) =>
	records.map((record) => ({
		json: alertView({})({ ...record, alert_key: alertKey(fingerprintOf(record), 1) }),
	}));

/** Remembers what it has seen as a set of hashes: identical alerts collapse. */
export const hashSet: Poller = async (host) => {
	const data = host.getWorkflowStaticData('node');
	const seen = new Set(Array.isArray(data.seen) ? data.seen.map(String) : []);
	const records = await read(host, Math.floor(Date.now() / 1000) - 3600);
	const fresh = records.filter((record) => {
		const print = fingerprintOf(record);
		return !seen.has(print) && seen.add(print);
	});
	if (fresh.length === 0) return null;
	data.seen = [...seen];
	return [itemsOf(fresh)];
};

/** Reads from where the last poll ended: late alerts are lost. */
export const watermark: Poller = async (host) => {
	const data = host.getWorkflowStaticData('node');
	const now = Math.floor(Date.now() / 1000);
	const records = await read(host, typeof data.until === 'number' ? data.until + 1 : now - 600);
	data.until = now;
	return records.length === 0 ? null : [itemsOf(records)];
};
