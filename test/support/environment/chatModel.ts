import type { FastifyInstance } from 'fastify';

/** The arguments of a tool, as JSON Schema. */
interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
}

interface Completion {
	messages: Array<{
		role: string;
		content: string | null;
		tool_calls?: Array<{ function: { name: string } }>;
	}>;
	tools?: Array<{ function: { name: string; parameters: Schema } }>;
}

/**
 * Makes a server a stand-in for a chat model, by OpenAI's endpoint for chat completions. It calls every
 * tool once, those that a person approves after the others, and answers with what they returned.
 *
 * @param valueOf gives what the model writes for an argument, by its name
 */
export function addChatModel(app: FastifyInstance, valueOf: (argument: string) => string): void {
	const argumentOf = (name: string, { type, properties }: Schema): unknown => {
		if (properties !== undefined) return argumentsFor(properties);
		return type === 'number' ? Number(valueOf(name)) : valueOf(name);
	};
	const argumentsFor = (properties: Record<string, Schema>): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, schema]) => [name, argumentOf(name, schema)]),
		);
	app.get('/models', () => ({ data: [] }));
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools = [] } }) => {
		const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls);
		const left = tools
			.map((tool) => tool.function)
			.filter(({ name }) => !calls.some((call) => call.function.name === name));
		// n8n wraps the arguments of a tool that a person approves.
		const free = left.filter(({ parameters }) => !parameters.properties?.['toolParameters']);
		const tool_calls = (free.length > 0 ? free : left).map(({ name, parameters }) => ({
			id: `call-${name}`,
			type: 'function',
			function: { name, arguments: JSON.stringify(argumentOf(name, parameters)) },
		}));
		const returned = messages.filter(({ role }) => role === 'tool');
		const content = returned.map((message) => message.content ?? '').join('\n');
		const [message, finish_reason] =
			tool_calls.length > 0
				? [{ role: 'assistant', content: null, tool_calls }, 'tool_calls']
				: [{ role: 'assistant', content }, 'stop'];
		return {
			...{ id: 'completion', object: 'chat.completion', created: 0, model: 'stand-in' },
			choices: [{ index: 0, message, finish_reason }],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});
}
