const STARTS = {
	setTimeout: clearTimeout,
	setInterval: clearInterval,
	setImmediate: clearImmediate,
};

/**
 * Keeps a list of the timers that run.
 *
 * @returns `clear` ends those that were started since the last call
 */
exports.watchTimers = () => {
	const running = new Map();
	for (const [name, end] of Object.entries(STARTS)) {
		const start = globalThis[name];
		const watched = (run, ...rest) => {
			if (typeof run !== 'function') return start(run, ...rest);
			const timer = start(
				function (...given) {
					if (name !== 'setInterval') running.delete(timer);
					return run.apply(this, given);
				},
				...rest,
			);
			running.set(timer, end);
			return timer;
		};
		globalThis[name] = Object.defineProperties(watched, Object.getOwnPropertyDescriptors(start));
		globalThis[end.name] = (timer) => {
			running.delete(timer);
			end(timer);
		};
	}
	return {
		clear: () => {
			for (const [timer, end] of running) end(timer);
			running.clear();
		},
	};
};
