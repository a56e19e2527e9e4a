import {
	ICredentialsHelper,
	injectDomainRestrictionFields,
	NodeHelpers,
	UnexpectedError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
	type IRequestOptionsSimplified,
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

/** Holds one credential and applies its `authenticate`, as n8n's own helper does. */
export class OneCredential extends ICredentialsHelper {
	constructor(
		private readonly type: ICredentialType,
		private readonly data: ICredentialDataDecryptedObject,
	) {
		super();
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.type;
		if (typeof authenticate !== 'function') throw new UnexpectedError('No function authenticates');
		return await authenticate(credentials, options);
	}

	override preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override runPreAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override getCredentials(): Promise<ICredentials> {
		return Promise.reject(new UnexpectedError('Stored credentials are not asked for here'));
	}

	override getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve(withDefaults(this.type, { ...UNLIMITED, ...this.data }));
	}

	override updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	override updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
