import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { withFieldTables } from '../support/docs/fieldTables';
import { nodePages } from '../support/docs/nodePages';
import { project } from '../support/package/copy';

/** Writes the tables of fields into the pages of the nodes. */
for (const { page, offered } of nodePages) {
	writeFileSync(join(project, page.path), withFieldTables(page.text, offered));
}
