/** Counts the tests that jest ran again, and says which. */
module.exports = class {
	onRunComplete(_contexts, { testResults }) {
		const again = testResults
			.flatMap((file) => file.testResults)
			.filter(({ invocations }) => invocations > 1)
			.map(({ fullName }) => `\n  ${fullName}`);
		process.stderr.write(`Tests run again: ${again.length}${again.join('')}\n`);
	}
};
