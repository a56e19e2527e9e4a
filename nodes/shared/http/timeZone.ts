import { asText } from '../json';

/**
 * The time zone that a credential names; undefined if it names none.
 * @throws Error if no such zone is known
 */
export function timeZoneOf(value: unknown): string | undefined {
	const name = asText(value).trim();
	if (name === '') return undefined;
	const zone = knownZone(name);
	if (zone !== undefined) return zone;
	throw new Error(
		`There is no time zone "${name.slice(0, 60)}": set Time Zone of the Service to a name such as Europe/Berlin or UTC, or leave it empty`,
	);
}

function knownZone(timeZone: string): string | undefined {
	try {
		return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone;
	} catch {
		return undefined;
	}
}
