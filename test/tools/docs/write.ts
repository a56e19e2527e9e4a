import { writeFileSync } from 'node:fs';

import { README, readme, refreshed } from './readme';

writeFileSync(README, refreshed(readme()));
