import { describe, expect, it } from '@jest/globals';

import { Pace } from '../../../../nodes/shared/http/pace';
import { RateLimiter, Shared } from '../../../../nodes/shared/http/rateLimiter';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const WINDOW = 61_000;

let servers = 0;

const serverName = (): string => `http://limited${servers++}.test/api/v2`;

const limiterOf = (server: string, token: string, requestsPerMinute: number): RateLimiter =>
	new RateLimiter({ server, token, requestsPerMinute });

describe('access tokens of one server', () => {
	it('share its pace if they have one limit', () => {
		const server = serverName();
		const [one, other] = ['a', 'b'].map((token) => limiterOf(server, token, 2));
		one?.ask({}, NOW);
		other?.ask({}, NOW);
		expect(one?.ask({}, NOW)).toBe(WINDOW);
	});

	it.each([[120], [61], [1], [0]])(
		'neither count nor delay each other if one has a limit of %i and the other one of 60',
		(limit) => {
			const server = serverName();
			const [busy, calm] = [limiterOf(server, 'a', limit), limiterOf(server, 'b', 60)];
			for (let count = 0; count < 300; count++) busy.ask({}, NOW + count);
			expect(calm.available(NOW + 300)).toBe(60);
			expect([calm.ask({}, NOW + 300), calm.expectedWait(1, NOW + 300)]).toEqual([0, 0]);
		},
	);

	it('have a lock of their own, which keeps no other one waiting', () => {
		const server = serverName();
		const [locked, free] = [limiterOf(server, 'a', 2), limiterOf(server, 'b', 2)];
		const waiting = {};
		free.ask({}, NOW);
		free.ask({}, NOW);
		expect(locked.ask(waiting, NOW)).toBe(WINDOW);
		locked.refused(1_800_000, NOW);
		expect(locked.ask(waiting, NOW)).toBe(1_800_000);
		expect([locked.lockedFor(NOW), free.lockedFor(NOW)]).toEqual([1_800_000, 0]);
		expect(locked.expectedWait(1, NOW)).toBe(1_800_000);
		expect(free.ask({}, NOW + WINDOW)).toBe(0);
		expect(free.ask({}, NOW + WINDOW)).toBe(0);
	});
});

it('a request that waits no longer keeps no place in the queue', () => {
	const limiter = limiterOf(serverName(), 'a', 1);
	const given = {};
	limiter.ask({}, NOW);
	expect(limiter.ask(given, NOW)).toBe(WINDOW);
	limiter.release(given, NOW);
	expect(limiter.ask({}, NOW + WINDOW)).toBe(0);
});

describe('what is shared', () => {
	it('is one value for a key', () => {
		const shared = new Shared<Pace>();
		const pace = shared.get('a', NOW, () => new Pace(1));
		pace.ask('a', {}, NOW);
		expect(shared.get('a', NOW, () => new Pace(1))).toBe(pace);
		expect(shared.get('b', NOW, () => new Pace(1))).not.toBe(pace);
	});

	it('holds 2,000 keys at most, also of those that are in use', () => {
		const shared = new Shared<Pace>();
		for (let key = 0; key < 5000; key++)
			shared.get(`key ${key}`, NOW, () => new Pace(1)).ask('a', {}, NOW);
		expect(shared.size).toBe(2000);
	});

	it('holds of 10,000 keys only those that were used in the last minute', () => {
		const shared = new Shared<Pace>();
		for (let key = 0; key < 10_000; key++) {
			const now = NOW + key * 1000;
			shared.get(`key ${key}`, now, () => new Pace(1)).ask('a', {}, now);
		}
		expect(shared.size).toBe(61);
	});
});
