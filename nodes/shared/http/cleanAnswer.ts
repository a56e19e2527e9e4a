import type { JsonObject } from '../json';
import type { Redactor } from './redact';

/**
 * Levels of lists and objects at most: n8n and a file go through them one inside the other, and each
 * takes a hundred times the memory of its text.
 */
export const MOST_LEVELS = 100;

/**
 * Removes from an answer what must go no further, in place: secrets, in names and in values, and
 * members with the name `__proto__`, which would become the prototype of a copy.
 * @returns whether it has no more levels than it may
 */
export function cleanAnswer(answer: unknown, redactor: Redactor, levels = MOST_LEVELS): boolean {
	if (typeof answer !== 'object' || answer === null) return true;
	if (levels === 0) return false;
	if (!Array.isArray(answer)) return cleanMembers(answer as JsonObject, redactor, levels);
	const elements: unknown[] = answer;
	return elements.every((element, index) => {
		if (typeof element !== 'string') return cleanAnswer(element, redactor, levels - 1);
		elements[index] = redactor.text(element);
		return true;
	});
}

function cleanMembers(object: JsonObject, redactor: Redactor, levels: number): boolean {
	for (const name of Object.keys(object)) {
		const value = object[name];
		if (typeof value !== 'string' && !cleanAnswer(value, redactor, levels - 1)) return false;
		const clean = redactor.text(name);
		const shown = typeof value === 'string' ? redactor.member(name, value) : value;
		if (clean === name && shown === value && name !== '__proto__') continue;
		if (clean !== name || name === '__proto__') Reflect.deleteProperty(object, name);
		if (name !== '__proto__') object[clean] = shown;
	}
	return true;
}
