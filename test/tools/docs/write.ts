import { writeFileSync } from 'node:fs';

import { generatedPages, pathOf, refreshed, textOf } from './generatedPages';

for (const page of generatedPages) writeFileSync(pathOf(page), refreshed(page, textOf(page)));
