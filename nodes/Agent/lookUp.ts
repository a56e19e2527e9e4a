import type { Service } from '../shared/pagination/service';
import { asText, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import { normalizeKey, type Outcome } from '../shared/outcomes/batchOutcome';
import { isOpen, settle } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/findRows';
import { agentsOf, LIST_AGENTS } from './listing';

/** Tells whether devices whose installation is open are listed as agents, by their names. */
export async function lookUpAdded<P extends Payload & { device_name: string }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const open = written.filter(isOpen);
	const queries = open.map(({ payload }) => ({ agent_name: payload.device_name }));
	const names = new Set(
		(await findRows(service, LIST_AGENTS, agentsOf, queries)).map(({ agent_name }) =>
			normalizeKey(asText(agent_name)),
		),
	);
	return new Map(
		open.map((item) => {
			const isListed = names.has(normalizeKey(item.payload.device_name));
			return [item.payload, settle(item, isListed)];
		}),
	);
}

/** Tells whether agents whose update is open have the display name that was sent. */
export async function lookUpUpdated<
	P extends Payload & { agent_id: string; display_name?: string; log_level?: string },
>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const open = written.filter((item) => isOpen(item) && item.payload.display_name !== undefined);
	const queries = open.map(({ payload }) => ({ agent_id: payload.agent_id }));
	const rows = new Map(
		(await findRows(service, LIST_AGENTS, agentsOf, queries)).map((row) => [
			asText(row.agent_id),
			row.display_name,
		]),
	);
	return new Map(
		open.map((item) => {
			const { agent_id, display_name, log_level } = item.payload;
			const isRenamed = rows.has(agent_id) ? rows.get(agent_id) === display_name : undefined;
			// The listing does not return the log level.
			const isDone = isRenamed === true && log_level !== undefined ? undefined : isRenamed;
			return [item.payload, settle(item, isDone)];
		}),
	);
}
