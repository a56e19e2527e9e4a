import type { IDataObject } from 'n8n-workflow';

/** A state as n8n stores it: plain values, lists and objects as texts. */
export type StoredValues = Readonly<Record<string, string | number | boolean>>;

/**
 * Writes the values that differ from what is stored: any write makes n8n store all of it.
 * @param pollId the poll that writes
 * @returns whether anything was written
 */
export function writeChanged(data: IDataObject, values: StoredValues, pollId: string): boolean {
	const changed = Object.entries(values).filter(([name, value]) => data[name] !== value);
	for (const [name, value] of changed) data[name] = value;
	if (changed.length > 0) data.pollId = pollId;
	return changed.length > 0;
}

/** The value of a JSON text; undefined if it is none. */
export function parseText(text: unknown): unknown {
	if (typeof text !== 'string') return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Past this a number of seconds is no time that anything happened at (2106). */
const LAST_SECOND = 0xffff_ffff;

/** Whether a value is a whole number of seconds since 1970, or a count of that size. */
export const isSecond = (value: unknown): value is number =>
	typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= LAST_SECOND;

export const areSeconds = <Name extends string>(
	some: Readonly<Record<Name, unknown>>,
): some is Record<Name, number> => Object.values(some).every(isSecond);
