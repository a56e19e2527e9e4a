/** Sources to plant faults in, and the suites that are to notice them. */
export interface Group {
	name: string;
	sources: readonly string[];
	suites: readonly string[];
	/** The least share of planted faults that the suites must notice, in per cent. */
	least: number;
}

const group = (name: string, sources: string, suites: string, least = 90): Group => ({
	name,
	sources: sources.split(' ').map((source) => `nodes/${source}.ts`),
	suites: suites.split(' '),
	least,
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
		'unit/shared/engine/planBatches unit/shared/engine/context unit/shared/engine/progress engine/runList engine/runWrite engine/completion engine/dryRun engine/existing',
	),
	group(
		'operations',
		'shared/operation/* pickers/locators',
		'unit/shared/operation/getOne engine/cases engine/combinations rules/use rules/texts rules/contract rules/asTool',
		65,
	),
	group('pickers', 'pickers/!(locators)', 'unit/pickers/listSearch', 80),
	group(
		'exports',
		'shared/engine/runExport shared/files/fileOptions Alert/bulk/*',
		'unit/Alert/bulk/bulkExport unit/Alert/bulk/openFirstPage engine/exportAlerts',
		75,
	),
	group(
		'alerts',
		'Alert/!(*.node|alertKey) shared/times/*',
		'unit/Alert/alertNumbers unit/Alert/alertRow unit/Alert/alertRows unit/Alert/countAlerts unit/Alert/newestFirst unit/Alert/searchRequest unit/Alert/serviceTime unit/shared/times/serviceTimeZone engine/alertQuery engine/alertRows',
		80,
	),
	group(
		'rules',
		'ParserRule/!(*.node)',
		'unit/ParserRule/applyWhen unit/ParserRule/completeRules unit/ParserRule/listedValues unit/ParserRule/lookUp unit/ParserRule/matchCost unit/ParserRule/pattern unit/ParserRule/ruleFields unit/ParserRule/upsertRules',
		80,
	),
	group(
		'lookUps',
		'LogSource/!(*.node) LogType/!(*.node) Agent/!(*.node)',
		'unit/Agent/lookUp unit/Agent/installation unit/LogSource/lookUpAdded unit/LogSource/lookUpUpdated unit/LogSource/operations/update unit/LogType/lookUp engine/completion engine/existing',
		80,
	),
	group(
		'memory',
		'Alert/{alertKey,hash64} AlertTrigger/dedupe/* AlertTrigger/windows/* AlertTrigger/state/* AlertTrigger/polling/items shared/polling/{codec,pollInterval,storedValues}',
		'unit/Alert/alertKey unit/Alert/hash64 unit/AlertTrigger/dedupe/emitted unit/AlertTrigger/windows/sizing unit/AlertTrigger/windows/windows unit/AlertTrigger/state/state unit/AlertTrigger/state/transitions unit/AlertTrigger/polling/items unit/shared/polling/pollInterval',
	),
	group(
		'polls',
		'AlertTrigger/polling/{load,poll} shared/polling/{deliveries,pollMemory,runPoll,serviceClock}',
		'trigger/engine unit/shared/polling/deliveries unit/shared/polling/pollMemory unit/shared/polling/serviceClock trigger/polls.redelivery trigger/polls.states',
	),
	group(
		'trigger',
		'AlertTrigger/reading/* AlertTrigger/redelivery/redelivery',
		// Without trigger/limits, which takes a minute for each mutant that nothing notices.
		'trigger/polls.redelivery trigger/polls.states trigger/histories',
		55,
	),
	group(
		'health',
		'HealthTrigger/**/!(*.node|fields)',
		'trigger/health trigger/health.listings trigger/health.redelivery unit/HealthTrigger/changes unit/HealthTrigger/state',
	),
];
