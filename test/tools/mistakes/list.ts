/** A small change of a source that a test must notice. */
export interface Mistake {
	/** The path of the source. */
	file: string;
	/** Matches the code to replace, once. It is short, so that other edits of the source leave it valid. */
	anchor: RegExp;
	/** The code in place of the match, of the same type. */
	code: string;
	/** The effect on the user. */
	note: string;
}

/** Mistakes in wiring, which the tool plants one at a time. */
export const mistakes: readonly Mistake[] = [
	{
		file: 'nodes/AlertTrigger/readWindow.ts',
		anchor: /(?<=return \{ \.\.\.result, countWasRight): false/,
		code: '',
		note: 'Alert Trigger: a wrong count is believed again and again',
	},
	{
		file: 'nodes/AlertTrigger/state.ts',
		anchor: /stored\?\.address !== address/,
		code: 'stored === undefined',
		note: 'Alert Trigger: the state of another service is used',
	},
	{
		file: 'nodes/HealthTrigger/changes.ts',
		anchor: /rememberSilence\(next, now\)(?=\);)/,
		code: '[]',
		note: 'Health Trigger: a silence is forgotten with its log source',
	},
	{
		file: 'nodes/HealthTrigger/watches.ts',
		anchor: /(?<=silentAfter: )agentSilentAfter\b/,
		code: 'DEFAULT_AGENT_SILENT_MINUTES',
		note: 'Health Trigger: Agent Silent After is ignored',
	},
	{
		file: 'nodes/HealthTrigger/HealthTrigger.node.ts',
		anchor: /polling: true,/,
		code: '',
		note: 'Health Trigger: it is not polled',
	},
	{
		file: 'nodes/Alert/times.ts',
		anchor: /(?<=new Date\(now\), )zone/,
		code: "'utc'",
		note: 'Alert: Today is a day of UTC',
	},
	{
		file: 'nodes/shared/engine/writeReport.ts',
		anchor: /(?<=itemIndex: )first\.index/,
		code: '0',
		note: 'Writes: the error of an item is reported at the first one',
	},
	{
		file: 'nodes/shared/engine/readWriteItems.ts',
		anchor: /allOptions(?=\.some\(\({ ifSomeFail)/,
		code: 'allOptions.slice(0, 1)',
		note: 'Writes: If Refused is read at the first item',
	},
	{
		file: 'nodes/shared/engine/readWriteItems.ts',
		anchor: /allOptions(?=\.some\(\({ returnIds)/,
		code: 'allOptions.slice(0, 1)',
		note: 'Writes: Return IDs is read at the first item',
	},
	{
		file: 'nodes/editor/testConnection.ts',
		anchor: /ignoreSslIssues && (?=\{ rejectUnauthorized)/,
		code: '',
		note: 'Credential: its test accepts any certificate',
	},
	{
		file: 'nodes/ParserRule/operations/upsert.ts',
		anchor: /(?<=name: rule_name), within: \{ log_type_id \}/,
		code: '',
		note: 'Parser Rule › Create or Update: a rule is looked up without its log type',
	},
	{
		file: 'nodes/shared/records/directory.ts',
		anchor: /(?<=usesFilters = )list\.isPaged && /,
		code: '',
		note: 'Look-ups: a list without pages is asked by filters',
	},
	{
		file: 'nodes/shared/http/request.ts',
		anchor: / \|\| method === 'PUT'/,
		code: '',
		note: 'Writes: an update whose response was lost is not sent again',
	},
	{
		file: 'nodes/shared/polling/pollMemory.ts',
		anchor: / \|\| error\.kind === 'unreachable'/,
		code: '',
		note: 'Triggers: a service that cannot be reached stops the activation',
	},
	{
		file: 'nodes/Computer/operations/getMany.ts',
		anchor: /(?<=maxRows = isFiltered \? )Infinity/,
		code: 'limit',
		note: 'Computer › Get Many: Not Configured Only loses rows beside a Limit',
	},
	{
		file: 'nodes/shared/engine/runWrite.ts',
		anchor: /isDryRun \? 'shown' : (?='logged')/,
		code: '',
		note: 'A quick dry run shows no hint',
	},
	{
		file: 'nodes/Alert/searchRequest.ts',
		anchor: /(?<=addNote\(text), 'info'/,
		code: '',
		note: 'Alerts: the search that was sent is shown as a warning',
	},
	{
		file: 'nodes/shared/engine/runRead.ts',
		anchor: /(?<=omittedFields\.length )>/,
		code: '<',
		note: 'Export: a table that lost columns says that nothing is missing',
	},
	{
		file: 'nodes/editor/listSearch.ts',
		anchor: /(?<=RETRY_POLICY: .*maxWaitMs: )\d+/,
		code: '50_000',
		note: 'Pickers: a picker waits for up to 50 seconds',
	},
];
