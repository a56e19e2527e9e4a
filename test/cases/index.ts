import { agent } from './agent';
import { alert } from './alert';
import type { Case } from './case';
import { directory } from './directory';
import { logSource } from './logSource';
import { logType } from './logType';
import { parserRule } from './parserRule';

export type { Case, SentRequest } from './case';

export const cases: readonly Case[] = [
	...agent,
	...alert,
	...directory,
	...logSource,
	...logType,
	...parserRule,
];

/** The first case of each operation: a write of three items, or a list. */
export const mainCases: readonly Case[] = cases.filter(
	({ operation }, index) => cases.findIndex((each) => each.operation === operation) === index,
);
