/** Where a poll says what users should know: n8n shows no hints of a poll. */
export interface Log {
	info: (message: string) => void;
	warn: (message: string) => void;
}
