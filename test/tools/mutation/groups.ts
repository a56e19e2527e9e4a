/** Sources to plant faults in, and the suites that are to notice them. */
export interface Group {
	name: string;
	sources: readonly string[];
	suites: readonly string[];
}

const group = (name: string, sources: string, suites: string): Group => ({
	name,
	sources: sources.split(' ').map((source) => `nodes/${source}.ts`),
	suites: suites.split(' '),
});

/** Sources and the suites that test them: few suites each, since every mutant costs the loading of them. */
export const GROUPS: readonly Group[] = [
	group(
		'http',
		'shared/http/*',
		'unit/shared/http/client unit/shared/http/apiError unit/shared/http/baseUrl unit/shared/http/connection unit/shared/http/networkError unit/shared/http/parseResponse unit/shared/http/rateLimiter unit/shared/http/redact unit/shared/http/statedError unit/credentials/LogManagementApi',
	),
	group(
		'outcomes',
		'shared/json shared/outcomes/* shared/pagination/*',
		'unit/shared/json unit/shared/outcomes/batchOutcome unit/shared/outcomes/outcomeRows unit/shared/outcomes/settle unit/shared/outcomes/singleOutcome unit/shared/pagination/findRows unit/shared/pagination/paginate unit/shared/pagination/rowPage unit/shared/pagination/silentRows',
	),
	group(
		'parameters',
		'shared/parameters/*',
		'unit/shared/parameters/atLeastOne unit/shared/parameters/given unit/shared/parameters/invalidParameter unit/shared/parameters/itemPath unit/shared/parameters/quote unit/shared/parameters/reader unit/shared/parameters/validate',
	),
	group(
		'files',
		'shared/files/{formats,serializeRows,writeFiles}',
		'unit/shared/files/serializeRows unit/shared/files/writeFiles',
	),
	group(
		'engine',
		'shared/engine/!(runExport)',
		'unit/shared/engine/planBatches unit/shared/engine/context unit/shared/engine/progress unit/shared/engine/runList unit/shared/engine/runWrite engine/completion engine/dryRun engine/existing',
	),
	group(
		'operations',
		'shared/operation/* pickers/locators',
		'unit/shared/operation/getOne unit/operations/lookUp engine/cases engine/combinations rules/use rules/texts rules/contract rules/asTool',
	),
	group('pickers', 'pickers/{alertFields,listSearch,sources}', 'unit/pickers/listSearch'),
	group(
		'exports',
		'shared/engine/runExport shared/files/fileOptions Alert/bulk/*',
		'unit/Alert/bulk/bulkExport unit/Alert/bulk/openFirstPage engine/exportAlerts',
	),
	group(
		'memory',
		'Alert/alertKey Alert/hash64 AlertTrigger/dedupe/* AlertTrigger/reading/{sizing,windows} AlertTrigger/state/* AlertTrigger/polling/items shared/polling/{codec,pollInterval,storedValues}',
		'unit/Alert/alertKey unit/Alert/hash64 unit/AlertTrigger/dedupe/emitted unit/AlertTrigger/reading/sizing unit/AlertTrigger/reading/windows unit/AlertTrigger/state/state unit/AlertTrigger/polling/items unit/shared/polling/pollInterval',
	),
	group(
		'polls',
		'AlertTrigger/polling/{load,poll} shared/polling/{deliveries,pollMemory,runPoll,serviceClock}',
		'trigger/engine unit/shared/polling/deliveries unit/shared/polling/pollMemory unit/shared/polling/serviceClock trigger/polls.redelivery trigger/polls.states',
	),
	group(
		'trigger',
		'AlertTrigger/polling/{decide,scan} AlertTrigger/reading/windowReader AlertTrigger/redelivery/redelivery',
		'unit/AlertTrigger/polling/decide trigger/polls.redelivery trigger/polls.states trigger/limits',
	),
	group(
		'health',
		'HealthTrigger/{changes,poll,reading,state}',
		'trigger/health trigger/health.listings unit/HealthTrigger/changes',
	),
];
