import fastify from 'fastify';

/** A function that the model may call, as it is offered one. */
interface OfferedTool {
	function: { name: string; parameters: { properties?: Record<string, unknown> } };
}

interface Message {
	role: string;
	content: string | null;
}

interface Completion {
	messages: Message[];
	tools?: OfferedTool[];
}

/** A stand-in for a chat model that calls every tool once, and then answers with what they returned. */
export interface ChatModel {
	url: string;
	/** The tools that it was offered, by the names of their arguments. */
	offered: Map<string, string[]>;
	stop(): Promise<void>;
}

/**
 * Starts it on 127.0.0.1 with the endpoint for chat completions that OpenAI defined.
 *
 * @param written gives what the model writes for an argument, by its name
 */
export async function startChatModel(written: (argument: string) => string): Promise<ChatModel> {
	const offered = new Map<string, string[]>();
	const app = fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	app.get('/models', () => ({ data: [] }));
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools = [] } }) => {
		for (const { function: tool } of tools) {
			offered.set(tool.name, Object.keys(tool.parameters.properties ?? {}));
		}
		const returned = messages.filter(({ role }) => role === 'tool');
		const message =
			returned.length > 0
				? { content: returned.map(({ content }) => content ?? '').join('\n') }
				: {
						content: null,
						tool_calls: tools.map(({ function: tool }, index) => ({
							id: `call-${index}`,
							type: 'function',
							function: {
								name: tool.name,
								arguments: JSON.stringify(
									Object.fromEntries(
										(offered.get(tool.name) ?? []).map((name) => [name, written(name)]),
									),
								),
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
					finish_reason: returned.length > 0 ? 'stop' : 'tool_calls',
				},
			],
			usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
		};
	});
	return {
		url: await app.listen({ host: '127.0.0.1', port: 0 }),
		offered,
		stop: async () => {
			await app.close();
		},
	};
}
