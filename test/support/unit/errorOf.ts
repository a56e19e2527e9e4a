import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ApiError, RULES, type ErrorKind, type Facts } from '../../../nodes/shared/http/apiError';
import { project } from '../package/copy';

const FACTS = {
	request: 'GET /things',
	scope: 'logsources.READ',
	httpCode: '400',
	reason: '',
	content: 'odd',
	redirectOrigin: '',
	seconds: 60,
} as const;

/** Makes an error of any kind; facts that are not given are those of an example. */
export const errorOf = (kind: ErrorKind, facts: Partial<Facts> = {}): ApiError =>
	ApiError.of(kind, { ...FACTS, ...facts });

/** Lists the kinds of errors that a file of `nodes/shared/http` names. */
export function kindsNamedIn(file: string): string[] {
	const source = readFileSync(join(project, 'nodes/shared/http', file), 'utf8');
	return Object.keys(RULES).filter((kind) => source.includes(`'${kind}'`));
}
