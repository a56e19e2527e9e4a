/** A change of one line of a source that a test must notice. */
export interface Mistake {
	/** The path of the source. */
	file: string;
	/** A text that stands once in it. */
	from: string;
	to: string;
	/** What goes wrong for the user. */
	note: string;
}

/** Mistakes in wiring; each is planted alone. */
export const mistakes: readonly Mistake[] = [
	{
		file: 'nodes/HealthTrigger/watches.ts',
		from: 'silentAfter: outOfTouchAfter * 60',
		to: 'silentAfter: OUT_OF_TOUCH_MINUTES * 60',
		note: 'Health Trigger: Out of Touch After is ignored',
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
		from: "groupsOf('status', STATUS, status)",
		to: "groupsOf('severity', SEVERITY, severity)",
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
		from: '.setZone(zone)',
		to: ".setZone('utc')",
		note: 'Alert: Today is a day of UTC',
	},
	{
		file: 'nodes/shared/engine/writeReport.ts',
		from: '{ itemIndex: first.index }',
		to: '{ itemIndex: 0 }',
		note: 'Writes: the error of an item is reported at the first one',
	},
	{
		file: 'nodes/shared/engine/readItems.ts',
		from: 'set.some(({ ifRefused })',
		to: 'set.slice(0, 1).some(({ ifRefused })',
		note: 'Writes: If Refused is read at the first item',
	},
	{
		file: 'nodes/shared/engine/readItems.ts',
		from: 'set.some(({ returnIds })',
		to: 'set.slice(0, 1).some(({ returnIds })',
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
		file: 'nodes/lists/testConnection.ts',
		from: '...(ignoreSslIssues && { rejectUnauthorized: false })',
		to: 'rejectUnauthorized: false',
		note: 'Credential: its test accepts any certificate',
	},
];
