import { asText, nameKey } from '../texts';

/** Makes the key of a record by its ID or by one of its names. The name of a record may equal the ID of another. */
export const recordKey = (kind: 'id' | 'name' | 'alias', value: unknown): string =>
	`${kind} ${nameKey(asText(value))}`;
