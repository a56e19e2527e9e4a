const { writeSync } = require('node:fs');
const { url: debuggedAt } = require('node:inspector');
const { isMainThread, parentPort, Worker } = require('node:worker_threads');

const BEAT = 500;

/**
 * Watches this process from a thread of its own, and ends it if one piece of synchronous work runs
 * for longer than allowed: no time limit of a test can end that.
 *
 * @returns `watch` says what runs from now on, for the report, and the ms that it may block the process
 */
exports.startWatchdog = () => {
	// A debugger blocks the process for as long as a person thinks.
	if (debuggedAt() !== undefined) return { watch: () => undefined };
	const thread = new Worker(__filename);
	thread.unref();
	setInterval(() => thread.postMessage(undefined), BEAT).unref();
	return { watch: (running, limit) => thread.postMessage({ running, limit }) };
};

function watch() {
	let timer;
	let work;
	const end = () => {
		writeSync(2, `${work.running} blocked its process for ${work.limit} ms, which ends it\n`);
		process.kill(process.pid, 'SIGKILL');
	};
	parentPort.on('message', (next = work) => {
		work = next;
		clearTimeout(timer);
		if (work !== undefined) timer = setTimeout(end, work.limit);
	});
}

if (!isMainThread) watch();
