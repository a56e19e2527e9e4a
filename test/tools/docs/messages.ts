import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import {
	createSourceFile,
	forEachChild,
	isCallExpression,
	isImportDeclaration,
	isNewExpression,
	isNoSubstitutionTemplateLiteral,
	isPropertyAssignment,
	isPropertyDeclaration,
	isStringLiteral,
	isTemplateExpression,
	ScriptTarget,
	type CallExpression,
	type NewExpression,
	type Node,
} from 'typescript';

const project = resolve(__dirname, '../../..');

/** Properties that describe: fields of the editor, or what to do besides a message. */
const DESCRIBES =
	/^(?:name|displayName|description|placeholder|hint|action|endpoint|verifyWith|errorMessage|subtitle|documentationUrl)$|Description$/;

/** What is called with a text that is part of a message: the message's beginning, and which argument. */
const PARTS: Readonly<Record<string, { begins: string; argument: number }>> = {
	bad: { begins: '… ', argument: 1 },
	unexpectedAnswer: { begins: '', argument: 1 },
};

/** What is called with texts that nobody has to act on. */
const NO_MESSAGE = /^TypeError$|\blogger\b|\.(?:info|debug)$/;

/**
 * The messages that a source can give, each with `…` for what is filled in: texts of at least four
 * words that begin with a capital letter or a quotation mark, and the parts of messages that other
 * functions put together.
 */
export function messagesIn(code: string): string[] {
	const found: string[] = [];
	const visit = (node: Node): void => {
		if (isImportDeclaration(node)) return;
		const isProperty = isPropertyAssignment(node) || isPropertyDeclaration(node);
		if (isProperty && DESCRIBES.test(node.name.getText())) return;
		if (isCallExpression(node) || isNewExpression(node)) {
			visitCall(node);
			return;
		}
		const text = textOf(node);
		if (text === undefined) forEachChild(node, visit);
		else if (/^(?!Allowed )["A-Z]/.test(text) && text.split(/\s+/).length >= 4) found.push(text);
		if (isTemplateExpression(node)) forEachChild(node, visit);
	};
	const visitCall = (node: CallExpression | NewExpression): void => {
		const called = node.expression.getText();
		const given = node.arguments ?? [];
		const part = PARTS[called];
		if (part === undefined) {
			visit(node.expression);
			// Advice goes with it.
			const messages = called === 'InvalidParameterError' ? given.slice(0, 1) : given;
			if (!NO_MESSAGE.test(called)) messages.forEach(visit);
			return;
		}
		const text = textOf(given[part.argument]);
		if (text !== undefined) found.push(`${part.begins}${text}`);
	};
	visit(createSourceFile('source.ts', code, ScriptTarget.Latest, true));
	return found;
}

function textOf(node: Node | undefined): string | undefined {
	if (node === undefined) return undefined;
	if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text;
	if (!isTemplateExpression(node)) return undefined;
	return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The messages of all nodes and credentials, each once. */
export function allMessages(): string[] {
	const sources = ['nodes', 'credentials'].flatMap((folder) =>
		readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => join(project, folder, file)),
	);
	return [...new Set(sources.flatMap((file) => messagesIn(readFileSync(file, 'utf8'))))];
}

/** Messages without a section of their own in the guide, which names them as code and explains them. */
export function unexplained(messages: readonly string[], guide: string): string[] {
	const explained = guide.split(/^#{2,} /m).flatMap((section) => {
		const words = section
			.replace(/^- `.*`$/gm, '')
			.split('\n')
			.slice(1)
			.join(' ');
		return words.trim().length < 40
			? []
			: [...section.matchAll(/^- `(.*)`$/gm)].map(([, message]) => message);
	});
	const known = new Set(explained);
	return messages.filter((message) => !known.has(message));
}
