import { get, id, named, type Case } from './case';

export const alertProfile: readonly Case[] = [
	{
		operation: 'alertProfile.get',
		name: 'one by its id',
		parameters: { profile_id: id(902) },
		requests: [get('/alerts/profile')],
		output: [{ profile_id: 902 }],
		refused: {
			parameters: { profile_id: named('None') },
			says: /^Not found: the service lists no alert profile named "None"\./,
		},
	},
	{
		operation: 'alertProfile.getAll',
		name: 'all profiles',
		parameters: { returnAll: true },
		requests: [get('/alerts/profile')],
		output: [{ profile_id: 901 }, { profile_id: 902 }, { profile_id: 903 }, { profile_id: 904 }],
	},
];
