import fc from 'fast-check';

import type { FaultAction } from '../service/faults';

/** A log source as an item names it. */
export interface Named {
	log_source: string;
	domain_name: string;
}

/** Items that are added or deleted at a service with namesakes, where answers may be lost. */
export interface WriteHistory {
	operation: 'add' | 'return' | 'delete' | 'deleteById' | 'addAgent';
	/** Whether the service takes names that differ in case for two. */
	tellsCaseApart: boolean;
	nameFilter: 'exact' | 'contains';
	largeIds: boolean;
	existing: readonly Named[];
	items: readonly Named[];
	batchSize: number;
	maxConcurrentRequests: number;
	returnIds: boolean;
	/** Which of what exists the service does not delete. */
	inUse: readonly number[];
	/** The change of that number meets a fault. */
	fault: { action: FaultAction; nth: number } | undefined;
}

const named: fc.Arbitrary<Named> = fc.record({
	log_source: fc.constantFrom('web01', 'WEB01', 'web01 ', 'web010', 'db', 'DB', '1001', '1002'),
	domain_name: fc.constantFrom('corp.example.com', 'lab.example.com'),
});

const asked = named.chain((item) =>
	fc.constantFrom(item, { ...item, domain_name: item.domain_name.toUpperCase() }),
);

const action = fc.constantFrom<FaultAction>(
	{ kind: 'afterEffect' },
	{ kind: 'resetBefore' },
	{ kind: 'cutJson' },
	{ kind: 'status', status: 503 },
	{ kind: 'refusal', code: '07001110', status: 400 },
);

/** Any history of a write. */
export const writeHistory: fc.Arbitrary<WriteHistory> = fc.record({
	operation: fc.constantFrom('add', 'return', 'delete', 'deleteById', 'addAgent'),
	tellsCaseApart: fc.boolean(),
	nameFilter: fc.constantFrom('exact', 'contains'),
	largeIds: fc.boolean(),
	existing: fc.array(named, { maxLength: 8 }),
	items: fc.array(asked, { minLength: 1, maxLength: 10 }),
	batchSize: fc.constantFrom(1, 3, 100),
	maxConcurrentRequests: fc.constantFrom(1, 4),
	returnIds: fc.boolean(),
	inUse: fc.array(fc.nat(7), { maxLength: 2 }),
	fault: fc.option(fc.record({ action, nth: fc.integer({ min: 1, max: 4 }) }), {
		nil: undefined,
	}),
});
