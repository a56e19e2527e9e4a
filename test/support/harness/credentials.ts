import {
	injectDomainRestrictionFields,
	NodeHelpers,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentialsHelper,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
	type NodeParameterValueType,
} from 'n8n-workflow';

/** The name and id that every node of a test's workflow knows its credential by. */
export const credentialReference = { id: '1', name: 'Log Management account' };

/** What the user typed with the credential's defaults for the rest, as n8n hands it to a node. */
export function withDefaults(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const filled = NodeHelpers.getNodeParameters(
		// n8n adds the fields of allowed domains to every credential.
		injectDomainRestrictionFields(type),
		structuredClone(data) as INodeParameters,
		true,
		false,
		null,
		null,
	);
	return { ...(filled as ICredentialDataDecryptedObject) };
}

/** Tests wait for real; only those of the pace set one. n8n hides options that are not set. */
const UNLIMITED = { setOptions: true, requestsPerMinute: 0 };

/** Holds one credential and applies its `authenticate`; only what nodes of this package have n8n call. */
export function oneCredential(
	type: ICredentialType,
	data: ICredentialDataDecryptedObject,
): ICredentialsHelper {
	const { authenticate, properties } = type;
	if (typeof authenticate !== 'function') throw new UnexpectedError('No function authenticates');
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => await Promise.resolve(undefined),
		authenticate: async (credentials, _typeName, options) =>
			await authenticate(credentials, options as IHttpRequestOptions),
		getDecrypted: async (_around, _reference, _type, mode, _execution, _raw, item) => {
			const filled = withDefaults(type, { ...UNLIMITED, ...data });
			if (item === undefined) return await Promise.resolve(filled);
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
			// An expression of a credential sees the item that a node asks for.
			return workflow.expression.getParameterValue(
				filled as NodeParameterValueType,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
			) as ICredentialDataDecryptedObject;
		},
		getCredentialsProperties: () => properties,
	};
	return helper as ICredentialsHelper;
}
