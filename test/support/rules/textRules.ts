import type { INodeProperties } from 'n8n-workflow';

import type { Operation } from '../../../nodes/shared/operation/operation';
import { choicesOf } from './fieldTree';

/** Words that stay small in a title. */
const small = /^(?:a|an|and|as|at|by|for|from|in|is|of|on|or|per|the|to|with)$/;

/** Words that users should not meet; On Error is the name of n8n's own setting. */
const unfriendly = /\b(?:errors?|problems?|failures?|mistakes?)\b/i;

/** A text that a user reads, without the names that n8n itself gives. */
const ownWords = (text: string): string => text.replaceAll('On Error', '');

/** A title whose words begin in capitals, but for small ones in between. */
function untitled(title: string): string[] {
	const words = title.split(/[\s-]+/);
	const plain = words.filter((word, index) => {
		if (!/^\W*[a-z]/.test(word)) return false;
		return index === 0 || index === words.length - 1 || !small.test(word.replace(/\W/g, ''));
	});
	return plain.length === 0 ? [] : [`"${title}" is not in title case`];
}

/** A sentence that begins with a capital, with no further ones but in names of one case. */
function unlikeSentence(text: string): string[] {
	const [first = '', ...others] = text.split(' ');
	const isRight = /^[A-Z]/.test(first) && others.every((word) => !/^[A-Z][a-z]/.test(word));
	return isRight ? [] : [`"${text}" is not in sentence case`];
}

/** One sentence ends without a period, several end with one; n8n's own lint asks for that. */
function unendedSentences(text: string): string[] {
	const several = /[.!?]\s+(?:<[^>]*>)?[A-Z]/.test(text);
	if (several && !/[.!?](?:<\/a>)?\.?$/.test(text)) return [`"${text}" lacks its last period`];
	return !several && text.endsWith('.') ? [`"${text}" ends with a period`] : [];
}

/** Texts that name what went wrong instead of what happened. */
export const unfriendlyWords = (text: string): string[] => {
	const found = unfriendly.exec(ownWords(text))?.[0];
	return found === undefined ? [] : [`"${text}" says ${found}`];
};

/** Fields that explain themselves, and the drop-down whose entries do. */
const needsNoDescription = ({ type, name }: INodeProperties): boolean =>
	['collection', 'fixedCollection', 'notice', 'hidden'].includes(type) || name === 'operation';

/** What n8n asks of the words of a field, those inside it not included. */
export function fieldTexts(field: INodeProperties): string[] {
	const { displayName, description = '', placeholder = '', type, hint = '' } = field;
	const isGroup = type === 'collection' || type === 'fixedCollection';
	const choices = choicesOf(field);
	return [
		...(type === 'notice' ? [] : untitled(displayName)),
		...(description === '' && !needsNoDescription(field)
			? [`${displayName} has no description`]
			: []),
		...(type === 'boolean' && !description.startsWith('Whether ')
			? [`"${description}" does not begin with Whether`]
			: []),
		...(placeholder === '' || placeholder.startsWith(isGroup ? 'Add ' : 'e.g. ')
			? []
			: [`"${placeholder}" is no placeholder`]),
		...[description, hint].flatMap((text) => [...unendedSentences(text), ...unfriendlyWords(text)]),
		...unfriendlyWords(displayName),
		...choices.flatMap(({ name, description: about = '' }) => [
			...untitled(name),
			...unendedSentences(about),
			...unfriendlyWords(`${name} ${about}`),
		]),
	].map((finding) => `${field.name}: ${finding}`);
}

/** What n8n asks of the words of an operation in its drop-down. */
export const operationTexts = ({ name, action, description }: Operation): string[] => [
	...untitled(name),
	...unlikeSentence(action),
	...(/\b(?:a|an|the)\b/.test(action) ? [`"${action}" holds an article`] : []),
	...unendedSentences(description),
	...[name, action, description].flatMap(unfriendlyWords),
];

const inOrder = (names: readonly string[]): boolean =>
	names.every((name, index) => index === 0 || (names[index - 1] ?? '').localeCompare(name) <= 0);

/** Five or more choices, or fields to add, are sorted by their names. */
export function unsorted(field: INodeProperties): string[] {
	const names =
		field.type === 'collection'
			? (field.options ?? []).flatMap((each) => ('displayName' in each ? [each.displayName] : []))
			: choicesOf(field).map(({ name }) => name);
	return names.length < 5 || inOrder(names)
		? []
		: [`${field.name} is not sorted: ${names.join(', ')}`];
}

/** A field and where it stands. */
export interface Placed {
	place: string;
	field: INodeProperties;
}

/** The same thing has the same words in every operation. */
export function differentlyNamed(fields: readonly Placed[]): string[] {
	const first = new Map(fields.toReversed().map((each) => [each.field.name, each]));
	return fields.flatMap(({ place, field: { name, displayName } }) => {
		const known = first.get(name);
		return known === undefined || known.field.displayName === displayName
			? []
			: [`${name} is ${known.field.displayName} in ${known.place} and ${displayName} in ${place}`];
	});
}
