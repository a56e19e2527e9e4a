import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import type { ApiClient } from '../http/client';
import type { Service } from '../pagination/service';

/** What a runner works with: one execution of one node. */
export interface Run {
	context: IExecuteFunctions;
	client: ApiClient;
	/** The service; its notes are shown beside the output, each once. */
	service: Service;
}

/** Adds a hint, where this n8n shows hints of a running node. n8n renders hints as HTML. */
export function addHint(
	context: IExecuteFunctions,
	message: string,
	type: NonNullable<NodeExecutionHint['type']>,
): void {
	if (typeof context.addExecutionHints !== 'function') return;
	context.addExecutionHints({ message: escapeHtml(message), location: 'outputPane', type });
}

const escapeHtml = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
