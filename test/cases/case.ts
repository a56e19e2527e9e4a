import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Json } from '../../nodes/shared/json';
import type { Fault } from '../support/service/faults';
import type { Service } from '../support/service/service';

/** A request as it reaches the service, its path below /api/v2. */
export interface SentRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	query?: Readonly<Record<string, Json>>;
	body?: Json;
}

/** A run of one operation in the world of the cases, with its parameters, requests and rows. */
export interface Case {
	/** The node's short name and the operation's value: `logSource.add`. */
	operation: `${string}.${string}`;
	/** The name says how this case differs from the other cases of the operation. */
	name: string;
	/** The user sets these parameters; expressions read the items. */
	parameters: INodeParameters;
	/** Without `items`, the case runs with one empty item. */
	items?: readonly IDataObject[];
	/** Prepares the service; each item gets the members that it returns. */
	setup?: (service: Service) => Promise<IDataObject> | IDataObject;
	/** The node sends exactly these requests, in this order. */
	requests: readonly SentRequest[];
	/** The output items in order, with the members that matter; absent if the service refuses. */
	output?: readonly IDataObject[] | ((service: Service) => readonly IDataObject[]);
	/** Returns whether the service did what an item of a write requests. */
	done?: (service: Service, item: IDataObject) => boolean;
	/** The service refuses these parameters, which replace those of the case, with this message. */
	refused?: { parameters: INodeParameters; says: RegExp };
}

export const id = (value: number | string) => ({ __rl: true, mode: 'id', value });

export const named = (value: string) => ({ __rl: true, mode: 'name', value });

/** Every alert of the world. */
export const PERIOD = { start_time: '2026-03-01T10:00:00Z', end_time: '2026-03-01T13:00:00Z' };

export const BETWEEN = { timeRange: 'between', ...PERIOD };

export const CORP = 'corp.example.com';
export const LAB = 'lab.example.com';
export const BRANCH = 'branch.example.net';

/** Computers of the first domain that are no log sources. */
export const PCS = ['CORP-PC-02', 'CORP-PC-03', 'CORP-PC-04'];

/** The service refuses a write to a domain that is not configured. */
export const NO_DOMAIN = {
	parameters: { domain_name: named('atlantis.example.com') },
	says: /Domain .* is not configured/,
};

/** The refusal of a look-up that finds nothing by these parameters; `what` is a pattern of the noun and the name or ID. */
export const notFound = (parameters: INodeParameters, what: string) => ({
	parameters,
	says: new RegExp(`^Not found: the service lists no ${what}\\.`),
});

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

export const answering = (body: object, match: Fault['match'] = {}): Fault => ({
	kind: 'raw',
	text: JSON.stringify(body),
	match,
});

export const post = sending('POST');
export const put = sending('PUT');
export const del = sending('DELETE');
