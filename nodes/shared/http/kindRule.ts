/** How n8n's poll back-off treats an error; the cause of `failure` in the options of NodeApiError. */
type Cause =
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid';

/** What is known of an error beside its kind. */
export interface ErrorFacts {
	/** The request as messages name it: `GET /log-sources`. */
	request?: string;
	/** The OAuth scope that the request needs. */
	scope?: string;
	/** HTTP status or network code. */
	httpCode?: string;
	/** The service's own code, for instance 07001113. */
	code?: string;
	/** What the service says in short, and all that it says in a sentence. */
	reason?: string;
	said?: string;
	/** How long the service asks to wait, in ms, as far as it is believed. */
	retryAfterMs?: number;
	/** Names of required parameters that the service misses. */
	missing?: readonly string[];
	/** How long an answer was waited for, in seconds. */
	seconds?: number;
	/** What is unexpected in an answer, where a redirect leads, or the size that an answer may have. */
	what?: string;
}

/** What follows from the kind of an error. */
export interface KindRule {
	/** Whether the service may have carried out the request. */
	applied: 'no' | 'unknown';
	/** Which requests may be sent again: all of them, those that change nothing, or none. */
	retry: 'always' | 'idempotent' | 'never';
	/** No other request can succeed with this credential. */
	stopsAll?: true;
	/** The service refuses the request in its own words. */
	isRefusal?: true;
	cause?: Cause;
	headline: (facts: ErrorFacts) => string;
	/** How to go on. */
	advice: (facts: ErrorFacts) => string;
}
