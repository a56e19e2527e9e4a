const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes the last build, so that the package contains nothing of it. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies the icons beside the compiled nodes, as bytes: decoding a PNG as text corrupts it. */
exports.icons = () =>
	src('icons/**/*.{png,svg}', { base: '.', encoding: false }).pipe(dest('dist'));
