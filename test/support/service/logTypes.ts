import { fail, type Call, type Handler } from './state';
import { newLogType, newParserRule, type LogType, type ParserRule } from './records';

type Rule = Partial<ParserRule>;

const isCustom = ({ origin }: { origin: string }) => origin === 'custom';

const typeOf = (call: Call, id: unknown): LogType =>
	call.state.world.logTypes.get(Number(id)) ?? fail(call, `no log type ${String(id)}`);

const customRule = (call: Call, id: unknown): ParserRule => {
	const rule = call.state.world.rules.get(Number(id)) ?? fail(call, `no rule ${String(id)}`);
	return isCustom(rule) ? rule : fail(call, `rule ${rule.rule_id} is predefined`);
};

const customRulesOf = ({ state }: Call, { log_type_id }: LogType): ParserRule[] =>
	[...state.world.rules.values()].filter(
		(rule) => rule.log_type_id === log_type_id && isCustom(rule),
	);

const removeRules = (call: Call, rules: readonly ParserRule[]): void => {
	if (rules.some(({ referenced }) => referenced)) fail(call, 'a rule is referenced');
	for (const { rule_id } of rules) call.state.world.rules.delete(rule_id);
};

/** Create log type: POST /api/v2/log-type */
export const createLogType: Handler<{ log_type_display_name: string; type: string }> = (call) => {
	const { log_type_display_name, type } = call.body;
	const { logTypes, nextId } = call.state.world;
	for (const known of logTypes.values()) {
		if (known.log_type_display_name === log_type_display_name) fail(call, 'the log type exists');
	}
	const log_type_id = nextId('logType');
	logTypes.set(log_type_id, newLogType(log_type_id, log_type_display_name, type));
	return { data: { log_type_id } };
};

/** Get log types: GET /api/v2/log-type */
export const getLogTypes: Handler = ({ state }) => ({
	data: { types: [...state.world.logTypes.values()] },
});

/** Delete log type: DELETE /api/v2/log-type. Of a predefined one only the custom rules go. */
export const deleteLogType: Handler = (call) => {
	const type = typeOf(call, call.query['log_type_id']);
	removeRules(call, customRulesOf(call, type));
	if (isCustom(type)) call.state.world.logTypes.delete(type.log_type_id);
	return { data: { title: 'success' } };
};

/** Create parser rule: POST /api/v2/log-type/parser */
export const createParserRule: Handler<Rule> = (call) => {
	const { log_type_id } = typeOf(call, call.body.log_type_id);
	const rule_id = call.state.world.nextId('rule');
	call.state.world.rules.set(rule_id, { ...newParserRule(rule_id, log_type_id), ...call.body });
	return { data: { rule_id } };
};

/** Update parser rule: PUT /api/v2/log-type/parser. It replaces the rule: a whole one is right. */
export const updateParserRule: Handler<Rule> = (call) => {
	const { rule_id, log_type_id, referenced } = customRule(call, call.body.rule_id);
	const rule = { ...newParserRule(rule_id, log_type_id), ...call.body, referenced };
	call.state.world.rules.set(rule_id, rule);
	return { data: { rule_id } };
};

/** Get parser rules: GET /api/v2/log-type/parser */
export const getParserRules: Handler = (call) => {
	const rules = customRulesOf(call, typeOf(call, call.query['log_type_id']));
	const shown = rules.map(({ rule_id, method, rule_name, origin, regex, apply_when }) => ({
		...{ rule_id, method, rule_name, origin, regex, apply_when },
	}));
	return { data: { rules: shown } };
};

/** Delete parser rule: DELETE /api/v2/log-type/parser */
export const deleteParserRule: Handler = (call) => {
	removeRules(call, [customRule(call, call.query['rule_id'])]);
	return { data: { title: 'success' } };
};
