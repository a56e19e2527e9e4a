import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import type { Service } from '../pagination/service';
import type { Moment } from '../times/moment';
import { linkOf } from './messagesPage';

/** What a runner works with: one execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	client: ApiClient;
	/** The service; its notes are shown beside the output, each once. */
	service: Service;
	moment: Moment;
}

/** Characters at most of a hint, and bytes of all hints of a run. */
const LONGEST_HINT = 2000;
const MOST_HINTS = 10_000;

/** How long the hints of a run are together. */
const hinted = new WeakMap<IExecuteFunctions, number>();

/**
 * Adds a hint, if this n8n shows hints of a running node, and as long as all of them stay within
 * 10,000 bytes. n8n renders hints as HTML.
 */
export function addHint(
	context: IExecuteFunctions,
	message: string,
	type: NonNullable<NodeExecutionHint['type']>,
): void {
	if (typeof context.addExecutionHints !== 'function') return;
	const hint = `${escapeHtml(message.slice(0, LONGEST_HINT))}${linkOf(message)}`;
	const length = (hinted.get(context) ?? 0) + Buffer.byteLength(hint);
	if (length > MOST_HINTS) return;
	hinted.set(context, length);
	context.addExecutionHints({ message: hint, location: 'outputPane', type });
}

const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
