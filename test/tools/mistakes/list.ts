/** A change of one line of a source that a test must notice. */
export interface Mistake {
	/** The path of the source. */
	file: string;
	/** A text that the source contains once. */
	from: string;
	to: string;
	/** The effect on the user. */
	note: string;
}

/** Mistakes in wiring, which the tool plants one at a time. */
export const mistakes: readonly Mistake[] = [
	{
		file: 'nodes/HealthTrigger/watches.ts',
		from: 'silentAfter: agentSilentAfter * 60',
		to: 'silentAfter: DEFAULT_AGENT_SILENT_MINUTES * 60',
		note: 'Health Trigger: Agent Silent After is ignored',
	},
	{
		file: 'nodes/HealthTrigger/HealthTrigger.node.ts',
		from: 'polling: true,',
		to: '',
		note: 'Health Trigger: it is not polled',
	},
	{
		file: 'nodes/Agent/operations/getMany.ts',
		from: "'last_sync_time', filters.silentForHours",
		to: "'version', filters.silentForHours",
		note: 'Agent › Get Many: Silent for Hours reads another column',
	},
	{
		file: 'nodes/LogSource/operations/getMany.ts',
		from: "'last_event_time', filters.silentForHours",
		to: "'last_event_time', undefined",
		note: 'Log Source › Get Many: Silent for Hours is not passed on',
	},
	{
		file: 'nodes/Alert/operations/count.ts',
		from: "groupsOf('status', STATUSES, status)",
		to: "groupsOf('severity', SEVERITIES, severity)",
		note: 'Alert › Count: groups by status count severities',
	},
	{
		file: 'nodes/Alert/operations/getBulkPage.ts',
		from: 'alertView(options)',
		to: 'alertView({})',
		note: 'Alert › Get Bulk Page: Output is ignored in one item',
	},
	{
		file: 'nodes/Alert/times.ts',
		from: '(new Date(now), zone)',
		to: "(new Date(now), 'utc')",
		note: 'Alert: Today is a day of UTC',
	},
	{
		file: 'nodes/shared/engine/writeReport.ts',
		from: '{ itemIndex: first.index }',
		to: '{ itemIndex: 0 }',
		note: 'Writes: the error of an item is reported at the first one',
	},
	{
		file: 'nodes/shared/engine/readWriteItems.ts',
		from: 'allOptions.some(({ ifSomeFail })',
		to: 'allOptions.slice(0, 1).some(({ ifSomeFail })',
		note: 'Writes: If Refused is read at the first item',
	},
	{
		file: 'nodes/shared/engine/readWriteItems.ts',
		from: 'allOptions.some(({ returnIds })',
		to: 'allOptions.slice(0, 1).some(({ returnIds })',
		note: 'Writes: Return IDs is read at the first item',
	},
	{
		file: 'nodes/Agent/operations/update.ts',
		from: '({ id: agent_id, name: agent_name })',
		to: '({ id: agent_id, name: asText(agent_id) })',
		note: 'Agent › Update: a name is looked for as an ID',
	},
	{
		file: 'nodes/LogSource/operations/get.ts',
		from: 'within: domain_name === undefined ? {} : { domain_name }',
		to: 'within: {}',
		note: 'Log Source › Get: Domain is ignored',
	},
	{
		file: 'nodes/editor/testConnection.ts',
		from: '...(ignoreSslIssues && { rejectUnauthorized: false })',
		to: 'rejectUnauthorized: false',
		note: 'Credential: its test accepts any certificate',
	},
	{
		file: 'nodes/shared/operation/nodeProperties.ts',
		from: 'typeOptions: { needsValue: true },\n\tdefault: true',
		to: 'typeOptions: { needsValue: true },\n\tdefault: false',
		note: 'Dry Run is off when it is added',
	},
	{
		file: 'nodes/Alert/operations/getBulkPage.ts',
		from: '{ ...MAX_WAIT_FIELD, default: DEFAULT_WAIT_SECONDS }',
		to: 'MAX_WAIT',
		note: 'Alert › Get Bulk Page: Max Wait is 600 seconds when it is added',
	},
	{
		file: 'nodes/shared/operation/listFields.ts',
		from: "show: { output: ['selectedFields'] }",
		to: "show: { output: ['fields'] }",
		note: 'Fields is never shown with Selected Fields',
	},
	{
		file: 'nodes/LogSource/operations/get.ts',
		from: 'outputOptions(LOG_SOURCES.selectableFields)',
		to: 'outputOptions(LOG_SOURCES.simplifiedFields)',
		note: 'Log Source › Get offers fewer columns than Get Many',
	},
	{
		file: 'nodes/ParserRule/operations/upsert.ts',
		from: '({ name: rule_name, within: { log_type_id } })',
		to: '({ name: rule_name })',
		note: 'Parser Rule › Create or Update: a rule is looked up without its log type',
	},
	{
		file: 'nodes/shared/records/directory.ts',
		from: 'this.usesFilters = list.isPaged && !mayBeNew',
		to: 'this.usesFilters = !mayBeNew',
		note: 'Look-ups: a list without pages is asked by filters',
	},
	{
		file: 'nodes/shared/http/request.ts',
		from: " || method === 'PUT'",
		to: '',
		note: 'Writes: an update whose response was lost is not sent again',
	},
	{
		file: 'nodes/shared/polling/pollMemory.ts',
		from: " || error.kind === 'unreachable'",
		to: '',
		note: 'Triggers: a service that cannot be reached stops the activation',
	},
	{
		file: 'nodes/Computer/operations/getMany.ts',
		from: '[await readConfigured(service, domainRequest), Infinity]',
		to: '[await readConfigured(service, domainRequest), limit]',
		note: 'Computer › Get Many: Not Configured Only loses rows beside a Limit',
	},
	{
		file: 'nodes/shared/engine/runWrite.ts',
		from: "isDryRun ? 'shown' : 'logged'",
		to: "'logged'",
		note: 'A quick dry run shows no hint',
	},
	{
		file: 'nodes/Alert/searchRequest.ts',
		from: "addNote(text, 'info')",
		to: 'addNote(text)',
		note: 'Alerts: the search that was sent is shown as a warning',
	},
	{
		file: 'nodes/shared/engine/runRead.ts',
		from: 'omittedFields.length > 0 ? [omittedFieldsText(omittedFields)] : []',
		to: 'omittedFields.length < 0 ? [omittedFieldsText(omittedFields)] : []',
		note: 'Export: a table that lost columns says that nothing is missing',
	},
	{
		file: 'nodes/editor/listSearch.ts',
		from: 'attempts: 2, maxWaitMs: 5000',
		to: 'attempts: 2, maxWaitMs: 50_000',
		note: 'Pickers: a picker waits for up to 50 seconds',
	},
];
