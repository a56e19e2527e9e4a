import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import '../support/hostile/quickWaits';
import { causeOf, KINDS, outcomeOf, REFUSED, wordsFor } from '../support/hostile/expectations';
import {
	cellOf,
	faults,
	meets,
	playersOf,
	type Cell,
	type Player,
} from '../support/hostile/matrix';
import { sceneNamed } from '../support/hostile/scenes';

const nameOf = ({ operation, when }: Cell): string => `${operation}, ${when}`;

describe('one operation of each kind under every fault', () => {
	let players: Player[] = [];

	beforeAll(async () => {
		const scenes = KINDS.map((name) => sceneNamed(name));
		players = (await Promise.all(scenes.map(playersOf))).flat();
	});

	afterAll(async () => {
		await Promise.all(players.map(async ({ service }) => await service.stop()));
	});

	it.each([{ name: REFUSED, fault: undefined }, ...faults])('$name', async ({ name, fault }) => {
		const cells = await Promise.all(
			players
				.filter((player) => meets(player, fault))
				.map(async (player) => await cellOf(player, name, fault)),
		);

		const troubles = cells.flatMap((cell) => cell.troubles.map((text) => [nameOf(cell), text]));
		expect(troubles).toEqual([]);

		expect(cells.map((cell) => [nameOf(cell), cell.outcome])).toEqual(
			cells.map((cell) => [nameOf(cell), outcomeOf(name, cell)]),
		);

		const judged = cells.filter(({ when }) => when !== 'lookedUp');
		const stopped = judged.filter(({ outcome }) => outcome === 'stopped');
		expect(stopped.map((cell) => [nameOf(cell), cell.cause])).toEqual(
			stopped.map((cell) => [nameOf(cell), causeOf(name, cell.says)]),
		);

		const silent = cells.filter(
			({ outcome, says }) => !['right', 'wrong'].includes(outcome) && says.length === 0,
		);
		expect(silent.map(nameOf)).toEqual([]);

		const unexpected = judged.flatMap((cell) =>
			cell.says
				.filter((text) => !wordsFor(name, cell.operation).some((words) => words.test(text)))
				.map((text) => [nameOf(cell), text]),
		);
		expect(unexpected).toEqual([]);
	});
});
