import type { IDataObject } from 'n8n-workflow';

/** How a trigger's state is stored: as JSON, beside its version and the number of the poll that wrote it. */
export interface StateFormat<State> {
	version: number;
	isState: (value: unknown) => value is State;
}

/**
 * The number of the poll that wrote the state. Each poll that writes raises it by one: of two states, the
 * one with the larger number is newer.
 */
export const pollNumber = ({ poll }: Readonly<IDataObject>): number => (isCount(poll) ? poll : 0);

/** The state in n8n's data for the node: `unusable` if this version cannot use what is stored. */
export function readState<State>(
	{ version, state }: Readonly<IDataObject>,
	format: StateFormat<State>,
): State | 'unusable' | undefined {
	if (version === undefined) return undefined;
	if (version !== format.version || typeof state !== 'string') return 'unusable';
	try {
		const value: unknown = JSON.parse(state);
		return format.isState(value) ? value : 'unusable';
	} catch {
		return 'unusable';
	}
}

/** Writes a state if it has changed: any write makes n8n store all of it. */
export function writeState(data: IDataObject, state: unknown, version: number): void {
	const text = JSON.stringify(state);
	if (data.state !== text || data.version !== version) {
		Object.assign(data, { version, state: text, poll: pollNumber(data) + 1 });
	}
}

/** Whether a value is a whole number of 32 bits: a count, or seconds since 1970 before 2106. */
export const isCount = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
