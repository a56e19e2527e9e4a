export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The start of a run, which defines "now" and "today" for all of it. */
export interface RunStart {
	/** In ms since 1970. */
	now: number;
	/** The IANA name of the workflow's time zone. */
	zone: string;
}

/** Writes a moment in ISO 8601, in UTC and whole seconds: `2026-01-31T23:59:59Z`. @param ms since 1970 */
export const isoTimeOfMs = (ms: number): string => `${new Date(ms).toISOString().slice(0, -5)}Z`;

/** Writes a moment as {@link isoTimeOfMs} does, from whole seconds since 1970. */
export const isoTimeOfSecond = (second: number): string => isoTimeOfMs(second * 1000);
