import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import type { IDataObject } from 'n8n-workflow';

import { messageWithAdvice } from '../../nodes/shared/nodeErrors';
import { asText } from '../../nodes/shared/texts';
import { runOperation } from '../support/harness/harness';
import type { WorkflowDefinition } from '../support/host/definitions';
import { useService } from '../support/service/useService';
import { errorOf } from '../support/unit/errorOf';
import { exampleFiles, folder } from '../tools/demo/exampleFiles';
import { expectations } from '../tools/demo/expectations';

const NOTE = '.stickyNote';
const READS: readonly unknown[] = ['count', 'get', 'getAll'];

/** Tools of an AI agent that change something without the approval of a person. */
const unapproved = ({ nodes, connections }: WorkflowDefinition): string[] => {
	const approvals = nodes.filter(({ type }) => type.endsWith('HitlTool')).map(({ name }) => name);
	const isApproved = (name: string) => {
		const users = (connections[name]?.['ai_tool'] ?? []).flatMap((links) => links ?? []);
		return users.every(({ node }) => approvals.includes(node));
	};
	return nodes
		.filter(({ name, type }) => type.endsWith('Tool') && !approvals.includes(name))
		.filter(
			({ name, parameters: { operation } }) => !READS.includes(operation) && !isApproved(name),
		)
		.map(({ name }) => name);
};

it('every example has a section on the page of examples, and an expectation in each world', () => {
	const page = readFileSync(join(folder, 'README.md'), 'utf8');
	const files = exampleFiles().map(({ file }) => file);
	for (const expected of Object.values(expectations)) {
		expect(Object.keys(expected).sort()).toEqual(files);
	}
	for (const { file, workflow } of exampleFiles()) {
		expect(page).toContain(`## ${workflow.name}\n`);
		expect(page).toContain(`(${file})`);
	}
});

describe.each(exampleFiles())('$file', ({ workflow }) => {
	const { nodes, connections } = workflow;

	it('holds no id of an instance, account or owner', () => {
		expect(Object.keys(workflow).sort()).toEqual(['connections', 'name', 'nodes', 'settings']);
		const stored = nodes.flatMap(({ credentials = {} }) => Object.values(credentials));
		expect(stored.filter(({ id }) => id !== '')).toEqual([]);
		expect(JSON.stringify(workflow)).not.toMatch(/cachedResult|localhost|127\.0\.0\.1/);
	});

	it('has a note that says what it does, which credential to choose and what to change', () => {
		const [note, ...more] = nodes.filter(({ type }) => type.endsWith(NOTE));
		const text = asText(note?.parameters['content']);
		expect(more).toEqual([]);
		expect(text).toMatch(/^## .+\n.{80}.*\n\n[^]*\*\*Credential:\*\* [^]*\n\n\*\*Change:\*\* /);
		// Each bold text of the note heads a part of the note, or names a node.
		const bold = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name);
		const named = bold.filter((name) => !/[.:]$/.test(name));
		expect(nodes.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
	});

	it('connects every node', () => {
		const targets = Object.values(connections).flatMap((kinds) =>
			Object.values(kinds).flatMap((outputs) =>
				outputs.flatMap((links) => (links ?? []).map(({ node }) => node)),
			),
		);
		const steps = nodes.filter(({ type }) => !type.endsWith(NOTE)).map(({ name }) => name);
		expect([...new Set([...targets, ...Object.keys(connections)])].sort()).toEqual(steps.sort());
	});

	it('gives an AI agent only tools that read, or that a person approves', () => {
		expect(unapproved(workflow)).toEqual([]);
	});
});

describe('an expression of an example', () => {
	const service = useService();

	/** The value of a parameter for one item: n8n evaluates it as the query of a search. */
	const evaluated = async (query: unknown, json: IDataObject): Promise<unknown> => {
		const filters = { query: asText(query) };
		await runOperation(service, 'alert.getAll', { filters }, { items: [json] });
		return service.requests.at(-1)?.body;
	};

	const nodesOf = (type: string) =>
		exampleFiles()
			.flatMap(({ workflow }) => workflow.nodes)
			.filter((node) => node.type === type);

	it('escapes names in each Slack message', async () => {
		const messages = nodesOf('n8n-nodes-base.slack');
		expect(messages.length).toBeGreaterThan(0);
		const text = '<!channel> <https://x|log in>';
		const json = { changes: [{ name: text, change: 'silent' }], subject: text };
		for (const { parameters } of messages) {
			expect(await evaluated(parameters['text'], json)).toHaveProperty(
				'query',
				expect.stringMatching(/^[^<>]*&lt;!channel&gt; &lt;https:\/\/x\|log in&gt;[^<>]*$/),
			);
		}
	});

	it.each([
		['unauthorized', 'token'],
		['missingScope', 'token'],
		['webPage', 'service'],
		['redirected', 'service'],
		['refused', 'service'],
	] as const)('finds the cause of an error of the kind %s: %s', async (kind, cause) => {
		const [value] = nodesOf('n8n-nodes-base.set').flatMap(({ parameters }) => {
			const { assignments = [] } = (parameters['assignments'] ?? {}) as {
				assignments?: IDataObject[];
			};
			return assignments.filter(({ name }) => name === 'cause').map((each) => each['value']);
		});
		const error = errorOf(kind, { scope: 'alerts.READ', httpCode: '403', request: 'GET /x' });
		const json = { error: { message: messageWithAdvice(error) } };
		expect(await evaluated(value, json)).toHaveProperty('query', cause);
	});
});

it('opens tickets with the same nodes in both workflows of the table of tickets', () => {
	const [first, second] = ['alerts-to-tickets.json', 'reconcile-alerts-and-tickets.json'].map(
		(name) => {
			const nodes = exampleFiles().find(({ file }) => file === name)?.workflow.nodes ?? [];
			const shared = nodes.slice(nodes.findIndex((node) => node.name === 'No Row Yet'));
			const same = shared.filter(({ type }) => !type.endsWith(NOTE));
			return same.map(({ id: _id, position: _position, ...node }) => node);
		},
	);
	expect(first?.length).toBeGreaterThan(10);
	expect(first).toEqual(second);
});

it('finds a tool that writes without approval', () => {
	const agent = exampleFiles().find(({ file }) => file === 'ask-about-alerts.json')?.workflow;
	if (agent === undefined) throw new Error('There is no example of an agent');
	const direct = { 'Delete a Log Source': agent.connections['Approve by Mail'] ?? {} };
	const connections = { ...agent.connections, ...direct };
	expect(unapproved({ ...agent, connections })).toEqual(['Delete a Log Source']);
});
