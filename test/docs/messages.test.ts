import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import { describe, expect, it } from '@jest/globals';

import { allMessages, messagesIn, unexplained } from '../tools/docs/messages';

const guide = readFileSync(resolve(__dirname, '../../docs/messages.md'), 'utf8');

describe('the messages of the nodes', () => {
	it('are all explained in the guide', () => {
		const messages = allMessages();
		expect(messages.length).toBeGreaterThan(50);
		expect(unexplained(messages, guide)).toEqual([]);
	});

	it('are explained only as long as there are such messages', () => {
		const known = new Set(allMessages());
		const listed = [...guide.matchAll(/^- `(.*)`$/gm)].map(([, message = '']) => message);
		expect(listed.filter((message) => !known.has(message))).toEqual([]);
	});

	it.each([
		['a new message', "throw new InvalidParameterError('The moon is in the way', 'Wait for it.');"],
		['a message in a refusal', "({ message: 'The moon is in the way', description: 'Too bad' });"],
		['one of two messages', "const said = late ? 'The moon is in the way' : 'no';"],
	])('are found missing where there is %s', (_what, code) => {
		expect(unexplained(messagesIn(code), guide)).toEqual(['The moon is in the way']);
	});

	it('are found with what is filled in', () => {
		const code = 'note(`The moon is ${n} miles away, ${m ? `and the sun is far ${m}` : ""}`);';
		expect(messagesIn(code)).toEqual(['The moon is … miles away, …']);
	});

	it('are found missing where the guide does not explain them', () => {
		const [message = ''] = messagesIn("new Error('The moon is in the way');");
		expect(unexplained([message], `## Moon\n\n- \`${message}\`\n`)).toEqual([message]);
		expect(
			unexplained(
				[message],
				`## Moon\n\n- \`${message}\`\n\nWait until the moon has gone by, then go on.\n`,
			),
		).toEqual([]);
	});

	it('are not what describes a field or goes into a log', () => {
		const code =
			"field({ displayName: 'The Moon In The Way' }); context.logger.warn('The moon is in the way');log.info('The moon is in the way');";
		expect(messagesIn(code)).toEqual([]);
	});
});
