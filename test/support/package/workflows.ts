import { parse } from 'yaml';

/** Permissions of a workflow or a job: a level for each scope, or one word for all. */
type Permissions = string | Record<string, string>;

interface Job {
	permissions?: Permissions;
	uses?: string;
	steps?: Array<{ uses?: string; run?: string; with?: Record<string, unknown> }>;
}

interface Workflow {
	on: unknown;
	permissions?: Permissions;
	jobs: Record<string, Job>;
}

const PINNED = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/;

/**
 * What a workflow of the repository's host does that it should not, one sentence each: actions that are
 * not pinned by a whole hash with their version beside it, permissions beyond reading (but the
 * identity that a publishing job shows), credentials left for later steps, texts of strangers in
 * commands, and stored secrets.
 */
export function faultsOf(text: string): string[] {
	const workflow = parse(text) as Workflow;
	return [
		...(workflow.permissions === undefined ? ['does not limit its permissions'] : []),
		...beyondReading('the workflow', workflow.permissions),
		...Object.entries(workflow.jobs).flatMap(([name, job]) => faultsOfJob(name, job)),
		...[...text.matchAll(/uses: (\S+)(?! *\S+ +# v\d)$/gm)].map(
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
		...actions
			.filter((used) => !PINNED.test(used))
			.map((used) => `${used} is not pinned by a hash`),
		...steps
			.filter((step) => step.uses?.startsWith('actions/checkout@') === true)
			.filter((step) => step.with?.['persist-credentials'] !== false)
			.map(() => `${name} leaves the credentials of the checkout behind`),
		...steps
			.filter(({ run = '' }) => run.includes('${{'))
			.map(({ run = '' }) => `${name} puts an expression into a command: ${run}`),
	];
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
