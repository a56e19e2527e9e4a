import { LOG_TYPES, PARSER_RULES } from '../../contract/lists';
import { logTypePicker } from '../../editor/pickers';
import { defineGetMany } from '../../shared/operation/listReads';
import { listPages, readWholeList, requireId } from '../../shared/pagination/list';
import { mapUncountedRows, type RowPages, type ServiceAccess } from '../../shared/pagination/pages';

/** Get parser rules: GET /api/v2/log-type/parser */
export const getMany = defineGetMany({
	description: 'List custom parser rules with their patterns',
	list: PARSER_RULES,
	fields: [
		{
			displayName: 'Log Types',
			name: 'logTypes',
			type: 'options',
			options: [
				{ name: 'All Log Types', value: 'all', description: 'Every log type, one by one' },
				{ name: 'One Log Type', value: 'one', description: 'The log type chosen below' },
			],
			default: 'one',
			description:
				'The log types whose rules to list. The node sends one request for each log type.',
		},
		{
			...logTypePicker('The log type to list the rules of'),
			displayOptions: { show: { logTypes: ['one'] } },
		},
	],
	rows: (service, { logTypes, log_type_id }, _runStart, maxRows) =>
		logTypes === 'all'
			? rulePages(service)
			: listPages(service, PARSER_RULES, { log_type_id }, maxRows),
});

/** Reads the custom rules of every log type, with the log type in each row. */
async function* rulePages(service: ServiceAccess): RowPages {
	for (const logType of await readWholeList(service, LOG_TYPES)) {
		const { log_type_id, log_type_display_name } = logType;
		const pages = listPages(service, PARSER_RULES, { log_type_id: requireId(LOG_TYPES, logType) });
		// The count of one log type is not the count of all.
		yield* mapUncountedRows(pages, (rules) =>
			rules.map((rule) => ({ ...rule, log_type_id, log_type_display_name })),
		);
	}
}
