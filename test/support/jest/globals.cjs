/** What no global leads to: the prototypes of iterators, generators and asynchronous functions. */
const UNNAMED = [
	[][Symbol.iterator](),
	new Map()[Symbol.iterator](),
	''[Symbol.iterator](),
	function* () {},
	async function () {},
	async function* () {},
].map(Object.getPrototypeOf);

/** Whether a property is one that a process changes without anybody's doing: its own event handlers. */
const isOwnBusiness = (object, key) => object === process && /^_/.test(String(key));

/** The properties of the objects that all code of the process shares: globals, prototypes, environment. */
function readShared() {
	const shared = new Map();
	const add = (object, isNamespace) => {
		if (!/^(object|function)$/.test(typeof object) || object === null || shared.has(object)) return;
		const properties = new Map();
		shared.set(object, properties);
		for (const key of Reflect.ownKeys(object)) {
			if (isOwnBusiness(object, key)) continue;
			const property = Object.getOwnPropertyDescriptor(object, key);
			properties.set(key, property);
			const { value } = property;
			const isClass = typeof value === 'function' && Object.hasOwn(value, 'prototype');
			if (isClass) add(value.prototype, false);
			if (isClass || isNamespace) add(value, object === globalThis && value !== process);
		}
		add(Object.getPrototypeOf(object), false);
	};
	add(globalThis, true);
	for (const object of [process.env, ...UNNAMED]) add(object, false);
	return shared;
}

const isSame = (one, other) =>
	one !== undefined &&
	other !== undefined &&
	['value', 'get', 'set', 'writable', 'enumerable', 'configurable'].every((part) =>
		Object.is(one[part], other[part]),
	);

/**
 * Remembers the shared objects as they are now.
 *
 * @returns `keep` does some work whose changes stay; `restore` undoes all other changes
 */
exports.rememberGlobals = () => {
	const remembered = readShared();

	const keep = (work) => {
		const before = readShared();
		const result = work();
		for (const [object, properties] of readShared()) {
			const old = before.get(object);
			const kept = remembered.get(object);
			if (old === undefined) remembered.set(object, properties);
			if (old === undefined || kept === undefined) continue;
			for (const [key, property] of properties) {
				if (!isSame(property, old.get(key))) kept.set(key, property);
			}
		}
		return result;
	};

	const restore = () => {
		for (const [object, properties] of remembered) {
			for (const key of Reflect.ownKeys(object)) {
				// What cannot be deleted belongs to Node.js, such as the dispatcher of its fetch.
				if (!properties.has(key) && !isOwnBusiness(object, key))
					Reflect.deleteProperty(object, key);
			}
			for (const [key, property] of properties) {
				if (isSame(property, Object.getOwnPropertyDescriptor(object, key))) continue;
				Object.defineProperty(object, key, property);
			}
		}
	};

	return { keep, restore };
};
