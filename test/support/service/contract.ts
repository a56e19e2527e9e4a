import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

import openapi from './openapi.json';
import type { handlers } from './operations';

/** A JSON Schema as the document holds it. */
export type Schema = { readonly [keyword: string]: unknown };

type Parameter = { name: string; in: 'query'; required?: boolean; schema: Schema };
type Reference = { $ref: string };
type Content = { content: { 'application/json': { schema: Schema } } };
type DocumentedOperation = {
	operationId: OperationId;
	summary: string;
	security: Array<{ token: string[] }>;
	'x-general-failure': GeneralCode;
	parameters?: Array<Parameter | Reference>;
	requestBody?: Content & { required: boolean };
	responses: { '200': Content };
};
type OpenApiDocument = {
	paths: Record<string, Record<string, DocumentedOperation>>;
	components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
};

/** The code of a general failure: 07001111 around log sources, 07001110 around formats and alerts. */
export type GeneralCode = '07001111' | '07001110';

/** The ids of the document's operations, each of which the service carries out. */
export type OperationId = keyof typeof handlers;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A query of a request after its strings were read as the types of the document. */
export type Query = Record<string, string | number | boolean | string[]>;

/** An operation of the document, with its compiled checks. */
export type Operation = ReturnType<typeof readOperations>[number];

/** The OpenAPI 3.1 document of the service. */
export const contract = openapi as unknown as OpenApiDocument;

const documentKey = 'openapi.json';

const ajvFor = (allErrors: boolean) => {
	const ajv = new Ajv2020({
		allErrors,
		strict: true,
		allowUnionTypes: true,
		strictRequired: false,
	});
	addFormats(ajv);
	ajv.addKeyword({
		keyword: 'x-comma-separated',
		type: 'string',
		schemaType: 'array',
		compile: (values: readonly string[]) => (text: string) =>
			text.split(',').every((part) => values.includes(part)),
	});
	ajv.addVocabulary(Object.keys(openapi));
	ajv.addSchema(openapi, documentKey, false, false);
	return ajv;
};

const pointer = (...steps: string[]) =>
	`${documentKey}#/${steps
		.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
		.join('/')}`;

/** Compiles a schema when it is first asked for: few tests use all of them. */
const faultsBy = (compile: () => ValidateFunction) => {
	let validate: ValidateFunction | undefined;
	return (value: unknown): ErrorObject[] => {
		validate ??= compile();
		return validate(value) ? [] : [...(validate.errors ?? [])];
	};
};

/** What is given, or the part of the document that its `$ref` points to. */
const resolve = <Part extends object>(
	given: Part | Reference,
	parts: Readonly<Record<string, Part>>,
): Part => {
	if (!isReference(given)) return given;
	const target = parts[given.$ref.split('/').at(-1) ?? ''];
	if (target === undefined) throw new Error(`The document has no ${given.$ref}`);
	return target;
};

const isReference = (given: object): given is Reference => '$ref' in given;

/** Rewrites the references inside the document so that they hold from outside it. */
const fromOutside = (schema: Schema): Schema =>
	'$ref' in schema ? { ...schema, $ref: `${documentKey}${String(schema['$ref'])}` } : schema;

/** The schema itself, or the one its `$ref` points to. */
export const resolved = (schema: Schema): Schema => resolve(schema, contract.components.schemas);

const readOperations = () => {
	const forRequests = ajvFor(true);
	const forAnswers = ajvFor(false);
	return Object.entries(contract.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, documented]) => {
			const parameters = (documented.parameters ?? []).map((each) =>
				resolve(each, contract.components.parameters),
			);
			const querySchema = {
				type: 'object',
				properties: Object.fromEntries(parameters.map((p) => [p.name, fromOutside(p.schema)])),
				required: parameters.filter((p) => p.required).map((p) => p.name),
				additionalProperties: false,
			};
			const media = ['content', 'application/json', 'schema'];
			const here = ['paths', path, method];
			const { requestBody } = documented;
			const body: 'none' | 'required' | 'optional' =
				requestBody === undefined ? 'none' : requestBody.required ? 'required' : 'optional';
			return {
				id: documented.operationId,
				method: method.toUpperCase() as Method,
				path,
				summary: documented.summary,
				scope: documented.security[0]?.token[0] ?? '',
				generalCode: documented['x-general-failure'],
				body,
				/** The query parameters by name. */
				parameters: new Map(parameters.map((p) => [p.name, resolved(p.schema)])),
				/** The schema of the request body, undefined where the operation has none. */
				bodySchema: requestBody?.content['application/json'].schema,
				answerSchema: documented.responses['200'].content['application/json'].schema,
				/** What a query, a body and an answer break; an empty list where they fit. */
				queryFaults: faultsBy(() => forRequests.compile(querySchema)),
				bodyFaults:
					requestBody === undefined
						? () => []
						: faultsBy(() =>
								forRequests.compile({ $ref: pointer(...here, 'requestBody', ...media) }),
							),
				answerFaults: faultsBy(() =>
					forAnswers.compile({ $ref: pointer(...here, 'responses', '200', ...media) }),
				),
			};
		}),
	);
};

/** The operations in the order of the document. */
export const operations: readonly Operation[] = readOperations();

/** Every scope of the document, each once. */
export const allScopes: readonly string[] = [...new Set(operations.map(({ scope }) => scope))];
