/** When a run began: what "now" and "today" mean in all of it. */
export interface Moment {
	/** In ms since 1970. */
	now: number;
	/** The IANA name of the workflow's time zone. */
	zone: string;
}
