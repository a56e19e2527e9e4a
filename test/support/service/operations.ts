import * as agents from './agents';
import * as alerts from './alerts';
import type { OperationId } from './contract';
import * as logSources from './logSources';
import * as logTypes from './logTypes';
import type { Handler } from './state';

const all = { ...agents, ...alerts, ...logSources, ...logTypes };

/** What carries out each operation: all that these modules export. */
export const handlers: Readonly<Record<OperationId, Handler>> = all;
