import { expect, it } from '@jest/globals';

import { alertPages } from '../../../nodes/Alert/alertPages';
import { ApiError } from '../../../nodes/shared/http/apiError';
import { parseResponse } from '../../../nodes/shared/http/parseResponse';
import { Redactor } from '../../../nodes/shared/http/redact';
import type { ApiRequest } from '../../../nodes/shared/http/request';
import { scriptedService } from '../../support/unit/scriptedService';

const search: ApiRequest = { method: 'POST', path: '/alerts', body: {}, idempotent: true };

const refusal = (code: string): ApiError => {
	const answer = { status: 401, headers: {}, text: JSON.stringify({ code, title: 'Token' }) };
	const parsed = parseResponse(
		{ request: search, scope: 'alerts.READ', redactor: new Redactor([]) },
		answer,
		0,
	);
	if (parsed instanceof ApiError) return parsed;
	throw new Error('The answer is a refusal');
};

it.each([
	['07001113', 'The service refused the access token'],
	['00000101', 'The service refused the access token'],
	['00000106', 'The access token lacks the scope alerts.READ'],
])(
	'A token that is refused with %s on a later page is no refusal of the cursor',
	async (code, message) => {
		const { service, asked } = scriptedService((_request, index) =>
			index === 0 ? { data: [{ n: 1 }], meta: { cursor: 'c' } } : refusal(code),
		);
		const read = async (): Promise<void> => {
			for await (const page of alertPages(service, search)) expect(page.records.length).toBe(1);
		};
		await expect(read()).rejects.toThrow(message);
		expect(asked.length).toBe(2);
	},
);
