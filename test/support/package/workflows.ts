import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { parse } from 'yaml';

/** Permissions of a workflow or a job: a level for each scope, or one word for all. */
type Permissions = string | Record<string, string>;

interface Job {
	permissions?: Permissions;
	uses?: string;
	needs?: string;
	steps?: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

interface Workflow {
	on: unknown;
	permissions?: Permissions;
	jobs: Record<string, Job>;
}

const project = resolve(__dirname, '../../..');

/** The reusable workflow that runs every check. */
const CHECKS = './.github/workflows/checks.yml';

/** Whether a job of the workflow is the reusable one that runs every check. */
export const callsChecks = (text: string): boolean =>
	Object.values((parse(text) as Workflow).jobs).some(({ uses }) => uses === CHECKS);

/** Whether the job that publishes needs the one that runs every check. */
export const publishesAfterChecks = (text: string): boolean => {
	const { jobs } = parse(text) as Workflow;
	return jobs['publish']?.needs === 'checks' && jobs['checks']?.uses === CHECKS;
};

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/**
 * The faults of a workflow, one sentence each: actions that are not pinned by a whole hash with their
 * version beside it, workflows of this repository that are missing, permissions beyond reading (except
 * the identity of a publishing job), credentials left for later steps, expressions in commands, and
 * stored secrets.
 */
export function faultsOf(text: string): string[] {
	const workflow = parse(text) as Workflow;
	return [
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

function faultsOfJob(name: string, { permissions, uses, steps = [] }: Job): string[] {
	const publishes = steps.some(({ run = '' }) => /^npm publish\b/m.test(run));
	const actions = [uses, ...steps.map((step) => step.uses)].filter((used) => used !== undefined);
	return [
		...beyondReading(name, permissions, publishes ? ['id-token'] : []),
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
