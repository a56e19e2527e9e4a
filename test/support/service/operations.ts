import * as agents from './agents';
import * as alerts from './alerts';
import * as directory from './directory';
import * as logSources from './logSources';
import * as logTypes from './logTypes';
import type { Handler } from './state';

const all = { ...agents, ...alerts, ...directory, ...logSources, ...logTypes };

/** What carries out each operation of the document: all that these modules export. */
export const handlers = all satisfies Readonly<Record<string, Handler>>;
