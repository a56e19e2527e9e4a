import './log';

import { CredentialTestContext, ExecuteContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestRequest,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { createEmptyRunExecutionData, UnexpectedError } from 'n8n-workflow';

import { credentialReference, withDefaults } from './credentials';
import type { LogLine } from './log';
import { withLog } from './log';
import { credentialType, localNode, nodeNames, nodeType } from './nodePackage';
import { chain, credentialName, nodeName, surroundings } from './workflow';

/** The answer at a path like `error.code`, or undefined. */
const at = (path: string, answer: unknown) =>
	path
		.split('.')
		.reduce<unknown>(
			(value, key) =>
				typeof value === 'object' && value !== null ? (value as IDataObject)[key] : undefined,
			answer,
		);

/** Sends the request that a credential declares as its test, and judges the answer by its rules. */
async function byRequest(
	{ request, rules = [] }: ICredentialTestRequest,
	decrypted: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const type = localNode('noOp', {
		description: {
			credentials: [{ name: credentialName, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request } },
			],
		},
	});
	const node = {
		id: 'temp',
		name: nodeName,
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0] satisfies [number, number],
		parameters: {},
		credentials: { [credentialName]: credentialReference },
	};
	const workflow = await chain([node], { [node.type]: type });
	const context = new ExecuteContext(
		workflow,
		node,
		await surroundings(workflow, 'internal', decrypted.data),
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const answer = await new RoutingNode(context, type, decrypted).runNode();
		const refused = rules.find(
			(rule) =>
				rule.type === 'responseSuccessBody' &&
				at(rule.properties.key, answer?.[0]?.[0]?.json) === rule.properties.value,
		);
		return refused
			? { status: 'Error', message: refused.properties.message }
			: { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const answered = at('cause.response.status', error);
		const status = typeof answered === 'number' ? answered : undefined;
		const rule = rules.find((r) => r.type === 'responseCode' && r.properties.value === status);
		const message =
			rule?.properties.message ??
			at('cause.response.statusText', error) ??
			(status === undefined ? at('cause.code', error) : `Received HTTP status code: ${status}`) ??
			at('message', error);
		return { status: 'Error', message: typeof message === 'string' ? message : '' };
	}
}

/** What the credential's Test button says about `data`: its declared request, or the function of a node that tests it. */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult & { logs: LogLine[] }> {
	const type = await credentialType(credentialName);
	const decrypted: ICredentialsDecrypted = {
		...credentialReference,
		type: credentialName,
		data: withDefaults(type, data),
	};
	const { test } = type;
	if (test) return await withLog(async () => await byRequest(test, decrypted));

	for (const name of await nodeNames()) {
		const { description, methods } = await nodeType(name);
		const testedBy = description.credentials?.find((c) => c.name === credentialName)?.testedBy;
		if (typeof testedBy === 'object') {
			return await withLog(async () => await byRequest(testedBy, decrypted));
		}
		const check = testedBy === undefined ? undefined : methods?.credentialTest?.[testedBy];
		if (check) {
			return await withLog(async () => await check.call(new CredentialTestContext(), decrypted));
		}
	}
	throw new UnexpectedError(`Nothing tests ${credentialName}`);
}
