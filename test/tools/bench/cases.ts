import type { Case } from './case';
import { exported } from './export';
import { listed } from './list';
import { onboarded } from './onboard';

/** The rows of the table. */
export const cases: readonly Case[] = [
	exported(200_000, true),
	exported(1_000_000, false),
	listed,
	onboarded(0),
	onboarded(20),
];
