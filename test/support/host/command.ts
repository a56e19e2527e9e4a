import { spawn } from 'node:child_process';

/** Writes a line to standard error, where it disturbs no output that is read by a program. */
export function reportToPerson(line: string): void {
	process.stderr.write(`${line}\n`);
}

/** The user and group that a process is to run as, where they are not this process's own. */
export interface User {
	uid?: number;
	gid?: number;
}

/**
 * Runs a command to its end, quietly, in `cwd`, and answers what it wrote to its standard output.
 * A test runner's own NODE_ENV and NODE_OPTIONS are kept from it. It ends with this process.
 *
 * @throws Error with the end of its output when it does not end with code 0
 */
export async function run(
	command: string,
	args: string[],
	cwd: string,
	env: NodeJS.ProcessEnv = {},
	as: User = {},
): Promise<string> {
	const child = spawn(command, args, {
		cwd,
		...as,
		env: { ...process.env, NODE_ENV: undefined, NODE_OPTIONS: undefined, ...env },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const end = () => {
		child.kill();
	};
	process.once('exit', end);
	let answer = '';
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (text: string) => {
		answer += text;
		output += text;
	});
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	const code = await new Promise<number | null>((resolve, reject) => {
		child.once('error', reject).once('close', resolve);
	});
	process.off('exit', end);
	if (code !== 0) {
		throw new Error(
			`${command} ${args.join(' ')} ended with ${String(code)}:\n${output.slice(-4_000)}`,
		);
	}
	return answer;
}
