import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { name, version } from '../../../package.json';
import { alerts, connection, finding, lists, writes, type Finding } from './questions';
import { NoMoreAnswers, ProbedService } from './service';

export const usage = `Usage: npm run probe -- --url http://logs.example.com:8400 --token-file FILE

Asks your service how it answers, and compares that with what the package assumes.

  --url ADDRESS        the address of the service
  --token-file FILE    a file that holds the access token; without it, the variable PROBE_TOKEN
  --report FILE        writes the table into a file without names, addresses and tokens
  --write              also adds, updates and deletes a log source
  --ignore-ssl-issues  accepts a certificate that is not trusted

Exit codes: 0 everything fits, 1 something does not fit, 2 wrong usage.
`;

/** Reads the options of a command line. @throws Error on wrong usage */
async function optionsFrom(args: readonly string[], token: string | undefined) {
	const { values } = parseArgs({
		args: [...args],
		options: {
			url: { type: 'string' },
			'token-file': { type: 'string' },
			report: { type: 'string' },
			write: { type: 'boolean', default: false },
			'ignore-ssl-issues': { type: 'boolean', default: false },
		},
	});
	const { url, 'token-file': file } = values;
	if (url === undefined || !URL.canParse(url)) throw new Error('--url is missing, or no address');
	const text = file === undefined ? token : await readFile(file, 'utf8');
	if (!text?.trim()) throw new Error('--token-file and PROBE_TOKEN are missing or empty');
	return { ...values, url, token: text.trim() };
}

/** Collects all findings; after {@link NoMoreAnswers} the last finding gives the reason. */
async function collect(service: ProbedService, ownName: string | undefined): Promise<Finding[]> {
	const findings: Finding[] = [];
	const answers = [connection(service), lists(service), alerts(service)];
	if (ownName !== undefined) answers.push(writes(service, ownName));
	try {
		for (const questions of answers) {
			for await (const result of questions) findings.push(result);
		}
	} catch (error) {
		if (!(error instanceof NoMoreAnswers)) throw error;
		findings.push(finding('Further questions', 'answered', error.message));
	}
	return findings;
}

const tableOf = (findings: readonly Finding[]): string =>
	[
		'| Question | The package assumes | This service | Result |',
		'| --- | --- | --- | --- |',
		...findings.map(({ question, expected, actual, fits }) => {
			const result = fits === undefined ? 'not shown' : fits ? 'fits' : 'does not fit';
			return `| ${[question, expected, actual, result].join(' | ')} |`;
		}),
	].join('\n');

/** Runs the probe with command-line arguments. @returns the exit code */
export async function probe(
	args: readonly string[],
	token: string | undefined,
	print: (text: string) => void,
): Promise<number> {
	let options;
	try {
		options = await optionsFrom(args, token);
	} catch (error) {
		print(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
		return 2;
	}
	const service = new ProbedService(options.url, options.token, options['ignore-ssl-issues']);
	const ownName = options.write ? `N8nProbe${randomBytes(3).toString('hex')}` : undefined;
	print('Reads log sources and alerts, and starts one bulk request, which only reads.\n');
	if (ownName !== undefined) {
		print(
			`Adds, updates and deletes ${ownName}: a log source in the first domain. If it is still there afterwards, delete it in the console.\n`,
		);
	}
	const findings = await collect(service, ownName);
	const report = `${tableOf(findings)}\n${service.requests} requests, ${name} ${version}\n`;
	print(`\n${report}`);
	if (options.report !== undefined) await writeFile(options.report, report);
	return findings.some(({ fits }) => fits === false) ? 1 : 0;
}

if (require.main === module) {
	const print = (text: string) => void process.stdout.write(text);
	void probe(process.argv.slice(2), process.env['PROBE_TOKEN'], print).then((code) => {
		process.exitCode = code;
	});
}
