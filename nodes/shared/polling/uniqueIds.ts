/** Makes ids that nothing else has, in this process or in another one. */
export class UniqueIds {
	private readonly prefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}.`;

	private count = 0;

	next(): string {
		this.count += 1;
		return `${this.prefix}${this.count}`;
	}

	/** Whether an id is one of these. */
	has(id: string): boolean {
		return id.startsWith(this.prefix);
	}
}
