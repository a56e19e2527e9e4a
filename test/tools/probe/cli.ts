import { open, readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { name, version } from '../../../package.json';
import { connect, REQUESTS_A_MINUTE, type WritableService } from './client';
import { bulkQuestions } from './questions/bulk';
import { connectionQuestions } from './questions/connection';
import { listQuestions } from './questions/lists';
import { conditionQuestions } from './questions/conditions';
import { searchQuestions } from './questions/search';
import { timeQuestions } from './questions/times';
import { sourceQuestions, sourceRemoval } from './questions/writeLogSource';
import { ruleQuestions, ruleRemovals } from './questions/writeRules';
import { askAll, tableOf, type Finding } from './run';

/** All questions of a run that only reads. */
export const readQuestions = [
	...connectionQuestions,
	...listQuestions,
	...searchQuestions,
	...timeQuestions,
	...conditionQuestions,
	...bulkQuestions,
];

/** The further questions of a run with --write. */
export const writeQuestions = [...sourceQuestions, ...ruleQuestions];

const removals = [sourceRemoval, ...ruleRemovals];

export const usage = `Usage: npm run probe -- --url http://logs.example.com:8400 --token-file FILE

Asks your service how it answers, and compares that with what the package expects.

  --url ADDRESS        the address of the service
  --token-file FILE    a file that holds the access token; without it, the variable PROBE_TOKEN
  --report FILE        writes the table into a file without names, addresses and tokens
  --write              also adds, updates and deletes a log source, a log type and a parser rule
  --ignore-ssl-issues  accepts a certificate that is not trusted

Exit codes: 0 everything fits, 1 something does not fit, 2 wrong usage, 130 interrupted.
`;

/** The arguments are wrong, or a file that they name. */
class UsageError extends Error {}

async function optionsFrom(args: readonly string[], token: string | undefined) {
	const { values } = parseArgs({
		args: [...args],
		options: {
			url: { type: 'string' },
			'token-file': { type: 'string' },
			report: { type: 'string' },
			write: { type: 'boolean', default: false },
			'ignore-ssl-issues': { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) throw new UsageError('');
	if (values.url === undefined) throw new UsageError('--url is missing');
	const file = values['token-file'];
	const text = file === undefined ? token : await readFile(file, 'utf8');
	if (!text?.trim()) throw new UsageError('--token-file and PROBE_TOKEN are missing or empty');
	return { ...values, url: values.url, token: text.trim() };
}

/** How to remove what an interrupted run with --write left behind. */
const cleanUp = ({ ownName }: WritableService): string =>
	`If ${ownName} is still there, delete it in the console: the log source of this name, and the log type of this name with its parser rule.\n`;

const announcement = (service: WritableService, writes: boolean): string =>
	`Reads lists and alerts, and starts one bulk request, which only reads. Sends at most ${REQUESTS_A_MINUTE} requests${writes ? ' in a minute' : ' and changes nothing'}.
${writes ? `Adds, updates and deletes ${service.ownName}: a log source in the first domain, a log type and a parser rule. ${cleanUp(service)}` : ''}`;

export interface Surroundings {
	token: string | undefined;
	print: (text: string) => void;
	/** Hears how to clean up if the run is interrupted. */
	onInterrupt?: (text: string) => void;
	pause?: (ms: number) => Promise<unknown>;
}

/** Runs the probe. Returns the exit code. */
export async function probe(args: readonly string[], around: Surroundings): Promise<number> {
	let options;
	let service: WritableService;
	let report;
	try {
		options = await optionsFrom(args, around.token);
		service = connect({
			baseUrl: options.url,
			token: options.token,
			ignoreSslIssues: options['ignore-ssl-issues'],
			...(around.pause && { pause: around.pause }),
		});
		report = options.report === undefined ? undefined : await open(options.report, 'w');
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		around.print(`${reason}${reason && '\n\n'}${usage}`);
		return args.includes('--help') ? 0 : 2;
	}
	around.print(announcement(service, options.write));
	if (options.write) around.onInterrupt?.(cleanUp(service));
	const findings: Finding[] = await askAll(readQuestions, service);
	if (options.write) findings.push(...(await askAll(writeQuestions, service)));
	const text = `${tableOf(findings)}\n${service.count()} requests, ${name} ${version}\n`;
	around.print(`\n${text}`);
	const isClean = removals.every(({ question }) =>
		findings.some((each) => each.question === question && each.answer === 'deleted'),
	);
	if (options.write && !isClean) around.print(`\n${cleanUp(service)}`);
	await report?.writeFile(text);
	await report?.close();
	return findings.some(({ result }) => result === 'does not fit') ? 1 : 0;
}
