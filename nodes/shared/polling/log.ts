/** Where a poll says what users should know: n8n shows no hints of a poll. */
export interface Log {
	info: (message: string) => void;
	warn: (message: string) => void;
}

/** Says that the state is of another service, and that it is not used. */
export function warnOfOtherService(service: string, log: Log): void {
	log.warn(`The credential has another base URL: what was remembered of ${service} is not used`);
}
