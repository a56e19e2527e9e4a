import type { FastifyInstance } from 'fastify';

/** An argument of a tool, or all of them. */
interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
}

/** A function that the model may call, as it is offered one. */
interface OfferedTool {
	function: { name: string; parameters: Schema };
}

interface Message {
	role: string;
	content: string | null;
	tool_calls?: Array<{ function: { name: string } }>;
}

interface Completion {
	messages: Message[];
	tools?: OfferedTool[];
}

/** Whether a person approves the tool before it runs: n8n wraps its arguments. */
const isGated = ({ properties = {} }: Schema): boolean => 'toolParameters' in properties;

/**
 * Makes a server a stand-in for a chat model, by the endpoint for chat completions that OpenAI defined:
 * it calls every tool once, those that a person has to approve after the others, and then answers with
 * what they returned.
 *
 * @param written gives what the model writes for an argument, by its name
 */
export function addChatModel(app: FastifyInstance, written: (argument: string) => string) {
	/** The names of the tools that it was offered. */
	const offered = new Set<string>();
	const filled = ({ properties = {} }: Schema): unknown =>
		Object.fromEntries(
			Object.entries(properties).map(([name, schema]) => {
				if (schema.properties !== undefined) return [name, filled(schema)];
				const text = written(name);
				return [name, schema.type === 'number' ? Number(text) : text];
			}),
		);
	app.get('/models', () => ({ data: [] }));
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools = [] } }) => {
		for (const { function: tool } of tools) offered.add(tool.name);
		const called = messages.flatMap(({ tool_calls = [] }) =>
			tool_calls.map((call) => call.function.name),
		);
		const left = tools.filter(({ function: tool }) => !called.includes(tool.name));
		const free = left.filter(({ function: tool }) => !isGated(tool.parameters));
		const next = free.length > 0 ? free : left;
		const returned = messages.filter(({ role }) => role === 'tool');
		const message =
			next.length === 0
				? { content: returned.map(({ content }) => content ?? '').join('\n') }
				: {
						content: null,
						tool_calls: next.map(({ function: tool }) => ({
							id: `call-${tool.name}`,
							type: 'function',
							function: {
								name: tool.name,
								arguments: JSON.stringify(filled(tool.parameters)),
							},
						})),
					};
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [
				{
					index: 0,
					message: { role: 'assistant', ...message },
					finish_reason: next.length === 0 ? 'stop' : 'tool_calls',
				},
			],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});
	return { offered };
}
