/** Reuses an installed package that the worker's process loaded once, instead of loading it for every suite. */
module.exports = {
	process: (_source, path) => ({
		code: `module.exports = requireOutside(${JSON.stringify(path)});`,
	}),
};
