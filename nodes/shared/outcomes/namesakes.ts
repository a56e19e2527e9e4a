/** Names are compared without regard to case and to blanks around them, as Windows compares them. */
export const normalizeKey = (key: string): string => key.trim().toLowerCase();

/** Finds things by name: an exact spelling wins over one that differs in case or in blanks around it. */
export class Namesakes<Thing> {
	private readonly byKey = new Map<string, Thing[]>();

	constructor(
		things: Iterable<Thing>,
		private readonly nameOf: (thing: Thing) => string,
	) {
		for (const thing of things) {
			const key = normalizeKey(nameOf(thing));
			const others = this.byKey.get(key);
			if (others === undefined) this.byKey.set(key, [thing]);
			else others.push(thing);
		}
	}

	/** All things of that name, in whatever spelling. */
	alike(name: string): readonly Thing[] {
		return this.byKey.get(normalizeKey(name)) ?? [];
	}

	/**
	 * The things of that name: those spelled exactly so or, if there is none, those spelled alike.
	 * @param isMeant leaves out namesakes that something else tells apart
	 */
	find(name: string, isMeant: (thing: Thing) => boolean = () => true): readonly Thing[] {
		const alike = this.alike(name).filter(isMeant);
		const exact = alike.filter((thing) => this.nameOf(thing) === name);
		return exact.length > 0 ? exact : alike;
	}
}
