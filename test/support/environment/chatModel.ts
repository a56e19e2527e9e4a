import type { FastifyInstance } from 'fastify';

interface Completion {
	messages: Array<{
		role: string;
		content: string | null;
		tool_calls?: Array<{ function: { name: string } }>;
	}>;
	tools: Array<{ function: { name: string; parameters: { properties: object } } }>;
}

/** Makes the values that the model writes for the arguments of the tools in the examples. */
const makeArguments = () => ({
	start_time: new Date(Date.now() - 7_200_000).toISOString(),
	end_time: new Date().toISOString(),
	severity: 'critical, trouble',
	profile_ids: '',
	group_by: 'severity',
	hours: 24,
	log_source: 'CORP-PC-01',
	domain_name: 'corp.example.com',
	// Alerts and agents have different statuses.
	status: '',
});

/** Adds a stand-in for OpenAI's model, which calls each tool once, tools with approval last, and returns the results. */
export function addChatModel(app: FastifyInstance): void {
	app.post<{ Body: Completion }>('/chat/completions', ({ body: { messages, tools } }) => {
		const calls = messages.flatMap(({ tool_calls = [] }) => tool_calls);
		const calledNames = new Set(calls.map((call) => call.function.name));
		const todo = tools.map((tool) => tool.function).filter(({ name }) => !calledNames.has(name));
		// n8n wraps the arguments of a tool that a person approves.
		const freeTools = todo.filter(({ parameters }) => !('toolParameters' in parameters.properties));
		const toolArguments = makeArguments();
		const text = JSON.stringify({ ...toolArguments, toolParameters: toolArguments });
		const tool_calls = (freeTools.length > 0 ? freeTools : todo).map(({ name }) => ({
			id: `call-${name}`,
			type: 'function',
			function: { name, arguments: text },
		}));
		const results = messages.filter(({ role }) => role === 'tool');
		const content = results.map((message) => message.content).join('\n');
		const message = { role: 'assistant', ...(todo.length > 0 ? { tool_calls } : { content }) };
		return { choices: [{ message }] };
	});
}
