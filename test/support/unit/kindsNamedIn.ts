import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RULES } from '../../../nodes/shared/http/apiError';
import { project } from '../package/copy';

/** Lists the kinds of errors that a file of `nodes/shared/http` names. */
export function kindsNamedIn(file: string): string[] {
	const source = readFileSync(join(project, 'nodes/shared/http', file), 'utf8');
	return Object.keys(RULES).filter((kind) => source.includes(`'${kind}'`));
}
