import { expect, it } from '@jest/globals';

import { add } from '../../../../nodes/Agent/operations/add';

it('an agent is not added with a password of more than 1,000 characters', () => {
	const payload = (length: number) =>
		add.payload({
			device_name: 'WEB01',
			domain_name: 'corp.example.com',
			credentials: { user_name: 'agent', password: 'x'.repeat(length) },
			options: {},
		});
	expect(payload(1000)).toMatchObject({ device_name: 'WEB01' });
	expect(() => payload(1001)).toThrow('Password has 1001 characters');
});
