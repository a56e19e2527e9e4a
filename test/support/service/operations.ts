import * as agents from './agents';
import * as alerts from './alerts';
import * as directory from './directory';
import * as logSources from './logSources';
import * as logTypes from './logTypes';
import type { Handler } from './state';

/** What carries out each operation of the document. */
export const handlers = {
	...agents,
	...alerts,
	...directory,
	...logSources,
	...logTypes,
} satisfies Readonly<Record<string, Handler>>;
