/** Takes an installed package as the process itself has loaded it: once, not once for every run. */
module.exports = {
	process: (_source, path) => ({
		code: `module.exports = requireOutside(${JSON.stringify(path)});`,
	}),
};
