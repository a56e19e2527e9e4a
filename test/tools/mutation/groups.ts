import { readdirSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** Sources to plant faults in, and the suites that are to notice them. */
export interface Group {
	name: string;
	/** Patterns of files, from the top of the project. */
	sources: readonly string[];
	/** Suites from `test`, such as `unit/shared/json`; with a slash at the end all of a folder. */
	suites: readonly string[];
	/** The least share of planted faults that the suites must notice, in per cent. */
	least: number;
}

const group = (name: string, sources: string, suites: string, least = 90): Group => ({
	name,
	sources: sources
		.split(' ')
		.map((source) => (source.startsWith('credentials/') ? `${source}.ts` : `nodes/${source}.ts`)),
	suites: suites.split(' '),
	least,
});

/**
 * Every source but the heads of nodes, each in one group. A group has few suites and quick ones: every
 * mutant costs the loading of them.
 */
export const GROUPS: readonly Group[] = [
	group(
		'http',
		'shared/http/* credentials/*',
		'unit/shared/http/ unit/credentials/',
		// The pace of several credentials is held by engine/sharing and by the hostile suites.
		85,
	),
	group(
		'outcomes',
		'shared/json shared/outcomes/* shared/pagination/*',
		'unit/shared/json unit/shared/outcomes/ unit/shared/pagination/ engine/runList',
	),
	group('parameters', 'shared/parameters/*', 'unit/shared/parameters/'),
	group(
		'files',
		'shared/files/{formats,writeFiles}',
		'unit/shared/files/formats unit/shared/files/writeFiles',
	),
	group(
		'engine',
		'shared/engine/*',
		'engine/planBatches engine/context engine/progress engine/runList engine/runWrite engine/completion engine/dryRun engine/existing engine/exportAlerts engine/differentItems rules/errorItems',
		// A part of it is texts, and what only operations of other groups reach.
		80,
	),
	group(
		'operations',
		'shared/operation/* pickers/locators',
		'unit/shared/operation/ engine/cases engine/combinations engine/completion engine/dryRun engine/existing unit/LogType/lookUp unit/LogSource/operations/delete rules/panels rules/use rules/texts rules/contract rules/asTool',
		// Most of it is declared where a file is loaded.
		65,
	),
	group('pickers', 'pickers/!(locators) lists/*', 'unit/pickers/ unit/credentials/', 80),
	group(
		'exports',
		'shared/files/fileOptions Alert/bulk/* Alert/operations/{exportAlerts,getBulkPage,startBulkRequest}',
		'unit/Alert/bulk/ unit/shared/files/ engine/alertRows engine/exportAlerts engine/cases',
		75,
	),
	group(
		'alerts',
		'Alert/!(*.node) Alert/operations/{count,getMany,index} shared/times/*',
		'unit/Alert/ unit/shared/times/ engine/alertQuery engine/alertRows',
		// A part of it is columns and texts, which the tests of panels and of every operation read.
		65,
	),
	group(
		'rules',
		'ParserRule/!(*.node) ParserRule/operations/*',
		'unit/ParserRule/ engine/cases engine/differentItems engine/runWrite engine/combinations rules/use rules/texts',
		80,
	),
	group(
		'logSources',
		'{LogSource,LogType,Agent}/!(*.node) {LogSource,LogType,Agent}/operations/*',
		'unit/Agent/ unit/LogSource/ unit/LogType/ engine/completion engine/differentItems engine/existing engine/cases engine/runWrite engine/combinations rules/use rules/texts',
		80,
	),
	group(
		'directory',
		'{Computer,Domain,LogSourceGroup,AlertProfile}/!(*.node) {Computer,Domain,LogSourceGroup,AlertProfile}/operations/*',
		'unit/Computer/ engine/cases',
		// A request without a method is a GET, and Computer's pages name the domain again.
		85,
	),
	group(
		'memory',
		'AlertTrigger/{dedupe,windows,state}/*',
		'trigger/items trigger/load trigger/windows trigger/state trigger/transitions trigger/emitted trigger/polls.states trigger/engine',
	),
	group(
		'polls',
		'shared/polling/* AlertTrigger/polling/* AlertTrigger/fields',
		'unit/shared/polling/ trigger/items trigger/load trigger/state trigger/transitions trigger/health.state trigger/engine trigger/polls.redelivery trigger/polls.states',
		// What settings mean over hours is held by trigger/limits.
		80,
	),
	group(
		'trigger',
		'AlertTrigger/{reading,redelivery}/*',
		// Without trigger/limits, which takes a minute for each mutant that nothing notices.
		'trigger/polls.redelivery trigger/polls.states trigger/histories',
		55,
	),
	group(
		'health',
		'HealthTrigger/**/!(*.node)',
		'trigger/health trigger/health.changes trigger/health.listings trigger/health.redelivery trigger/health.state',
		// A part of it is texts of the log.
		85,
	),
];

const tests = resolve(__dirname, '../..');

/** The suites of a group, one by one. */
export const suitesOf = ({ suites }: Pick<Group, 'suites'>): string[] =>
	suites.flatMap((name) => {
		if (!name.endsWith('/')) {
			statSync(join(tests, `${name}.test.ts`));
			return [name];
		}
		return readdirSync(join(tests, name), { recursive: true, withFileTypes: true })
			.map((entry) => relative(tests, join(entry.parentPath, entry.name)))
			.filter((path) => path.endsWith('.test.ts'))
			.map((path) => path.replace(/\.test\.ts$/, ''))
			.sort();
	});
