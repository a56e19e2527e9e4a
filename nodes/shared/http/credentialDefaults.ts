/** Defaults of the credential's fields, which also hold for a credential that was saved without them. */
export const DEFAULT_TIMEOUT_SECONDS = 60;
export const DEFAULT_REQUESTS_PER_MINUTE = 60;
