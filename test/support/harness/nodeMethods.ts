import './log';

import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import {
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentialsDecrypted,
	type ILoadOptionsFunctions,
	type INodeType,
} from 'n8n-workflow';

import { credentialReference, withDefaults } from './credentials';
import { withLog } from './log';
import { credentialType, nodeNames, nodeType } from './nodePackage';
import { chain, credentialName, makeAdditionalData, workflowNode } from './workflow';
import type { NodeSetting } from './workflow';

type MethodRequest = NodeSetting & { method: string };

/** Calls a method of a node as the editor does, and returns its result with the log. */
async function callMethod<T>(
	{ method, ...setting }: MethodRequest,
	run: (methods: INodeType['methods'], context: ILoadOptionsFunctions) => Promise<T> | undefined,
) {
	const { methods } = await nodeType(setting.node);
	const node = await workflowNode(setting);
	const workflow = await chain([node]);
	const data = await makeAdditionalData(workflow, 'internal', setting.credentials);
	data.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, data, '') as ILoadOptionsFunctions;
	return await withLog(
		async () =>
			await workflow.expression.withIsolate(async () => {
				const running = run(methods, context);
				if (!running) throw new UnexpectedError(`${setting.node} has no method ${method}`);
				return { result: await running };
			}),
	);
}

/** Returns one page of a picker's list; rejects with the error that the search throws. */
export async function listSearch({
	filter,
	paginationToken,
	...request
}: MethodRequest & { filter?: string; paginationToken?: string }) {
	const { result, logs } = await callMethod(request, (methods, context) =>
		methods?.listSearch?.[request.method]?.call(context, filter, paginationToken),
	);
	return { ...result, logs };
}

/** Returns the options of a drop-down as `result`; rejects with the error that the method throws. */
export const loadOptions = async (request: MethodRequest) =>
	await callMethod(request, (methods, context) =>
		methods?.loadOptions?.[request.method]?.call(context),
	);

/** Tests a credential as its Test button does, by calling the test function of a node. */
export async function testCredential(data: ICredentialDataDecryptedObject) {
	const decrypted: ICredentialsDecrypted = {
		...credentialReference,
		type: credentialName,
		data: withDefaults(await credentialType(credentialName), { showOptions: true, ...data }),
	};
	for (const name of await nodeNames()) {
		const { description, methods } = await nodeType(name);
		const testedBy = description.credentials?.find((c) => c.name === credentialName)?.testedBy;
		const check = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		if (check) return await check.call(new CredentialTestContext(), decrypted);
	}
	throw new UnexpectedError(`Nothing tests ${credentialName}`);
}
