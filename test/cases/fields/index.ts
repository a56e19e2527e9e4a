import { agent } from './agent';
import { alert } from './alert';
import { directory } from './directory';
import type { FieldCases } from './fieldCase';
import { logSource } from './logSource';
import { parserRule } from './parserRule';

export const fieldCases: readonly FieldCases[] = [
	...agent,
	...alert,
	...directory,
	...logSource,
	...parserRule,
];
