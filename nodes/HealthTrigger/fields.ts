import { LOG_SOURCE_TYPES } from '../contract/logSourceTypes';
import { domainPicker, groupPicker } from '../editor/pickers';
import { filterCollection, optionCollection } from '../shared/operation/operation';
import { defineFields, type Values } from '../shared/parameters/values';

export const FIELDS = defineFields([
	{
		displayName: 'Log Source Changes',
		name: 'logSourceChanges',
		type: 'multiOptions',
		options: [
			{ name: 'Appeared', value: 'appeared', description: 'It is listed for the first time' },
			{ name: 'Came Back', value: 'back', description: 'It sends events again' },
			{ name: 'Collection Status Changed', value: 'collection_status' },
			{ name: 'Collector State Changed', value: 'collector_state' },
			{ name: 'Disappeared', value: 'disappeared', description: 'It is no longer listed' },
			{ name: 'Went Silent', value: 'silent', description: 'It sent no event for too long' },
		],
		default: ['silent', 'back'],
		description: 'Which changes of log sources start the workflow',
	},
	{
		displayName: 'Agent Changes',
		name: 'agentChanges',
		type: 'multiOptions',
		options: [
			{ name: 'Appeared', value: 'appeared', description: 'It is listed for the first time' },
			{ name: 'Came Back', value: 'back', description: 'It synchronizes again' },
			{ name: 'Disappeared', value: 'disappeared', description: 'It is no longer listed' },
			{ name: 'Status Changed', value: 'status', description: 'Its status changed' },
			{ name: 'Went Silent', value: 'silent', description: 'It did not sync for too long' },
		],
		default: [],
		description:
			'Which changes of agents start the workflow. If none is chosen, agents are not read, and the access token needs no scope for them.',
	},
	{
		displayName: 'Silent After (Minutes)',
		name: 'silentAfter',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20_160 },
		default: 60,
		description:
			'The number of minutes without an event after which a log source is silent, or without a sync for an agent',
	},
	{
		...filterCollection([
			domainPicker('The domain of the log sources'),
			groupPicker('The group of the log sources'),
			{
				displayName: 'Log Source Types',
				name: 'types',
				type: 'multiOptions',
				options: [...LOG_SOURCE_TYPES, { name: 'Windows', value: 'Windows' }],
				default: [],
				description: 'The types of the log sources',
			},
		]),
		description: 'Which log sources to watch; agents are not filtered',
	},
	optionCollection([
		{
			displayName: 'First Poll',
			name: 'firstPoll',
			type: 'options',
			options: [
				{ name: 'Baseline', value: 'baseline', description: 'Only later changes are reported' },
				{
					name: 'Report Current State',
					value: 'report',
					description:
						'Also reports what is already silent or in a bad state, if that change is chosen',
				},
			],
			default: 'baseline',
			description:
				'What the first poll reports. After a change of the filters, the next poll is a first poll again.',
		},
	]),
]);

export type Settings = Values<typeof FIELDS>;
