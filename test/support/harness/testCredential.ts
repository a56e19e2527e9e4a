import './log';

import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, ICredentialsDecrypted } from 'n8n-workflow';
import { UnexpectedError } from 'n8n-workflow';

import { credentialReference, withDefaults } from './credentials';
import { credentialType, nodeNames, nodeType } from './nodePackage';
import { credentialName } from './workflow';

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
