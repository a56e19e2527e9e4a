import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ApiError, RULES, type ErrorKind, type Facts } from '../../../nodes/shared/http/apiError';
import { project } from '../package/copy';

const FACTS = {
	request: 'GET /things',
	scope: 'logsources.READ',
	httpCode: '400',
	reason: '',
	problem: 'odd',
	redirectOrigin: '',
	timeoutSeconds: 60,
} as const satisfies Partial<Facts>;

/** Makes an error of any kind; facts that are not given are those of an example. */
export const errorOf = (kind: ErrorKind, facts: Partial<Facts> = {}): ApiError =>
	ApiError.of(kind, { ...FACTS, ...facts });

/** Lists the kinds of errors that a file of `nodes/shared/http` names. */
export function kindsNamedIn(file: string): ErrorKind[] {
	const source = readFileSync(join(project, 'nodes/shared/http', file), 'utf8');
	const kinds = Object.keys(RULES) as ErrorKind[];
	return kinds.filter((kind) => source.includes(`'${kind}'`));
}
