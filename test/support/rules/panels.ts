import { NodeHelpers, type INodeProperties, type INodeParameters } from 'n8n-workflow';

/** Fields that a user sees at most when a panel opens: the credential and closed collections count. */
export const MOST = { read: 6, write: 7 };

/** What may show more, and why. */
const EXCEPTIONS: Readonly<Record<string, { fields: number; reason: string }>> = {
	'alert.getAll': { fields: 7, reason: 'a time beside Return All and Limit of n8n' },
};

/** The values that fields have when a panel opens. */
const defaultsOf = (fields: readonly INodeProperties[]): INodeParameters =>
	Object.fromEntries(fields.map(({ name, default: value }) => [name, value]));

/** The labels of the fields that a user sees when a panel opens; a closed collection is one. */
export function openFields(
	fields: readonly INodeProperties[],
	chosen: INodeParameters = {},
): string[] {
	const values = { ...defaultsOf(fields), ...chosen };
	return fields
		.filter(({ type }) => type !== 'hidden' && type !== 'notice')
		.filter((field) => NodeHelpers.displayParameter(values, field, null, null))
		.map(({ displayName }) => displayName);
}

/** What is wrong with a panel of these fields; the credential is one more. */
export function findings(name: string, fields: readonly string[], most: number): string[] {
	const count = fields.length + 1;
	const allowed = EXCEPTIONS[name]?.fields ?? most;
	return count > allowed
		? [`${name} opens with ${count} fields: Credential, ${fields.join(', ')}`]
		: [];
}
