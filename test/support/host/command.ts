import { execFile, type ExecFileException } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs a command quietly in `cwd` to its end. The command ends with this process, and does not inherit a
 * test runner's NODE_ENV and NODE_OPTIONS.
 * @returns the command's standard output
 * @throws Error with the end of the output if the command does not end with code 0
 */
export async function run(
	command: string,
	args: string[],
	cwd: string,
	env: NodeJS.ProcessEnv = {},
): Promise<string> {
	const variables = { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, ...env };
	const options = { cwd, env: variables, maxBuffer: Infinity };
	const running = promisify(execFile)(command, args, options);
	const end = () => void running.child.kill();
	process.once('exit', end);
	try {
		return (await running).stdout;
	} catch (error) {
		const { message, stdout = '', stderr = '' } = error as ExecFileException;
		throw new Error(`${message}\n${(stdout + stderr).slice(-4_000)}`, { cause: error });
	} finally {
		process.off('exit', end);
	}
}
