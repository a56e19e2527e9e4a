const { rm } = require('node:fs/promises');
const { dest, src } = require('gulp');

/** Removes the last build, so that nothing stale is packed. */
exports.clean = () => rm('dist', { recursive: true, force: true });

/** Copies the icons beside the compiled nodes; read as bytes, or a PNG would be spoilt. */
exports.icons = () =>
	src('icons/**/*.{png,svg}', { base: '.', encoding: false }).pipe(dest('dist'));
