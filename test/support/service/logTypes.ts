import { missing } from './refusal';
import { fail, workThrough, type Call, type Handler } from './state';
import type { ParserRule } from './world';

const isCustom = ({ origin }: { origin: string }) => origin === 'custom';

const required = ({ state, body }: Call): void => {
	if (state.switches.ruleRequires === 'nothing') return;
	const absent = ['rule_name', 'method'].filter((name) => !Object.hasOwn(body as object, name));
	if (absent.length > 0) throw missing(absent);
};

/** Create log type: POST /api/v2/log-type */
export const createLogType: Handler = (call) => {
	const { log_type_display_name: name, type } = call.body as {
		log_type_display_name: string;
		type: string;
	};
	const { logTypes } = call.state.world;
	for (const known of logTypes.values()) {
		if (known.log_type_display_name === name) fail(call, `log type ${name} exists`);
	}
	const id = call.state.world.nextId('logType');
	logTypes.set(id, {
		log_type_id: id,
		log_type_display_name: name,
		log_type_name: name.toLowerCase().replaceAll(' ', '_'),
		origin: 'custom',
		type,
	});
	return { body: { data: { log_type_id: id } } };
};

/** Get log types: GET /api/v2/log-type */
export const getLogTypes: Handler = ({ state }) => ({
	body: { data: { types: [...state.world.logTypes.values()] } },
});

const customRulesOf = ({ state }: Call, logTypeId: number): ParserRule[] =>
	[...state.world.rules.values()].filter(
		(rule) => rule.log_type_id === logTypeId && isCustom(rule),
	);

const removeRules = (call: Call, rules: readonly ParserRule[]): void => {
	const isHeld = ({ referenced }: ParserRule) => referenced;
	workThrough(call, rules, isHeld, ({ rule_id }) => call.state.world.rules.delete(rule_id));
};

/** Delete log type: DELETE /api/v2/log-type */
export const deleteLogType: Handler = (call) => {
	const { logTypes } = call.state.world;
	const id = Number(call.query['log_type_id']);
	const type = logTypes.get(id) ?? fail(call, `no log type ${id}`);
	removeRules(call, customRulesOf(call, type.log_type_id));
	if (isCustom(type)) logTypes.delete(type.log_type_id);
	return { body: { data: { title: 'success' } } };
};

const blankRule = {
	rule_name: '',
	method: 'regex',
	regex: '',
	delimiter: '',
	fields: [],
	apply_when: '',
	sample_log: '',
};

/** Create parser rule: POST /api/v2/log-type/parser */
export const createParserRule: Handler = (call) => {
	const rule = call.body as Partial<ParserRule> & { log_type_id: number };
	required(call);
	const { world } = call.state;
	if (!world.logTypes.has(rule.log_type_id)) fail(call, `no log type ${rule.log_type_id}`);
	const id = world.nextId('rule');
	world.rules.set(id, {
		...blankRule,
		...rule,
		rule_id: id,
		origin: 'custom',
		referenced: false,
	});
	return { body: { data: { rule_id: id } } };
};

/** Update parser rule: PUT /api/v2/log-type/parser */
export const updateParserRule: Handler = (call) => {
	const change = call.body as Partial<ParserRule> & { rule_id: number };
	required(call);
	const { rules } = call.state.world;
	const rule = rules.get(change.rule_id) ?? fail(call, `no rule ${change.rule_id}`);
	if (!isCustom(rule)) fail(call, `rule ${rule.rule_id} is predefined`);
	const { rule_id, log_type_id, origin, referenced } = rule;
	rules.set(
		rule_id,
		call.state.switches.ruleUpdate === 'merges'
			? { ...rule, ...change }
			: { ...blankRule, ...change, rule_id, log_type_id, origin, referenced },
	);
	return { body: { data: { rule_id: rule.rule_id } } };
};

/** Get parser rules: GET /api/v2/log-type/parser */
export const getParserRules: Handler = (call) => {
	const id = Number(call.query['log_type_id']);
	if (!call.state.world.logTypes.has(id)) fail(call, `no log type ${id}`);
	return {
		body: {
			data: {
				rules: customRulesOf(call, id).map((rule) => ({
					rule_id: rule.rule_id,
					method: rule.method,
					rule_name: rule.rule_name,
					origin: rule.origin,
					regex: rule.regex,
					apply_when: rule.apply_when,
				})),
			},
		},
	};
};

/** Delete parser rule: DELETE /api/v2/log-type/parser */
export const deleteParserRule: Handler = (call) => {
	const id = Number(call.query['rule_id']);
	const rule = call.state.world.rules.get(id) ?? fail(call, `no rule ${id}`);
	if (!isCustom(rule)) fail(call, `rule ${rule.rule_id} is predefined`);
	removeRules(call, [rule]);
	return { body: { data: { title: 'success' } } };
};
