import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Json } from '../../nodes/shared/json';
import type { Service } from '../support/service/service';

/** A request as it reaches the service, its path below /api/v2. */
export interface SentRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Readonly<Record<string, Json>>;
	body?: Json;
}

/** A run of one operation in the world of the cases: what goes in, what leaves, what comes out. */
export interface Case {
	/** The node's short name and the operation's value: `logSource.add`. */
	operation: `${string}.${string}`;
	/** What sets it apart from the operation's other cases. */
	name: string;
	/** What the user sets; expressions read the items. */
	parameters: INodeParameters;
	/** One empty item if not given. */
	items?: readonly IDataObject[];
	/** Prepares the service; each item gets the members that it returns. */
	setup?: (service: Service) => Promise<IDataObject> | IDataObject;
	/** Exactly what leaves, in order. */
	requests: readonly SentRequest[];
	/** The members of each output item that matter, in order; not given where the service refuses. */
	output?: readonly IDataObject[] | ((service: Service) => readonly IDataObject[]);
	/** For a write: whether the service has done what an item asks for. */
	done?: (service: Service, item: IDataObject) => boolean;
	/** Parameters that the service refuses in the place of the case's own, and what the issue says. */
	refused?: { parameters: INodeParameters; says: RegExp };
}

export const id = (value: number | string) => ({ __rl: true, mode: 'id', value });

export const named = (value: string) => ({ __rl: true, mode: 'name', value });

/** Every alert of the world. */
export const PERIOD = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T13:00:00Z' };

/** The parameters of a search of that time. */
export const BETWEEN = { timeRange: 'between', ...PERIOD };

export const CORP = 'corp.example.com';
export const LAB = 'lab.example.com';
export const BRANCH = 'branch.example.net';

/** Computers of the first domain that are no log sources. */
export const PCS = ['CORP-PC-02', 'CORP-PC-03', 'CORP-PC-04'];

/** What a write to a domain that is not configured says. */
export const NO_DOMAIN = {
	parameters: { domain_name: named('atlantis.example.com') },
	says: /Domain .* is not configured/,
};

export const succeeded = { outcome: 'succeeded' };

type Query = NonNullable<SentRequest['query']>;

export const get = (path: string, query?: Query): SentRequest => ({
	method: 'GET',
	path,
	...(query && { query }),
});

const sending =
	(method: SentRequest['method']) =>
	(path: string, body?: Json): SentRequest => ({
		method,
		path,
		...(body !== undefined && { body }),
	});

export const post = sending('POST');
export const put = sending('PUT');
export const del = sending('DELETE');
