/** The parameters of a new parser rule, of which only what is required is set. */
export const bareRule = {
	log_type_id: 5,
	rule_name: 'Rule',
	regex: '',
	mappings: {},
	options: {},
} as const;

