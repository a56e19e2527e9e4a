// Prints what n8n's own rules for version 3 find in workflows: breakingChanges.cjs <n8n> <workflows.json>
const { readdirSync, readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [n8n = '', workflows = ''] = process.argv.slice(2);
const load = createRequire(join(n8n, 'package.json'));
const folder = join(n8n, 'dist/modules/breaking-changes/rules/v3');

/** Rules look up how many outputs a node has. */
const nodeTypes = { getByNameAndVersion: () => ({ description: { outputs: ['main'] } }) };

function rules() {
	load('reflect-metadata');
	return readdirSync(folder)
		.filter((file) => file.endsWith('.rule.js'))
		.flatMap((file) => Object.values(load(join(folder, file))))
		.filter((value) => typeof value === 'function' && value.prototype?.detectWorkflow)
		.map((Rule) => new Rule(nodeTypes));
}

async function main() {
	const findings = [];
	for (const workflow of JSON.parse(readFileSync(workflows, 'utf8'))) {
		const byType = grouped(workflow.nodes);
		for (const rule of rules()) {
			const { issues } = await rule.detectWorkflow({ settings: {}, ...workflow }, byType);
			findings.push(...issues.map(({ title }) => `${workflow.name}: ${title}`));
		}
	}
	process.stdout.write(JSON.stringify({ rules: rules().length, findings }));
}

function grouped(nodes) {
	const byType = new Map();
	for (const node of nodes) byType.set(node.type, [...(byType.get(node.type) ?? []), node]);
	return byType;
}

void main();
