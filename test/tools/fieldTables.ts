import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { SHARED_FIELDS_PAGE, withFieldTables, withSharedFields } from '../support/docs/fieldTables';
import { nodePages, pageAt } from '../support/docs/pages';
import { project } from '../support/package/copy';

/** Writes the tables of fields into the pages of the nodes and the page of the fields that they share. */
for (const { page, offered } of nodePages) {
	writeFileSync(join(project, page.path), withFieldTables(page.text, offered));
}
writeFileSync(join(project, SHARED_FIELDS_PAGE), withSharedFields(pageAt(SHARED_FIELDS_PAGE).text));
