import * as agents from './agents';
import * as alerts from './alerts';
import type { Endpoint } from './endpoint';
import * as logSources from './logSources';
import * as logTypes from './logTypes';

const all = { ...logSources, ...agents, ...logTypes, ...alerts };

export const endpoints: readonly Endpoint[] = Object.values(all);

const byAddress = new Map(endpoints.map((entry) => [`${entry.method} ${entry.path}`, entry]));

export const endpointAt = (method: string, path: string) => byAddress.get(`${method} ${path}`);

export const allScopes: readonly string[] = [...new Set(endpoints.map(({ scope }) => scope))];
