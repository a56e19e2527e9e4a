/** The parameters of a new parser rule, of which only what is required is set. */
export const bareRule = {
	log_type_id: 5,
	rule_name: 'Rule',
	regex: '',
	mappings: {},
	options: {},
} as const;

/** Two rules as a log type lists them. */
export const listedRules = [
	{ rule_id: 1, rule_name: 'One', method: 'regex', regex: 'a', apply_when: '', origin: 'custom' },
	{ rule_id: 2, rule_name: 'Two', method: 'regex', regex: 'b', apply_when: 'C' },
];
