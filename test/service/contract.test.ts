import { describe, expect, it } from '@jest/globals';

import { call } from '../support/service/client';
import { allScopes, contract, operations } from '../support/service/contract';
import { handlers } from '../support/service/operations';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';

const service = useService({ switches: documented.switches });

const below = (path: string) => path.replace('/api/v2', '');

describe('the document', () => {
	it('has an id for each operation, by which the service carries it out', () => {
		expect(operations.map(({ id }) => id).sort()).toEqual(Object.keys(handlers).sort());
	});

	it('closes every object of a request to names that it does not have', () => {
		const open: string[] = [];
		const walk = (schema: unknown, place: string): void => {
			if (typeof schema !== 'object' || schema === null) return;
			const node = schema as Record<string, unknown>;
			if (node['type'] === 'object' && node['additionalProperties'] !== false) open.push(place);
			for (const [name, inner] of Object.entries(node)) walk(inner, `${place}/${name}`);
		};
		for (const { id, bodySchema } of operations) walk(bodySchema, id);
		walk(contract.components.schemas['FieldMapping'], 'FieldMapping');
		expect(open).toEqual([]);
	});

	it('has every status of an agent and every type of a log source', () => {
		const { AgentStatus, LogTypeName } = contract.components.schemas;
		expect(AgentStatus?.['enum']).toHaveLength(29);
		expect(LogTypeName?.['enum']).toHaveLength(28);
	});
});

it.each(operations)(
	'the server serves $id, and only to its scope',
	async ({ method, path, scope }) => {
		const others = service.tokenWith(allScopes.filter((other) => other !== scope));
		const refused = await call(service, method, below(path), undefined, { token: others });
		expect(refused.body).toMatchObject({ code: '07001113' });
		expect(service.requests.at(-1)?.why).toContain(scope);
		const only = service.tokenWith([scope]);
		const admitted = await call(service, method, below(path), undefined, { token: only });
		expect(admitted.status).not.toBe(404);
		expect(admitted.text).not.toContain('07001113');
	},
);
