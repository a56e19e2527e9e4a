import { logTypePicker } from '../../editor/pickers';
import { PARSER_RULES } from '../../lists/lists';
import { defineGetMany } from '../../shared/operation/listReads';
import { listPages } from '../../shared/pagination/list';
import { rulePages } from '../ruleRecords';

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
