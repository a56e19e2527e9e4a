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
		'unit/shared/http/client unit/shared/http/apiError unit/shared/http/baseUrl',
	),
	group(
		'outcomes',
		'shared/json shared/outcomes/* shared/pagination/*',
		'unit/shared/json unit/shared/outcomes/batchOutcome unit/shared/outcomes/singleOutcome unit/shared/pagination/paginate',
	),
	group(
		'parameters',
		'shared/parameters/*',
		'unit/shared/parameters/validate unit/shared/parameters/quote unit/shared/parameters/itemPath',
	),
	group(
		'files',
		'shared/files/*',
		'unit/shared/files/rowScanner unit/shared/files/serializeRows unit/shared/files/writeFiles unit/Alert/bulkPages',
	),
	group(
		'engine',
		'shared/engine/*',
		'unit/shared/engine/planBatches unit/shared/engine/context unit/shared/engine/runList unit/shared/engine/runWrite engine/cases engine/manyWrites',
	),
	group(
		'memory',
		'Alert/alertKey AlertTrigger/dedupe/* AlertTrigger/reading/windows AlertTrigger/state/* AlertTrigger/polling/items shared/polling/{codec,deliveries,pollInterval,pollMemory,serviceClock,storedValues}',
		'unit/Alert/alertKey unit/AlertTrigger/dedupe/emitted unit/AlertTrigger/reading/windows unit/AlertTrigger/state/state unit/AlertTrigger/polling/items unit/shared/polling/deliveries unit/shared/polling/pollInterval unit/shared/polling/pollMemory unit/shared/polling/serviceClock',
	),
	group(
		'trigger',
		'AlertTrigger/polling/{decide,load,poll,scan} AlertTrigger/reading/windowReader AlertTrigger/redelivery/redelivery shared/polling/runPoll',
		'trigger/limits trigger/polls.redelivery trigger/polls.states trigger/engine',
	),
	group(
		'health',
		'HealthTrigger/{changes,poll,reading,state}',
		'trigger/health trigger/health.listings unit/HealthTrigger/changes',
	),
];
