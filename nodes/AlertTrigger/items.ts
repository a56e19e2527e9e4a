import type { INodeExecutionData } from 'n8n-workflow';

import { rowMakerOf } from '../alerts/alertRowMaker';
import { alertView } from '../alerts/alertView';
import type { ServiceAccess } from '../shared/pagination/pages';
import { asText } from '../shared/texts';
import type { NewAlert } from './emitted';
import type { Settings } from './fields';

/**
 * Returns a function that makes the items of a poll: one item for each alert, or one item with all alerts.
 * @throws InvalidParameterError if Output is Selected Fields and names none
 */
export function itemMaker({ emit, options }: Pick<Settings, 'emit' | 'options'>) {
	const view = alertView(options);
	return (
		alerts: readonly NewAlert[],
		service: Pick<ServiceAccess, 'timeZone'>,
	): INodeExecutionData[] => {
		const toRow = rowMakerOf(view, service);
		const rows = alerts.map(({ record, fingerprint, number }) =>
			toRow(record, fingerprint, number),
		);
		return emit === 'batch' && rows.length > 0
			? [{ json: { count: rows.length, alerts: rows } }]
			: rows.map((json) => ({ json }));
	};
}

/** Compares alerts by the text of Time, the earliest first. The text has no zone, so the order is right within one zone. */
export const byTime = (first: NewAlert, second: NewAlert): number =>
	asText(first.record.Time).localeCompare(asText(second.record.Time));
