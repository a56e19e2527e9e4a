import { describe } from '@jest/globals';

import '../support/hostile/quickWaits';
import { describeFaults } from '../support/hostile/describeFaults';

/** A read and a write of several items a request; `npm run test:long` runs every kind. */
const SAMPLES = ['alert.getAll', 'logSource.add'];

describe('a read and a write under every fault', () => describeFaults(SAMPLES));
