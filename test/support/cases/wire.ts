import type { IDataObject } from 'n8n-workflow';

import { parseJson, toJson, type Json } from '../../../nodes/shared/json';
import type { SentRequest } from '../../cases';
import { Ids } from '../service/ids';
import { decode } from '../service/outgoing';
import type { Service } from '../service/service';

export const toTexts = (query: SentRequest['query'] = {}) =>
	Object.fromEntries(
		Object.entries(query).map(([name, value]) => [
			name,
			typeof value === 'string' ? value : toJson(value),
		]),
	);

export const stated = (requests: readonly SentRequest[]) =>
	requests.map(({ method, path, query, body }) => ({
		method,
		path,
		query: toTexts(query),
		body: body === undefined ? undefined : decode(toJson(body)),
	}));

export const received = ({ requests }: Pick<Service, 'requests'>) =>
	requests.map(({ method, path, query, body }) => ({
		method,
		path: path.replace('/api/v2', ''),
		query,
		body,
	}));

/** Converts the IDs in a value of a case to the small or large IDs of the service. */
export function withIds<T extends Json | IDataObject>(value: T, large: boolean): T {
	if (!large) return value;
	const ids = new Ids({ largeIds: true });
	const json = JSON.stringify(value).replace(
		/("mode":"id","value":)(\d+)/g,
		(_whole, head: string, digits: string) => `${head}"${ids.outward(Number(digits))}"`,
	);
	return parseJson(ids.writeBody(json)) as T;
}
