import { pack } from '../host/tarball';
import { project } from './copy';

/** Runs n8n's verification scan over the source and the unpacked tarball; the exit code is 1 with any finding. */
async function scan(): Promise<void> {
	const { analyzePackage, SOURCE_FILE_PATTERNS } =
		await import('@n8n/scan-community-package/scanner/scanner.mjs');
	const parts = [
		['source', project, SOURCE_FILE_PATTERNS],
		['tarball', await pack(), ['**/*.js', 'package.json']],
	] as const;
	for (const [part, directory, patterns] of parts) {
		const result = await analyzePackage(directory, [...patterns]);
		// The scan passes a folder in which it found no files.
		const isClean = result.passed && result.message === undefined;
		if (!isClean) process.exitCode = 1;
		process.stdout.write(`verification scan of the ${part}: ${isClean ? 'no findings' : ''}`);
		process.stdout.write([result.message, result.details].filter(Boolean).join('\n') + '\n');
	}
}

void scan();
