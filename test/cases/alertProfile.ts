import type { Case } from './case';

export const alertProfile: readonly Case[] = [
	{
		operation: 'alertProfile.getAll',
		name: 'all profiles',
		parameters: { returnAll: true },
		requests: [{ method: 'GET', path: '/alerts/profile' }],
		output: [{ profile_id: 901 }, { profile_id: 902 }, { profile_id: 903 }, { profile_id: 904 }],
	},
];
