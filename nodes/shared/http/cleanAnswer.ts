import type { JsonObject } from '../json';
import type { Redactor } from './redact';

/**
 * Removes from an answer what must go no further, in place: secrets, in names and in values, and
 * members with the name `__proto__`, which would become the prototype of a copy.
 */
export function cleanAnswer(answer: unknown, redactor: Redactor): void {
	if (typeof answer !== 'object' || answer === null) return;
	if (!Array.isArray(answer)) {
		cleanMembers(answer as JsonObject, redactor);
		return;
	}
	const elements: unknown[] = answer;
	elements.forEach((element, index) => {
		if (typeof element === 'string') elements[index] = redactor.text(element);
		else cleanAnswer(element, redactor);
	});
}

function cleanMembers(object: JsonObject, redactor: Redactor): void {
	for (const name of Object.keys(object)) {
		const value = object[name];
		if (typeof value !== 'string') cleanAnswer(value, redactor);
		const clean = redactor.text(name);
		const shown = typeof value === 'string' ? redactor.member(name, value) : value;
		if (clean === name && shown === value && name !== '__proto__') continue;
		if (clean !== name || name === '__proto__') Reflect.deleteProperty(object, name);
		if (name !== '__proto__') object[clean] = shown;
	}
}
