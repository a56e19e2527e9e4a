interface Part {
	stop(): Promise<void>;
}

/**
 * Starts parts one after the other, and stops them in the opposite order: at the end, and also if a
 * later one does not start.
 * @param start keeps each part that it has started
 */
export async function startParts<Parts>(
	start: (keep: <Started extends Part>(part: Started) => Started) => Promise<Parts>,
): Promise<Parts & Part> {
	const started: Part[] = [];
	const stop = async () => {
		for (const part of started.splice(0).reverse()) await part.stop();
	};
	try {
		const parts = await start((part) => {
			started.push(part);
			return part;
		});
		return { ...parts, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}
