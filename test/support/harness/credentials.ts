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

export const credentialReference = { id: '1', name: 'Log Management account' };

/** Adds the defaults of the other fields to the data of a credential, as n8n does for a node. */
export function withDefaults(type: ICredentialType, data: ICredentialDataDecryptedObject) {
	const fields = NodeHelpers.getNodeParameters(
		// n8n adds the fields of allowed domains to every credential.
		injectDomainRestrictionFields(type),
		structuredClone(data) as INodeParameters,
		true,
		false,
		null,
		null,
	);
	return { ...(fields as ICredentialDataDecryptedObject) };
}

/** Makes a helper for one credential, with the methods that n8n calls for this package's nodes. */
export function makeCredentialsHelper(type: ICredentialType, data: ICredentialDataDecryptedObject) {
	const { authenticate, properties } = type;
	if (typeof authenticate !== 'function') throw new UnexpectedError('No function authenticates');
	const helper: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => await Promise.resolve(undefined),
		authenticate: async (credentials, _typeName, options) =>
			await authenticate(credentials, options as IHttpRequestOptions),
		getDecrypted: async (_additionalData, _reference, _type, mode, _execution, _raw, item) => {
			const completeData = withDefaults(type, data);
			if (item === undefined) return await Promise.resolve(completeData);
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
			// An expression in a credential reads the item that the node passes.
			return workflow.expression.getParameterValue(
				completeData as NodeParameterValueType,
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
