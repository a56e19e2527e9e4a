import { expect, it } from '@jest/globals';

import { call, rowsOf, type ClientAnswer } from '../support/service/client';
import { everyFault, type Fault, type FaultKind } from '../support/service/faults';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const path = '/log-sources';
const read = async () => await call(service, 'GET', `${path}?limit=4&page=2`);
const write = async () =>
	await call(service, 'POST', `${path}/windows`, {
		log_sources: [{ log_source: 'NEW', domain_name: 'corp.example.com' }],
	});

/** Faults that meet a request before its work. */
const UNDONE: readonly FaultKind[] = [
	...(['resetBefore', 'hang', 'html', 'emptyBody'] as const),
	...(['status', 'redirect', 'refusal', 'echo'] as const),
];

/** Sends a write to its end; one that hangs ends with its connection. */
const tryToWrite = async () => {
	const sent = write().catch(() => undefined);
	while (service.requests[0]?.fault === undefined) await new Promise((next) => setTimeout(next, 2));
	if (service.requests[0].fault === 'hang') await service.refuseConnections();
	await sent;
	await service.acceptConnections();
};

it.each(everyFault())('$name meets a write, which is carried out or not', async ({ fault }) => {
	service.faults.push(fault);
	await tryToWrite();
	const expected = fault.carriedOut ?? !UNDONE.includes(fault.kind);
	expect(service.world.logSourcesNamed('NEW')).toHaveLength(expected ? 1 : 0);
	expect(service.requests).toMatchObject([{ fault: fault.kind, carriedOut: expected }]);
});

/** Faults that a client takes no notice of. */
it.each<[Fault, (answer: ClientAnswer) => unknown, unknown]>([
	[{ kind: 'contentType' }, ({ headers }) => headers.get('content-type'), 'text/plain'],
	[
		{ kind: 'unknownFields' },
		(answer) => 'new_in_2031' in (rowsOf(answer, 'data.log_sources')[3] ?? {}),
		true,
	],
])('a read is changed by %j', async (fault, seen, expected) => {
	service.faults.push(fault);
	expect(seen(await read())).toEqual(expected);
});

it.each<[string, Partial<Fault>, number[]]>([
	['nothing else', {}, [500, 500, 500, 500]],
	['times', { times: 2 }, [500, 500, 200, 200]],
	['nth', { match: { nth: 3 } }, [200, 200, 500, 200]],
	['another method', { match: { method: 'POST' } }, [200, 200, 200, 200]],
	['operation', { match: { operation: 'getLogSources', nth: 2 } }, [200, 500, 200, 200]],
	['another operation', { match: { operation: 'getAlerts' } }, [200, 200, 200, 200]],
	['a part of the body', { match: { body: '"NEW"' } }, [200, 200, 200, 200, 500]],
])('a match by %s', async (_name, part, expected) => {
	service.faults.push({ kind: 'status', status: 500, ...part } as Fault);
	const requests = [read, read, read, read, write].slice(0, expected.length);
	const statuses = [];
	for (const request of requests) statuses.push((await request()).status);
	expect(statuses).toEqual(expected);
});
