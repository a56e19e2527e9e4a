import type { FastifyInstance } from 'fastify';

interface Completion {
	messages: Array<{
		role: string;
		content: string | null;
		tool_calls?: Array<{ function: { name: string } }>;
	}>;
	tools: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

/** What the model writes for each argument of the tools in the examples, as far as a tool has it. */
const writtenArguments = () => ({
	start_time: new Date(Date.now() - 7_200_000).toISOString(),
	end_time: new Date().toISOString(),
	severity: 'critical, trouble',
	time_range: 'last24Hours',
	group_by: 'severity',
	hours: 24,
	log_source: 'CORP-PC-01',
	domain_name: 'corp.example.com',
	state: 'active',
	status: 'agent_not_communicating',
});

/**
 * Makes a server a stand-in for a chat model, by OpenAI's endpoint for chat completions. It calls every
 * tool once, those that a person approves after the others, and answers with what they returned.
 */
export function addChatModel(app: FastifyInstance): void {
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools } }) => {
		const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls);
		const called = new Set(calls.map((call) => call.function.name));
		const left = tools.map((tool) => tool.function).filter(({ name }) => !called.has(name));
		// n8n wraps the arguments of a tool that a person approves.
		const free = left.filter(({ parameters }) => !('toolParameters' in parameters.properties));
		const written = writtenArguments();
		const text = JSON.stringify({ ...written, toolParameters: written });
		const tool_calls = (free.length > 0 ? free : left).map(({ name }) => ({
			id: `call-${name}`,
			type: 'function',
			function: { name, arguments: text },
		}));
		const returned = messages.filter(({ role }) => role === 'tool');
		const content = returned.map((message) => message.content).join('\n');
		const message = { role: 'assistant', ...(left.length > 0 ? { tool_calls } : { content }) };
		return { choices: [{ message }] };
	});
}
