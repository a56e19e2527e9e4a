import { expect, it } from '@jest/globals';

import { paceText } from '../../../../nodes/shared/engine/progress';
import type { ApiClient } from '../../../../nodes/shared/http/client';

it.each([
	[120, '120 s'],
	[121, '2 minutes'],
])('the expected time of %i seconds is %s', (seconds, time) => {
	const client = { expectedWait: () => seconds * 1000 } as unknown as ApiClient;
	expect(paceText(client, 2)).toMatch(new RegExp(`^at least ${time} because`));
});
