import { ApiError, type ErrorKind, type Facts } from '../../../nodes/shared/http/apiError';

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
