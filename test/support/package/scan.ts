import { resolve } from 'node:path';

import { pack } from './packed';

/**
 * n8n's verification scan, as it treats a published package: over the source and over the unpacked tarball.
 * Usage: `tsx test/support/package/scan.ts [source folder] [unpacked folder]`; without them the package is packed.
 * Prints each finding; the exit code is 1 when there is any.
 */
async function scan([source, unpacked]: string[]): Promise<boolean> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const tarball = unpacked ?? (await pack()).directory;
	const parts = [
		['source', source ?? resolve(__dirname, '../../..'), SOURCE_FILE_PATTERNS],
		['tarball', tarball, ['**/*.js', 'package.json']],
	] as const;
	const passed = [];
	for (const [part, directory, patterns] of parts) {
		const result = await analyzePackage(directory, [...patterns]);
		// The scan passes a folder in which it found nothing to look at.
		const isClean = result.passed && result.message === undefined;
		passed.push(isClean);
		process.stdout.write(`verification scan of the ${part}: ${isClean ? 'no findings' : ''}`);
		process.stdout.write([result.message, result.details].filter(Boolean).join('\n') + '\n');
	}
	return !passed.includes(false);
}

void scan(process.argv.slice(2)).then((clean) => {
	process.exitCode = clean ? 0 : 1;
});
