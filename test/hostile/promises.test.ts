import { describe, expect, it } from '@jest/globals';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { caseWorld } from '../support/cases/world';
import type { Mistake } from '../support/hostile/mistakes';
import { sceneNamed } from '../support/hostile/scenes';
import { WatchedProcess, type WatchedRun } from '../support/hostile/watch';
import { documented } from '../support/service/switches';
import { useService } from '../support/service/useService';
import { entries } from '../support/work';

const service = useService({
	world: caseWorld,
	token: 'canary.token+of/this=test',
	switches: { ...documented.switches, searchRequires: 'nothing', bulkFetchesBeforeReady: 0 },
});

interface Row {
	scene: string;
	parameters?: INodeParameters;
	items?: readonly IDataObject[];
	/** What the service answers, one after the other. */
	answers?: readonly unknown[];
	setup?: () => void;
	/** Whether the promise is kept. */
	holds: (run: Required<Pick<WatchedRun, 'said' | 'shown'>>) => boolean;
	mistake: Mistake;
}

const PASSWORD = 'canary "word" \\ with/ß€';
const account = (user_name: string, password: string) => ({ credentials: { user_name, password } });

const rowsOf = (page: number) => Array.from({ length: 100 }, (_none, n) => ({ n: `${page} ${n}` }));
const pages = (count: number, of: (page: number) => number, total_items?: number) =>
	Array.from({ length: count }, (_none, page) => ({
		data: rowsOf(of(page)),
		meta: { cursor: 'c', ...(total_items !== undefined && { total_items }) },
	}));

const FORMULAS = ['=1+1', '＝1+1', '\t=1', '\r=1', '\0=1', '\u200b=1', '-1+1'];

const filesOf = ({ outputs }: Required<WatchedRun>['shown']) =>
	outputs.flat().flatMap(({ binary = {} }) => Object.values(binary));

const CONTROL = /[^\P{Cc}\n]/u;

