import type { Service } from '../shared/pagination/service';
import { asText, type JsonObject } from '../shared/json';
import type { Payload, Written } from '../shared/operation/operation';
import type { Outcome } from '../shared/outcomes/batchOutcome';
import { normalizeKey } from '../shared/outcomes/namesakes';
import { settle, settleOpen } from '../shared/outcomes/settle';
import { findRows } from '../shared/pagination/wholeList';
import { AGENTS } from '../lists/agents';

/** Tells whether devices whose installation is open are listed as agents, by their names. */
export async function lookUpAdded<P extends Payload & { device_name: string }>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	return await settleOpen(written, async (open) => {
		const queries = open.map(({ payload }) => ({ agent_name: payload.device_name }));
		const found = await findRows(service, AGENTS, queries);
		const names = new Set(found.map(({ agent_name }) => normalizeKey(asText(agent_name))));
		return (item) => settle(item, names.has(normalizeKey(item.payload.device_name)));
	});
}

/** Tells whether agents whose update is open have the display name that was sent. */
export async function lookUpUpdated<
	P extends Payload & { agent_id: string; display_name?: string; log_level?: string },
>(
	written: ReadonlyArray<Written<P>>,
	_answers: readonly JsonObject[],
	service: Service,
): Promise<Map<P, Outcome>> {
	const renamed = written.filter(({ payload }) => payload.display_name !== undefined);
	return await settleOpen(renamed, async (open) => {
		const queries = open.map(({ payload }) => ({ agent_id: payload.agent_id }));
		const found = await findRows(service, AGENTS, queries);
		const names = new Map(found.map((row) => [asText(row.agent_id), row.display_name]));
		return (item) => {
			const { agent_id, display_name, log_level } = item.payload;
			const isRenamed = names.has(agent_id) ? names.get(agent_id) === display_name : undefined;
			// The listing does not return the log level.
			const isDone = isRenamed === true && log_level !== undefined ? undefined : isRenamed;
			return settle(item, isDone);
		};
	});
}
