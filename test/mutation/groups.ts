/** Sources to plant faults in, and the suites that are to notice them. */
export interface Group {
	name: string;
	sources: readonly string[];
	suites: readonly string[];
}

const group = (name: string, folder: string, sources: string, suites: string): Group => ({
	name,
	sources: sources.split(' ').map((source) => `nodes/${folder}/${source}.ts`),
	suites: suites.split(' '),
});

/** What is tested by what: few suites each, since every planted fault costs the loading of them. */
export const GROUPS: readonly Group[] = [
	group(
		'wire',
		'shared',
		'api baseUrl batches condition json outcomes pages refusal wholeOutcome',
		'shared/baseUrl shared/batches shared/condition shared/json shared/outcomes shared/pages shared/refusal shared/wholeOutcome shared/api',
	),
	group('parameters', 'shared', 'parameters', 'shared/parameters'),
	group(
		'files',
		'shared',
		'arrivedRows gathered plainReference rowFiles rowFormat rowTexts',
		'shared/arrivedRows shared/gathered export/plainReference export/rowFiles export/bulkPages',
	),
	group(
		'engine',
		'shared',
		'execute perItem progress run runList runWrite',
		'shared/run shared/list shared/write operations/engine export/manyWrites',
	),
	group(
		'memory',
		'AlertTrigger',
		'dedupe fingerprint items packed pollInterval processMemory serviceClock state windows',
		'trigger/state trigger/fingerprint trigger/items trigger/processMemory trigger/serviceClock trigger/windows',
	),
	group(
		'trigger',
		'AlertTrigger',
		'follow poll readWindows redeliver',
		'trigger/polls.windows trigger/polls.faults trigger/polls.states trigger/polls.redelivery trigger/engine',
	),
];
