import type { INodeProperties } from 'n8n-workflow';

const DEFAULT_SECONDS = 600;

/** How long an operation waits for a bulk request to be ready. */
export const MAX_WAIT = {
	displayName: 'Max Wait (Seconds)',
	name: 'maxWait',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: DEFAULT_SECONDS,
	description: 'How many seconds to wait until the service has collected the alerts',
} as const satisfies INodeProperties;

/** The wait in ms. */
export const waitMsOf = ({ maxWait = DEFAULT_SECONDS }: { maxWait?: number }): number =>
	maxWait * 1000;
