import { execFile } from 'node:child_process';

/**
 * What a command prints, with any exit code: some have another code for findings.
 * Rejects where nothing is printed.
 */
export const printed = async (
	command: string,
	options: readonly string[],
	folder: string,
): Promise<string> =>
	await new Promise((done, fail) => {
		execFile(command, options, { cwd: folder, maxBuffer: 100_000_000 }, (error, stdout) => {
			if (stdout === '') fail(error ?? new Error('nothing was printed'));
			else done(stdout);
		});
	});
