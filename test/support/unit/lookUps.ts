import type { IDataObject } from 'n8n-workflow';

import type { Payload, Written } from '../../../nodes/shared/operation/operation';
import type { Outcome } from '../../../nodes/shared/outcomes/batchOutcome';
import type { Reply } from '../../../nodes/shared/outcomes/settle';
import { scriptedService } from './scriptedService';

/** A service that lists rows under a name, for all queries alike. */
export const listing = (name: string, rows: IDataObject[]) =>
	scriptedService(({ query = {} }) => ({
		data: { [name]: (query.page ?? 1) === 1 ? rows : [] },
	}));

const open: Outcome = { outcome: 'unknown', detail: 'X', reason: 'Reason' };
/** An item that was sent. */
export const item = <P extends Payload>(
	payload: P,
	reply: Reply = 'answer',
	outcome: Outcome = open,
): Written<P> => ({ payload, outcome, reply });

export const outcomesOf = (settled: Map<unknown, Outcome> | undefined): string[] =>
	[...(settled?.values() ?? [])].map(({ outcome }) => outcome);
