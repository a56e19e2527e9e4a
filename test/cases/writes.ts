import type { INodeParameters } from 'n8n-workflow';

import { CORP, id, named } from './case';

/** Parameters of a write whose response is lost. The list shows the change, or it does not. */
interface LostWrites {
	repeated?: INodeParameters;
	shown?: INodeParameters;
	/** A write that the list does not show, or shows only in part. */
	hidden?: INodeParameters;
	/** A new record that shares its name, but not all that identifies it, with one in the list. */
	half?: INodeParameters;
	/** The number of lists that the node reads before it sends the write. */
	readsBefore?: number;
}

export interface WriteCase<Lost extends LostWrites = LostWrites> {
	lost: Lost;
	/** Settings, the columns of names and IDs in a run, and those in a dry run if they differ. */
	columns: ReadonlyArray<readonly [settings: string, run: string, dry?: string]>;
}

export const RULE = { log_type_id: id(503), rule_name: 'Extra 0', regex: 'user=(?<user>\\S+)' };

/** Further settings, by the words of `columns`. */
export const SETTINGS: Readonly<Record<string, INodeParameters>> = {
	byId: { agent_id: id(1), log_source_id: id(1), log_type_id: id(1), rule_id: id(1) },
	listed: { log_source_id: { ...id(1), mode: 'list' } },
	byName: { agent_id: named('A'), log_source_id: named('A') },
	either: { log_source_id: '={{ $json.target }}' },
	noType: { rule_id: id(1), log_type_id: id('') },
	inDomain: { options: { domain_name: named(CORP) } },
	noIds: { options: { returnIds: false } },
	ids: { options: { returnIds: true } },
	orReturn: { ifExists: 'return' },
	orFail: { ifExists: 'fail' },
	orEither: { ifExists: '={{ $json.mode }}' },
};

const DEVICES = 'CORP-PC-02, CORP-PC-03, LAB-PC-02, CORP-PC-04, SHARED-01, CORP-PC-07';

/** Names to create, by field: of a good item, of a refused one, to respell, without options, of a twin, with a wrong option. */
export const NEW_NAMES: Readonly<Record<string, string>> = {
	device_name: DEVICES,
	log_source: DEVICES,
	log_type_display_name: 'New_1, Billing, NEW_2, New_3, syslog, New_4',
	rule_name: 'New 1, New 2, EXTRA 1, New 3, Twin, New 4',
};

/** Parameters that name a record. */
export const GIVEN_NAMES: INodeParameters = {
	...Object.fromEntries(Object.keys(NEW_NAMES).map((field) => [field, 'A'])),
	domain_name: named(CORP),
	options: {},
};

/** Another domain has a log source of this name. */
const IN_ANOTHER_DOMAIN = { log_source: 'LAB-PC-01', domain_name: named(CORP) };

type CreationCase = WriteCase<LostWrites & { half: INodeParameters }>;

/** The writes whose operation declares `newRecordFields`. */
export const CREATIONS: Readonly<Record<string, CreationCase>> = {
	'logSource.add': {
		lost: { shown: IN_ANOTHER_DOMAIN, half: IN_ANOTHER_DOMAIN },
		columns: [
			['', 'log_source domain_name'],
			['noIds', 'log_source domain_name'],
			['ids', 'log_source domain_name log_source_id'],
			['orReturn', 'log_source domain_name log_source_id'],
			['orEither', 'log_source domain_name log_source_id'],
		],
	},
	'logType.create': {
		lost: {
			shown: { log_type_display_name: 'New', type: 'syslog' },
			half: { log_type_display_name: 'Billing', type: 'csv' },
		},
		columns: [
			['orFail', 'log_type_display_name log_type_id', 'log_type_display_name'],
			['orReturn', 'log_type_display_name log_type_id'],
		],
	},
	'parserRule.upsert': {
		lost: {
			repeated: { ...RULE, rule_name: 'Invoice posted' },
			shown: RULE,
			half: { ...RULE, rule_name: 'sshd sign-ins' },
			readsBefore: 1,
		},
		columns: [['byId', 'rule_name rule_id log_type_id']],
	},
};

export const WRITES: Readonly<Record<string, WriteCase>> = {
	...CREATIONS,
	'agent.add': {
		lost: { hidden: { device_name: 'CORP-PC-02', domain_name: named(CORP) } },
		columns: [['', 'device_name domain_name']],
	},
	'agent.update': {
		lost: { repeated: { agent_id: id(301), updateFields: { log_level: '3' } } },
		columns: [
			['byId', 'agent_id', 'agent_name agent_id'],
			['byName', 'agent_name agent_id'],
		],
	},
	'logSource.delete': {
		lost: {
			shown: { log_source_id: id(1001) },
			hidden: { log_source_id: named('CORP-PC-01'), options: { domain_name: named('CORP') } },
		},
		columns: [
			['byId', 'log_source_id', 'log_source domain_name log_source_id'],
			['listed', 'log_source_id', 'log_source domain_name log_source_id'],
			['byName', 'log_source', 'log_source domain_name log_source_id'],
			['byName,inDomain', 'log_source domain_name', 'log_source domain_name log_source_id'],
			['byId,inDomain', 'log_source_id', 'log_source domain_name log_source_id'],
			['either,inDomain', 'log_source domain_name log_source_id'],
			['either', 'log_source log_source_id', 'log_source domain_name log_source_id'],
		],
	},
	'logSource.setEventSourceFiles': {
		lost: {
			repeated: { log_source_id: id(1001), source_files: ['Security'] },
		},
		columns: [['byId', 'log_source_id', 'log_source domain_name log_source_id']],
	},
	'logSource.update': {
		lost: { repeated: { log_source_id: id(1002), updateFields: { time_zone: 'UTC' } } },
		columns: [
			['byName', 'log_source domain_name log_source_id'],
			['either', 'log_source domain_name log_source_id'],
		],
	},
	'logType.delete': {
		lost: {
			shown: { log_type_id: id(504) },
			// A predefined log type stays.
			hidden: { log_type_id: id(501) },
			readsBefore: 1,
		},
		columns: [['byId', 'log_type_display_name log_type_id']],
	},
	'parserRule.create': {
		lost: { hidden: RULE },
		columns: [['byId', 'rule_name rule_id log_type_id', 'rule_name log_type_id']],
	},
	'parserRule.delete': {
		lost: { hidden: { log_type_id: id(502), rule_id: id(702) } },
		columns: [
			['noType', 'rule_id'],
			['byId', 'rule_id', 'rule_name rule_id'],
		],
	},
	'parserRule.update': {
		lost: { repeated: { ...RULE, rule_id: id(703) } },
		columns: [['noType', 'rule_name rule_id']],
	},
};
