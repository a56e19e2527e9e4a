/** A copy of an object without the properties of these names. */
export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const copy = { ...object };
	for (const name of names) Reflect.deleteProperty(copy, name);
	return copy;
}
