import { FILTERS } from '../Alert/filters';
import { SIMPLIFY } from '../shared/operation/listFields';
import { defineFields } from '../shared/operation/operation';
import type { Values } from '../shared/operation/values';
import { REDELIVER } from '../shared/polling/deliveries';

export const FIRST_FETCH_MINUTES = 10;
export const LOOK_BACK_MINUTES = 5;
export const MOST_ALERTS = 5000;
export const REACTIVATION = 'everything';
export const REACTIVATION_HOURS = 24;

/** What the user sets; the filters are those of Get Many. */
export const FIELDS = defineFields([
	{
		displayName: 'Output',
		name: 'output',
		type: 'options',
		options: [
			{ name: 'One Item per Alert', value: 'items', description: 'Each alert is an item' },
			{
				name: 'One Item per Poll',
				value: 'batch',
				description: 'All alerts of a poll are in one item, as a list',
			},
		],
		default: 'items',
		description: 'How the alerts of a poll are put into items',
	},
	SIMPLIFY,
	...FILTERS,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [
			{
				displayName: 'First Fetch (Minutes)',
				name: 'firstFetch',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 43_200 },
				default: FIRST_FETCH_MINUTES,
				description:
					'How many minutes back the first poll looks. Two poll intervals are looked back at least, whatever is set.',
			},
			{
				displayName: 'Look Back (Minutes)',
				name: 'lookBack',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 1440 },
				default: LOOK_BACK_MINUTES,
				description:
					'How many minutes every poll looks back for alerts that reach the service late. Each is emitted once all the same.',
			},
			{
				displayName: 'Max Alerts per Poll',
				name: 'maxAlerts',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 50_000 },
				default: MOST_ALERTS,
				description:
					'How many alerts a poll emits at most, the oldest first. The others wait for the next poll.',
			},
			{
				displayName: 'Reactivation',
				name: 'reactivation',
				type: 'options',
				options: [
					{
						name: 'Everything Since',
						value: 'everything',
						description: 'All alerts since the trigger last read, the oldest first',
					},
					{
						name: 'From Now',
						value: 'now',
						description: 'Only alerts that happen from now on',
					},
					{
						name: 'Last Hours',
						value: 'lastHours',
						description: 'Alerts of the last hours, as many as Reactivation Hours says',
					},
				],
				default: REACTIVATION,
				description:
					'Which alerts to emit when the trigger starts after it was off for more than an hour and two poll intervals',
			},
			{
				displayName: 'Reactivation Hours',
				name: 'reactivationHours',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 8760 },
				default: REACTIVATION_HOURS,
				description:
					'How many hours back to begin after a time off, where Reactivation is Last Hours',
			},
			REDELIVER,
		],
	},
]);

export type Settings = Values<typeof FIELDS>;
