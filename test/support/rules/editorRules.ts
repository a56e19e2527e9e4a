import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { allFields, choicesOf, fieldsInside } from './fieldTree';

const collectionsIn = (properties: readonly INodeProperties[]) =>
	allFields(properties)
		.filter(({ type }) => type === 'collection')
		.map((collection) => ({ name: collection.name, siblings: fieldsInside(collection) }));

/** Lists options whose display options name a missing sibling, or a value that the sibling cannot have. */
export function wrongSiblings(properties: readonly INodeProperties[]): string[] {
	return collectionsIn(properties).flatMap(({ name: collection, siblings }) =>
		siblings.flatMap(({ name, displayOptions }) =>
			Object.entries({ ...displayOptions?.show, ...displayOptions?.hide }).flatMap(
				([sibling, values = []]) => {
					const label = `${collection}.${name}`;
					const field = siblings.find((candidate) => candidate.name === sibling);
					if (field === undefined) return [`${label} names ${sibling}, which is no sibling`];
					const choices =
						field.type === 'boolean' ? [true, false] : choicesOf(field).map(({ value }) => value);
					const choiceTexts = choices.map((value) => JSON.stringify(value));
					return values
						.map((value) => JSON.stringify(value))
						.filter((value) => !choiceTexts.includes(value))
						.map((value) => `${label} names ${value}, which ${sibling} never is`);
				},
			),
		),
	);
}

/** Lists collections that show Fields without Selected Fields, or Selected Fields without Fields. */
export function wrongSelectedFields(properties: readonly INodeProperties[]): string[] {
	return collectionsIn(properties).flatMap(({ name: collection, siblings }) => {
		const output = siblings.find(({ name }) => name === 'output');
		const fields = siblings.find(({ name }) => name === 'selectedFields');
		if (output === undefined && fields === undefined) return [];
		if (output === undefined || fields === undefined) return [`${collection} lacks one`];
		return choicesOf(output)
			.filter(({ value }) => {
				const values: INodeParameters = { output: value, selectedFields: [] };
				const isShown = NodeHelpers.displayParameter(values, fields, null, null);
				return isShown !== (value === 'selectedFields');
			})
			.map(({ name }) => `${collection} with ${name}`);
	});
}

/** Lists the columns that the Fields of an operation offer; undefined without Fields. */
export const columnsOf = (properties: readonly INodeProperties[]): unknown[] | undefined => {
	const fields = allFields(properties).find(({ name }) => name === 'selectedFields');
	return fields && choicesOf(fields).map(({ value }) => value);
};
