import Ajv2020, { type ErrorObject } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

import { parsed, type RecordedRequest } from './outgoing';
import { generalFailure, missing, type Refusal } from './refusal';
import { ID, object, type Fields, type Schema } from './schema';
import type { ServiceState } from './state';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request that passed all checks of the contract. */
export type Call<Query = unknown, Body = unknown> = {
	state: ServiceState;
	/** Its texts were read as the types of the contract. */
	query: Query;
	body: Body;
	/** The code of a general failure of the endpoint. */
	generalCode: string;
};

/** Refuses the request with the general failure of its endpoint. */
export const fail = ({ generalCode }: Pick<Call, 'generalCode'>, why: string): never => {
	throw generalFailure(generalCode, why);
};

/** Parameters of a query come as texts, of which numbers and booleans are made. */
const ajvFor = (coerceTypes: boolean): Ajv2020 => {
	const ajv = new Ajv2020({ allErrors: true, strictRequired: false, coerceTypes });
	addFormats(ajv);
	ajv.addKeyword({
		keyword: 'x-comma-separated',
		type: 'string',
		schemaType: 'array',
		compile: (values: readonly string[]) => (value: string) =>
			value.split(',').every((part) => values.includes(part)),
	});
	return ajv;
};
const [forQueries, forBodies] = [ajvFor(true), ajvFor(false)];

/** The refusal for what a query or a body breaks: missing parameters if nothing else is wrong. */
const refusalFor = (faults: readonly ErrorObject[], code: string): Refusal => {
	if (faults.some(({ keyword }) => keyword !== 'required' && keyword !== 'oneOf')) {
		const must = faults.map(({ instancePath, message = '' }) => `${instancePath} ${message}`);
		return generalFailure(code, must.join('; '));
	}
	const names = faults.map(({ params }) => String(params['missingProperty'] ?? ''));
	return missing([...new Set(names)].filter((name) => name !== ''));
};

const check = (ajv: Ajv2020, schema: Schema, value: unknown, code: string): void => {
	const validate = ajv.compile(schema);
	if (!validate(value)) throw refusalFor(validate.errors ?? [], code);
};

/** An endpoint of the interface specification; `answer` does its work and returns the answer's body. */
export const defineEndpoint = <Query = unknown, Body = unknown>({
	endpoint: [summary, method, below, scope],
	query: givenQuery,
	body: bodySchema,
	answer,
}: {
	endpoint: [name: string, method: Method, pathBelowApi: string, scope: string];
	query?: Schema<Query>;
	body?: Schema<Body>;
	answer: (call: Call<Query, Body>) => object;
}) => {
	const querySchema: Schema = givenQuery ?? object({});
	const generalCode = below.startsWith('/log-sources') ? '07001111' : '07001110';
	const parameters = new Map(Object.entries(querySchema['properties'] as Fields));

	const readQuery = ({ ids, switches }: ServiceState, raw: RecordedRequest['query']): unknown => {
		const query: Record<string, unknown> = { ...raw };
		for (const [name, value] of Object.entries(raw)) {
			if (parameters.get(name) === ID && /^\d+$/.test(String(value))) {
				query[name] = ids.inward(String(value), switches.largeIds);
			}
		}
		check(forQueries, querySchema, query, generalCode);
		return query;
	};

	const readBody = ({ ids, switches }: ServiceState, request: RecordedRequest): unknown => {
		const { text, headers } = request;
		const { 'content-type': type = '' } = headers;
		if (text === '' && bodySchema === undefined) return undefined;
		if (bodySchema === undefined) return fail({ generalCode }, 'the endpoint takes no body');
		if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(type)) {
			fail({ generalCode }, `the Content-Type is ${type}`);
		}
		const body = text === '' ? {} : parsed(ids.readBody(text, switches.largeIds));
		if (body === undefined) fail({ generalCode }, 'the body is not JSON');
		check(forBodies, bodySchema, body, generalCode);
		if (text === '') throw missing(['body']);
		return body;
	};

	return {
		/** Its name in the specification. */
		summary,
		method,
		path: `/api/v2${below}`,
		scope,
		/** The query parameters by name. */
		parameters,
		/** undefined if the endpoint takes no body. */
		bodySchema,
		/** The body of the answer to a request. @throws Refusal */
		answer: (state: ServiceState, request: RecordedRequest): object => {
			const query = readQuery(state, request.query) as Query;
			const body = readBody(state, request) as Body;
			return answer({ state, query, body, generalCode });
		},
	};
};

export type Endpoint = ReturnType<typeof defineEndpoint>;
