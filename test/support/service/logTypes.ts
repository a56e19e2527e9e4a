import { z } from 'zod';

import { defineEndpoint, type Call } from './endpoint';
import { newLogType, type LogType } from './records';
import { fail } from './refusal';
import { flag, ID, name, text } from './schema';
import type { ParserRule } from './world';

const isCustom = ({ origin }: { origin: string }) => origin === 'custom';

const typeOf = (call: Call, id: number): LogType =>
	call.state.world.logTypes.get(id) ?? fail(`no log type ${id}`);

const customRule = (call: Call, id: number): ParserRule => {
	const rule = call.state.world.rules.get(id) ?? fail(`no rule ${id}`);
	return isCustom(rule) ? rule : fail(`rule ${rule.rule_id} is predefined`);
};

const customRulesOf = ({ state }: Call, { log_type_id }: LogType): ParserRule[] =>
	[...state.world.rules.values()].filter(
		(rule) => rule.log_type_id === log_type_id && isCustom(rule),
	);

const removeRules = (call: Call, rules: readonly ParserRule[]): void => {
	if (rules.some(({ referenced }) => referenced)) fail('a rule is referenced');
	for (const { rule_id } of rules) call.state.world.rules.delete(rule_id);
};

export const createLogType = defineEndpoint({
	endpoint: ['Create log type', 'POST', '/log-type', 'logformats.CREATE'],
	body: z.strictObject({ log_type_display_name: name, type: name }),
	answer: (call) => {
		const { log_type_display_name, type } = call.body;
		const { logTypes, nextId } = call.state.world;
		for (const known of logTypes.values()) {
			if (known.log_type_display_name === log_type_display_name) fail('the log type exists');
		}
		const log_type_id = nextId('logType');
		logTypes.set(log_type_id, newLogType(log_type_id, log_type_display_name, type));
		return { data: { log_type_id } };
	},
});

export const getLogTypes = defineEndpoint({
	endpoint: ['Get log types', 'GET', '/log-type', 'logformats.READ'],
	answer: ({ state }) => ({ data: { types: [...state.world.logTypes.values()] } }),
});

/** For a predefined log type, the endpoint deletes only the custom rules. */
export const deleteLogType = defineEndpoint({
	endpoint: ['Delete log type', 'DELETE', '/log-type', 'logformats.DELETE'],
	query: z.strictObject({ log_type_id: ID }),
	answer: (call) => {
		const type = typeOf(call, call.query.log_type_id);
		removeRules(call, customRulesOf(call, type));
		if (isCustom(type)) call.state.world.logTypes.delete(type.log_type_id);
		return { data: { title: 'success' } };
	},
});

/** The fields of a rule; a missing field gets the default here, even in an update. */
const ruleFields = {
	rule_name: name.default('Unnamed'),
	method: name.default('regex'),
	regex: text.default(''),
	delimiter: text.default(''),
	apply_when: text.default(''),
	sample_log: text.default(''),
	fields: z
		.array(
			z
				.strictObject({
					...{ display_name: text, value: text, path: text },
					...{ is_open_attribute: flag, group_number: z.number() },
				})
				.partial(),
		)
		.default([]),
};

export const createParserRule = defineEndpoint({
	endpoint: ['Create parser rule', 'POST', '/log-type/parser', 'logformats.CREATE'],
	body: z.strictObject({ log_type_id: ID, ...ruleFields }),
	answer: (call) => {
		typeOf(call, call.body.log_type_id);
		const rule_id = call.state.world.nextId('rule');
		const defaults = { origin: 'custom', referenced: false };
		call.state.world.rules.set(rule_id, { rule_id, ...call.body, ...defaults });
		return { data: { rule_id } };
	},
});

/** The endpoint replaces the whole rule. */
export const updateParserRule = defineEndpoint({
	endpoint: ['Update parser rule', 'PUT', '/log-type/parser', 'logformats.UPDATE'],
	body: z.strictObject({ rule_id: ID, ...ruleFields }),
	answer: (call) => {
		const rule = customRule(call, call.body.rule_id);
		Object.assign(rule, call.body);
		return { data: { rule_id: rule.rule_id } };
	},
});

export const getParserRules = defineEndpoint({
	endpoint: ['Get parser rules', 'GET', '/log-type/parser', 'logformats.READ'],
	query: z.strictObject({ log_type_id: ID }),
	answer: (call) => {
		const rules = customRulesOf(call, typeOf(call, call.query.log_type_id));
		const records = rules.map(({ rule_id, method, rule_name, origin, regex, apply_when }) => ({
			...{ rule_id, method, rule_name, origin, regex, apply_when },
		}));
		return { data: { rules: records } };
	},
});

export const deleteParserRule = defineEndpoint({
	endpoint: ['Delete parser rule', 'DELETE', '/log-type/parser', 'logformats.DELETE'],
	query: z.strictObject({ rule_id: ID }),
	answer: (call) => {
		removeRules(call, [customRule(call, call.query.rule_id)]);
		return { data: { title: 'success' } };
	},
});
