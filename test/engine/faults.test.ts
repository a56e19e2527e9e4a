import { describe, jest } from '@jest/globals';
import type * as workflow from 'n8n-workflow';

import type * as judging from '../support/hostile/describeFaults';
import type * as quickSleep from '../support/hostile/quickSleep';
import type * as stage from '../support/hostile/scenes';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<typeof workflow>('n8n-workflow'),
	sleep: jest.requireActual<typeof quickSleep>('../support/hostile/quickSleep').sleep,
}));

// What runs nodes is loaded after the waits are made short.
const { describeFaults } = jest.requireActual<typeof judging>('../support/hostile/describeFaults');
const { scenes } = jest.requireActual<typeof stage>('../support/hostile/scenes');

/** A read and a write of several items a request; `npm run test:long` runs every operation. */
const SAMPLES = ['alert.getAll', 'logSource.add'];

describe('a read and a write under every fault', () => {
	describeFaults(scenes.filter(({ name }) => SAMPLES.includes(name)));
});
