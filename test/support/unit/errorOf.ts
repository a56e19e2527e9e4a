import { ApiError, type ErrorKind, type ResponseFacts } from '../../../nodes/shared/http/apiError';

const FACTS = {
	request: 'GET /things',
	scope: 'logsources.READ',
	httpCode: '400',
	reason: '',
	content: 'odd',
	redirectOrigin: '',
	seconds: 60,
	headline: 'A headline',
	advice: 'Some advice.',
} as const;

type Facts = Partial<ResponseFacts & { seconds: number; headline: string; advice: string }>;

/** Makes an error of any kind; facts that are not given are those of an example. */
export const errorOf = (kind: ErrorKind, facts: Facts = {}): ApiError =>
	ApiError.of(kind, { ...FACTS, ...facts });
