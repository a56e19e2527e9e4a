import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withFieldTables } from '../support/docs/fieldTables';
import { nodePages } from '../support/docs/pages';
import { project } from '../support/package/copy';

for (const { page, nodes } of nodePages) {
	const text = withFieldTables(page.text, nodes);
	if (text === page.text) continue;
	writeFileSync(join(project, page.path), text);
	console.log(`${page.path}: written anew`);
}
