/** Takes an installed package as the worker's process has loaded it: once, not once for every suite. */
module.exports = {
	process: (_source, path) => ({
		code: `module.exports = requireOutside(${JSON.stringify(path)});`,
	}),
};
