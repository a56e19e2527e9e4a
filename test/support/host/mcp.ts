import type { IDataObject, INode } from 'n8n-workflow';

import { nodeOf, type WorkflowDefinition } from './definitions';

/** A tool as an MCP client lists it. */
export interface McpTool {
	name: string;
	description: string;
	inputSchema: { properties: Record<string, { type: string; description?: string }> };
}

/** What a model receives from a tool: its items, or the message of a refusal. */
export interface McpResult {
	text: string;
	items: IDataObject[];
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
		tools.map(({ name }) => [
			name,
			{ ai_tool: [[{ node: 'Tools', type: 'ai_tool' as const, index: 0 }]] },
		]),
	),
});

/** Calls the tools of a workflow as a model's client does, over streamable HTTP. */
export class McpClient {
	private constructor(
		private readonly url: string,
		private readonly session: string,
	) {}

	static async connect(url: string): Promise<McpClient> {
		const clientInfo = { name: 'test', version: '1' };
		const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
		const { headers } = await new McpClient(url, '').send('initialize', params);
		return new McpClient(url, headers.get('mcp-session-id') ?? '');
	}

	async tools(): Promise<McpTool[]> {
		return (await this.request<{ tools: McpTool[] }>('tools/list', {})).tools;
	}

	async call(name: string, args: IDataObject): Promise<McpResult> {
		type Called = { content: Array<{ text: string }> };
		const { content } = await this.request<Called>('tools/call', { name, arguments: args });
		const text = content.map((part) => part.text).join('\n');
		const items = text.startsWith('[') ? (JSON.parse(text) as IDataObject[]) : [];
		return { text, items };
	}

	private async request<Result>(method: string, params: object): Promise<Result> {
		const text = await (await this.send(method, params)).text();
		const data = text.split('\n').find((line) => line.startsWith('data: ')) ?? `data: ${text}`;
		const message = JSON.parse(data.slice(6)) as { result?: Result; error?: unknown };
		if (message.result !== undefined) return message.result;
		throw new Error(`${method}: ${JSON.stringify(message.error)}`);
	}

	private async send(method: string, params: object): Promise<Response> {
		return await fetch(this.url, {
			method: 'POST',
			headers: {
				accept: 'application/json, text/event-stream',
				connection: 'close',
				'content-type': 'application/json',
				...(this.session !== '' && { 'mcp-session-id': this.session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
		});
	}
}
