import type { Send } from '../http/request';

/** What an operation uses beyond its own parameters: the service, and notes for the user. */
export interface Service {
	send: Send;
	/** Waits that many ms. @throws NodeOperationError if the execution is cancelled */
	pause: (ms: number) => Promise<void>;
	/** Shows a note beside the result: a warning, or an information that nothing depends on. */
	note: (message: string, type?: 'warning' | 'info') => void;
	/** Receives the service's own count of the records, and how many requests are left to read them. */
	counted?: (total: number, requestsLeft: number) => void;
	/** How many pages of a list may be on their way at the same time at most, whatever its options say. */
	pagesAtOnce?: number;
	/** The time zone of the service, if the credential names it. */
	timeZone?: string | undefined;
}
