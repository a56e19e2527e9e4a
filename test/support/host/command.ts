import { execFile, type ExecFileException } from 'node:child_process';

/** Writes a line to standard error, where it disturbs no output that is read by a program. */
export function reportToPerson(line: string): void {
	process.stderr.write(`${line}\n`);
}

/**
 * Runs a command to its end, quietly, in `cwd`. A test runner's own NODE_ENV and NODE_OPTIONS are kept from it.
 *
 * @returns what it wrote to its standard output
 * @throws Error with the end of its output if it does not end with code 0
 */
export async function run(
	command: string,
	args: string[],
	cwd: string,
	env: NodeJS.ProcessEnv = {},
): Promise<string> {
	const variables = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, ...env };
	const options = { cwd, env: variables, maxBuffer: Infinity };
	return await new Promise((resolve, reject) => {
		execFile(command, args, options, (error: ExecFileException | null, stdout, stderr) => {
			if (error === null) resolve(stdout);
			else reject(new Error(`${error.message}\n${(stdout + stderr).slice(-4_000)}`));
		});
	});
}
