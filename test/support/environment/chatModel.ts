import type { FastifyInstance } from 'fastify';

/** The arguments of a tool, as JSON Schema. */
interface Schema {
	type?: string;
	properties?: Record<string, Schema>;
}

interface Tool {
	function: { name: string; parameters: Schema };
}

interface Completion {
	messages: Array<{
		role: string;
		content: string | null;
		tool_calls?: Array<{ function: { name: string } }>;
	}>;
	tools?: Tool[];
}

/** Whether a person approves the tool before it runs: n8n wraps its arguments. */
const isGated = (tool: Tool): boolean =>
	'toolParameters' in (tool.function.parameters.properties ?? {});

/**
 * Makes a server a stand-in for a chat model, by OpenAI's endpoint for chat completions. It calls every
 * tool once, those that a person approves after the others, and answers with what they returned.
 *
 * @param valueOf gives what the model writes for an argument, by its name
 */
export function addChatModel(app: FastifyInstance, valueOf: (argument: string) => string): void {
	const argumentsFor = ({ properties = {} }: Schema): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(properties).map(([name, schema]): [string, unknown] => {
				if (schema.properties !== undefined) return [name, argumentsFor(schema)];
				return [name, schema.type === 'number' ? Number(valueOf(name)) : valueOf(name)];
			}),
		);
	app.get('/models', () => ({ data: [] }));
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools = [] } }) => {
		const called = messages.flatMap(({ tool_calls = [] }) =>
			tool_calls.map((call) => call.function.name),
		);
		const left = tools.filter((tool) => !called.includes(tool.function.name));
		const free = left.filter((tool) => !isGated(tool));
		const tool_calls = (free.length > 0 ? free : left).map(
			({ function: { name, parameters } }) => ({
				id: `call-${name}`,
				type: 'function',
				function: { name, arguments: JSON.stringify(argumentsFor(parameters)) },
			}),
		);
		const returned = messages.filter(({ role }) => role === 'tool');
		const isDone = tool_calls.length === 0;
		const message = isDone
			? { role: 'assistant', content: returned.map(({ content }) => content ?? '').join('\n') }
			: { role: 'assistant', content: null, tool_calls };
		return {
			id: 'completion',
			object: 'chat.completion',
			created: 0,
			model: 'stand-in',
			choices: [{ index: 0, message, finish_reason: isDone ? 'stop' : 'tool_calls' }],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});
}