const ROWS: Record<string, Row> = {
	'secrets that a service echoes are hidden': {
		scene: 'agent.add',
		parameters: account('canary\\user', PASSWORD),
		setup: () => service.faults.push({ kind: 'echo' }),
		holds: ({ shown }) =>
			[service.token, JSON.stringify(PASSWORD).slice(1, -1)].every(
				(secret) => !JSON.stringify(shown).includes(secret),
			),
		mistake: 'no secret is hidden',
	},
	'a password that is a word changes no count': {
		scene: 'agent.add',
		parameters: { ...account('1000', 'agent'), device_name: 'PC-1' },
		answers: [
			{
				data: {
					title: 'success',
					summary: { total_agents: '1', successful_additions: '1', failed_deletions: '0' },
					detail: '1000 agents',
				},
			},
		],
		holds: ({ shown }) => shown.outputs[0]?.[0]?.json['outcome'] === 'succeeded',
		mistake: 'ordinary words are hidden',
	},
	'a search in a circle of three pages ends': {
		scene: 'alert.getAll',
		parameters: { returnAll: true },
		answers: pages(40, (page) => page % 3),
		holds: ({ said }) => /its pages go in a circle of 3/.test(said) && service.requests.length < 10,
		mistake: 'pages are not remembered',
	},
	'a search that counts 40 alerts and serves new ones without end ends': {
		scene: 'alert.getAll',
		parameters: { returnAll: true },
		answers: pages(40, (page) => page, 40),
		holds: ({ said }) =>
			/it counts 40 records and has served/.test(said) && service.requests.length < 10,
		mistake: 'pages are not remembered',
	},
	'a list whose answers have more than 500 MB together ends': {
		scene: 'alert.getAll',
		parameters: { returnAll: true },
		answers: pages(18, (page) => page).map((page) => JSON.stringify(page) + ' '.repeat(30_000_000)),
		holds: ({ said }) =>
			/have more than 500 MB together/.test(said) && service.requests.length === 17,
		mistake: 'what is kept is not counted',
	},
	'a nesting of 5,000 levels is refused': {
		scene: 'logSource.getAll',
		answers: [`{"data":{"log_sources":[{"a":${'['.repeat(5000)}${']'.repeat(5000)}}]}}`],
		holds: ({ said }) => /larger than 100 levels/.test(said) && service.requests.length === 1,
		mistake: 'levels are not counted',
	},
	'the hints of a run have less than 10 kB, and its log no control characters': {
		scene: 'logSource.add',
		parameters: { log_source: '={{ $json.log_source }}', options: { lookUpUnknown: false } },
		items: entries(100),
		answers: [
			{
				data: {
					summary: { total_log_sources: 100, successful_additions: 0, failed_additions: 100 },
					failed_log_sources: entries(100).map(({ log_source }) => ({
						log_source,
						issue: `${log_source}\u001b[2J`.repeat(1000),
					})),
				},
			},
		],
		holds: ({ shown: { hints, texts } }) =>
			JSON.stringify(hints).length < 10_000 &&
			!texts.some((text) => text.length > 10_000 || CONTROL.test(text)),
		mistake: 'texts are not cut',
	},
	'a formula in a name is text in a table': {
		scene: 'alert.exportAlerts',
		parameters: { format: 'csv' },
		setup: () => {
			const eventTime = Date.parse('2026-03-01T11:00Z') / 1000;
			service.arrive(FORMULAS.map((message) => ({ message, eventTime })));
		},
		holds: ({ shown }) => {
			const [text = ''] = filesOf(shown).map(({ data }) => Buffer.from(data, 'base64').toString());
			return FORMULAS.every((formula) => text.includes(`'${formula}`));
		},
		mistake: 'cells are written as they are',
	},
	'the name of a file has no folder': {
		scene: 'alert.exportAlerts',
		parameters: { format: 'csv', options: { fileName: '../../etc/pass\0wd' } },
		holds: ({ shown }) => filesOf(shown)[0]?.fileName?.startsWith('passwd.') === true,
		mistake: 'file names are taken as they are',
	},
	'a pattern of more than 10,000 characters is not sent': {
		scene: 'parserRule.create',
		parameters: { regex: `(${'a?'.repeat(5000)})` },
		holds: ({ said }) => /Pattern has 10002 characters/.test(said),
		mistake: 'patterns may be of any length',
	},
	'a sample log of more than 100,000 characters is not sent': {
		scene: 'parserRule.create',
		parameters: { options: { sample_log: 'a'.repeat(100_001) } },
		holds: ({ said }) => /Sample Log has 100001 characters/.test(said),
		mistake: 'patterns may be of any length',
	},
};

async function run(
	{ scene: name, parameters, items, answers = [], setup }: Row,
	mistake?: Mistake,
) {
	const scene = sceneNamed(name);
	await scene.setup?.(service);
	setup?.();
	for (const answer of answers) {
		const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
		service.faults.push({ kind: 'raw', text, times: 1 });
	}
	service.clearRequests();
	// On a busy machine n8n loads slowly.
	const host = new WatchedProcess({}, 50_000);
	try {
		return await host.run({
			client: 'node',
			node: scene.node,
			parameters: { ...scene.parameters, ...parameters },
			items: (items ?? scene.items.slice(0, 1)).map((json) => ({ json })),
			credentials: { baseUrl: service.url, accessToken: service.token, requestsPerMinute: 0 },
			...(items && { onError: 'continueRegularOutput' }),
			...(mistake && { mistake }),
		});
	} finally {
		host.stop();
	}
}

const keeps = ({ holds }: Row, { said = '', shown }: WatchedRun): boolean =>
	shown !== undefined && holds({ said, shown });

describe.each(Object.entries(ROWS))('%s', (_name, row) => {
	it('holds', async () => {
		const kept = await run(row);
		expect(keeps(row, kept)).toBe(true);
		expect(kept).toMatchObject({ left: 0 });
	});

	it(`but not if ${row.mistake}`, async () => {
		expect(keeps(row, await run(row, row.mistake))).toBe(false);
	});
});
