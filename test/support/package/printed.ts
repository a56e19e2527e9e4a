import { execFile } from 'node:child_process';

/**
 * What a command prints, with any exit code: some have another code for findings. It ends with this process.
 * @throws Error if nothing is printed
 */
export const printed = async (
	command: string,
	options: readonly string[],
	folder: string,
): Promise<string> =>
	await new Promise((resolve, reject) => {
		const child = execFile(
			command,
			options,
			{ cwd: folder, maxBuffer: 100_000_000 },
			(error, stdout) => {
				process.off('exit', end);
				if (stdout === '') reject(error ?? new Error('nothing was printed'));
				else resolve(stdout);
			},
		);
		const end = () => void child.kill();
		process.once('exit', end);
	});
