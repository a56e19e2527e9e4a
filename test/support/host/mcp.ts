import type { IDataObject, INode } from 'n8n-workflow';

import { nodeOf, type WorkflowDefinition } from './definitions';

export interface McpTool {
	name: string;
	description: string;
	inputSchema: { properties: Record<string, { type: string; description?: string }> };
}

/** Makes a workflow that offers tools at `/mcp/<path>`. */
export const mcpWorkflow = (path: string, tools: readonly INode[]): WorkflowDefinition => ({
	name: path,
	nodes: [
		nodeOf(
			'Tools',
			'@n8n/n8n-nodes-langchain.mcpTrigger',
			{ authentication: 'none', path },
			{ typeVersion: 2, webhookId: path },
		),
		...tools,
	],
	connections: Object.fromEntries(
		tools.map(({ name }) => [name, { ai_tool: [[{ node: 'Tools', type: 'ai_tool', index: 0 }]] }]),
	),
});

/** Connects to the tools of a workflow as a model's client does, over streamable HTTP. */
export async function connectMcp(url: string) {
	const sessionHeaders: Record<string, string> = {};
	const send = async (method: string, params: object) =>
		await fetch(url, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				connection: 'close',
				'content-type': 'application/json',
				...sessionHeaders,
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
	const request = async <Result>(method: string, params: object): Promise<Result> => {
		const text = await (await send(method, params)).text();
		const data = text.split('\n').find((line) => line.startsWith('data: ')) ?? `data: ${text}`;
		const message = JSON.parse(data.slice(6)) as { result?: Result; error?: unknown };
		if (message.result !== undefined) return message.result;
		throw new Error(`${method}: ${JSON.stringify(message.error)}`);
	};
	const clientInfo = { name: 'test', version: '1' };
	const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
	const { headers } = await send('initialize', params);
	sessionHeaders['mcp-session-id'] = headers.get('mcp-session-id') ?? '';
	return {
		tools: async () => (await request<{ tools: McpTool[] }>('tools/list', {})).tools,
		/** Returns what a model receives from a tool: its items, or the message of a refusal. */
		call: async (name: string, args: IDataObject) => {
			type Called = { content: Array<{ text: string }> };
			const { content } = await request<Called>('tools/call', { name, arguments: args });
			const text = content.map((part) => part.text).join('\n');
			return { text, items: text.startsWith('[') ? (JSON.parse(text) as IDataObject[]) : [] };
		},
	};
}
