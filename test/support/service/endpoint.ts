import { z } from 'zod';

import { decode, type RecordedRequest } from './outgoing';
import { fail, missing } from './refusal';
import { valueIn } from './schema';
import type { ServiceState } from './state';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A request that passed all checks of the contract. */
export type Call<Query = unknown, Body = unknown> = {
	state: ServiceState;
	/** The query with each text parsed to the type of the contract. */
	query: Query;
	body: Body;
};

/** @throws Refusal, which names the missing parameters if nothing else is wrong */
const check = <Value>(schema: z.ZodType<Value, z.ZodTypeDef, unknown>, value: unknown): Value => {
	const { success, data, error } = schema.safeParse(value);
	if (success) return data;
	const unknown = error.issues.flatMap((issue) =>
		issue.code === 'unrecognized_keys' ? issue.keys : [],
	);
	if (unknown.length > 0) {
		return fail(
			`no parameter ${unknown.join(', ')}: add it to its endpoint in test/support/service`,
		);
	}
	const isMissing = (issue: z.ZodIssue) =>
		issue.code === 'invalid_type' && issue.received === 'undefined';
	if (!error.issues.every(isMissing)) return fail(error.message);
	throw missing([...new Set(error.issues.map(({ path }) => String(path.at(-1))))]);
};

/** Parses a text of a query to the type of its parameter; other texts stay and are refused later. */
const parseParameter = (parameter: z.ZodTypeAny | undefined, value: unknown): unknown => {
	const schema = parameter && valueIn(parameter);
	const isText = !(schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean);
	return isText ? value : (decode(String(value)) ?? value);
};

/** Defines an endpoint of the interface specification; `answer` returns the body of the response. */
export const defineEndpoint = <Query extends z.ZodRawShape, Body>({
	endpoint: [summary, method, below, scope],
	query: querySchema = z.strictObject({}) as z.ZodObject<Query, 'strict'>,
	body: bodySchema,
	answer,
}: {
	endpoint: [name: string, method: Method, pathBelowApi: string, scope: string];
	query?: z.ZodObject<Query, 'strict'>;
	body?: z.ZodType<Body, z.ZodTypeDef, unknown>;
	answer: (call: Call<z.infer<z.ZodObject<Query>>, Body>) => object;
}) => {
	const shape: z.ZodRawShape = querySchema.shape;
	const readBody = ({ ids }: ServiceState, { text, headers }: RecordedRequest): Body => {
		if (bodySchema === undefined) {
			return text === '' ? (undefined as Body) : fail('it takes no body');
		}
		const { 'content-type': type = '' } = headers;
		if (text !== '' && !/^application\/json\s*(?:;|$)/i.test(type)) fail(`Content-Type: ${type}`);
		return check(bodySchema, text === '' ? {} : (decode(ids.readBody(text)) ?? fail('no JSON')));
	};

	return {
		summary,
		method,
		path: `/api/v2${below}`,
		scope,
		querySchema,
		bodySchema,
		generalFailure: below.startsWith('/log-sources')
			? (['07001111', '[API] Request failed'] as const)
			: (['07001110', 'Something went wrong'] as const),
		/** Returns the body of the response to a request. @throws Refusal */
		answer: (state: ServiceState, request: RecordedRequest): object => {
			const rawQuery = JSON.parse(state.ids.readBody(JSON.stringify(request.query))) as object;
			const values = Object.entries(rawQuery).map(([name, value]: [string, unknown]) => [
				name,
				parseParameter(shape[name], value),
			]);
			const query = check(querySchema, Object.fromEntries(values));
			return answer({ state, query, body: readBody(state, request) });
		},
	};
};

export type Endpoint = ReturnType<typeof defineEndpoint>;
