import { describe } from '@jest/globals';

import '../support/hostile/quickWaits';
import { describeFaults } from '../support/hostile/describeFaults';
import { KINDS } from '../support/hostile/expectations';

describe('one operation of each kind under every fault', () => describeFaults(KINDS));
