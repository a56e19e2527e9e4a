/** Pages of one list: several may be on their way while one is used; each is asked for once. */
export class ReadAhead<T> {
	private readonly sent = new Map<number, Promise<T>>();

	/**
	 * @param send sends the request of a page
	 * @param atOnce pages on their way at most
	 */
	constructor(
		private readonly send: (page: number) => Promise<T>,
		private readonly atOnce: number,
	) {}

	/**
	 * The answer of a page. The pages after it are sent too, up to the last one that is wanted for
	 * certain.
	 * @throws ApiError
	 */
	async answer(page: number, last: number): Promise<T> {
		const until = Math.min(last, page + this.atOnce - 1);
		const answer = this.start(page);
		for (let next = page + 1; next <= until; next++) void this.start(next);
		this.sent.delete(page);
		return await answer;
	}

	private start(page: number): Promise<T> {
		const started = this.sent.get(page);
		if (started !== undefined) return started;
		const answer = this.send(page);
		// A refusal counts once its page is used.
		answer.catch(() => undefined);
		this.sent.set(page, answer);
		return answer;
	}
}
