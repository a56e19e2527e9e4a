import { defineEndpoint, fail, type Call } from './endpoint';
import { newLogType, newParserRule, type LogType, type ParserRule } from './records';
import { flag, ID, list, name, number, object, optional, texts } from './schema';

const isCustom = ({ origin }: { origin: string }) => origin === 'custom';

const typeOf = (call: Call, id: number): LogType =>
	call.state.world.logTypes.get(id) ?? fail(call, `no log type ${id}`);

const customRule = (call: Call, id: number): ParserRule => {
	const rule = call.state.world.rules.get(id) ?? fail(call, `no rule ${id}`);
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

export const createLogType = defineEndpoint({
	endpoint: ['Create log type', 'POST', '/log-type', 'logformats.CREATE'],
	body: object({ log_type_display_name: name, type: name }),
	answer: (call) => {
		const { log_type_display_name, type } = call.body;
		const { logTypes, nextId } = call.state.world;
		for (const known of logTypes.values()) {
			if (known.log_type_display_name === log_type_display_name) fail(call, 'the log type exists');
		}
		const log_type_id = nextId('logType');
		logTypes.set(log_type_id, newLogType(log_type_id, log_type_display_name, type));
		return { data: { log_type_id } };
	},
});

export const getLogTypes = defineEndpoint({
	endpoint: ['Get log types', 'GET', '/log-type', 'logformats.READ'],
	answer: ({ state }) => ({
		data: { types: [...state.world.logTypes.values()] },
	}),
});

/** Of a predefined log type only the custom rules go. */
export const deleteLogType = defineEndpoint({
	endpoint: ['Delete log type', 'DELETE', '/log-type', 'logformats.DELETE'],
	query: object({ log_type_id: ID }),
	answer: (call) => {
		const type = typeOf(call, call.query.log_type_id);
		removeRules(call, customRulesOf(call, type));
		if (isCustom(type)) call.state.world.logTypes.delete(type.log_type_id);
		return { data: { title: 'success' } };
	},
});

const ruleFields = {
	rule_name: name,
	method: name,
	...texts('regex, delimiter, apply_when, sample_log'),
	fields: list(
		optional({
			...texts('display_name, value, path'),
			is_open_attribute: flag,
			group_number: number(),
		}),
	),
};

export const createParserRule = defineEndpoint({
	endpoint: ['Create parser rule', 'POST', '/log-type/parser', 'logformats.CREATE'],
	body: object({ log_type_id: ID }, ruleFields),
	answer: (call) => {
		const { log_type_id } = typeOf(call, call.body.log_type_id);
		const rule_id = call.state.world.nextId('rule');
		call.state.world.rules.set(rule_id, { ...newParserRule(rule_id, log_type_id), ...call.body });
		return { data: { rule_id } };
	},
});

/** It replaces the rule: a whole one is right. */
export const updateParserRule = defineEndpoint({
	endpoint: ['Update parser rule', 'PUT', '/log-type/parser', 'logformats.UPDATE'],
	body: object({ rule_id: ID }, ruleFields),
	answer: (call) => {
		const { rule_id, log_type_id, referenced } = customRule(call, call.body.rule_id);
		const rule = { ...newParserRule(rule_id, log_type_id), ...call.body, referenced };
		call.state.world.rules.set(rule_id, rule);
		return { data: { rule_id } };
	},
});

export const getParserRules = defineEndpoint({
	endpoint: ['Get parser rules', 'GET', '/log-type/parser', 'logformats.READ'],
	query: object({ log_type_id: ID }),
	answer: (call) => {
		const rules = customRulesOf(call, typeOf(call, call.query.log_type_id));
		const shown = rules.map(({ rule_id, method, rule_name, origin, regex, apply_when }) => ({
			...{ rule_id, method, rule_name, origin, regex, apply_when },
		}));
		return { data: { rules: shown } };
	},
});

export const deleteParserRule = defineEndpoint({
	endpoint: ['Delete parser rule', 'DELETE', '/log-type/parser', 'logformats.DELETE'],
	query: object({ rule_id: ID }),
	answer: (call) => {
		removeRules(call, [customRule(call, call.query.rule_id)]);
		return { data: { title: 'success' } };
	},
});
