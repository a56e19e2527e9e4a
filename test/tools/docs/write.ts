import { writeFileSync } from 'node:fs';

import { generatedPages, pathOf, refreshed, textOf } from './generatedPages';

async function write(): Promise<void> {
	for (const page of generatedPages) {
		writeFileSync(pathOf(page), await refreshed(page, textOf(page)));
	}
}

void write();
