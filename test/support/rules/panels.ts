import { NodeHelpers, type INodeProperties, type INodeParameters } from 'n8n-workflow';

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
