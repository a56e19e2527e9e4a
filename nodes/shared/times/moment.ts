/** When a run began: what "now" and "today" mean in all of it. */
export interface Moment {
	/** In ms since 1970. */
	now: number;
	/** The IANA name of the workflow's time zone. */
	zone: string;
}

/**
 * A moment in ISO 8601, in UTC and whole seconds: `2026-01-31T23:59:59Z`.
 * @param ms since 1970; what is beyond the second is cut off
 */
export const utcSecond = (ms: number): string => `${new Date(ms).toISOString().slice(0, -5)}Z`;
