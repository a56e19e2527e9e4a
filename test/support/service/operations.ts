import { addAgents, getAgents, updateAgents } from './agents';
import { getAlertBulkPage, getAlertProfiles, getAlerts, startAlertBulk } from './alerts';
import { getComputers, getDomains } from './directory';
import {
	addLogSources,
	deleteLogSources,
	getLogSourceGroups,
	getLogSources,
	updateEventSources,
	updateLogSources,
} from './logSources';
import {
	createLogType,
	createParserRule,
	deleteLogType,
	deleteParserRule,
	getLogTypes,
	getParserRules,
	updateParserRule,
} from './logTypes';
import type { Handler } from './state';

/** What carries out each operation of the document. */
export const handlers = {
	addLogSources,
	deleteLogSources,
	updateLogSources,
	getLogSources,
	updateEventSources,
	getLogSourceGroups,
	addAgents,
	updateAgents,
	getAgents,
	getDomains,
	getComputers,
	createLogType,
	getLogTypes,
	deleteLogType,
	createParserRule,
	updateParserRule,
	getParserRules,
	deleteParserRule,
	getAlerts,
	startAlertBulk,
	getAlertBulkPage,
	getAlertProfiles,
} satisfies Readonly<Record<string, Handler>>;
