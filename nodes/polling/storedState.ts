import type { IDataObject } from 'n8n-workflow';

/** The format of a trigger's state, which is stored as JSON beside its version and the number of its poll. */
export interface StateFormat<State> {
	version: number;
	isState: (value: unknown) => value is State;
}

/** Returns the number of the poll that wrote the state. The newer of two states has the larger number. */
export const pollNumberOf = ({ pollNumber }: Readonly<IDataObject>): number =>
	isUint32(pollNumber) ? pollNumber : 0;

/** Returns when the state was stored, in seconds since 1970 by the service's clock; undefined if none was. */
export const savedAtOf = ({ savedAt: second }: Readonly<IDataObject>): number | undefined =>
	isUint32(second) ? second : undefined;

/** Reads the state from n8n's data for the node; undefined if there is none that this version can read. */
export function readState<State>(
	{ version, state }: Readonly<IDataObject>,
	format: StateFormat<State>,
): State | undefined {
	if (version !== format.version || typeof state !== 'string') return undefined;
	try {
		const value: unknown = JSON.parse(state);
		return format.isState(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

/** Writes a state if it has changed, since n8n then stores all of it. @param second as in {@link savedAtOf} */
export function writeState(
	data: IDataObject,
	state: unknown,
	version: number,
	second: number,
): void {
	const text = JSON.stringify(state);
	if (data.state !== text || data.version !== version) {
		Object.assign(data, {
			version,
			state: text,
			pollNumber: pollNumberOf(data) + 1,
			savedAt: second,
		});
	}
}

/** Returns whether a value is a whole number of 32 bits: a count, or seconds since 1970 before 2106. */
export const isUint32 = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
