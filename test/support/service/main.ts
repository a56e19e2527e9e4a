import { parseArgs } from 'node:util';

import { demoWorld } from './demoWorld';
import { startService } from './service';
import { quota, type Switches } from './switches';
import { volumeWorld } from './volumeWorld';

const { values } = parseArgs({
	options: {
		port: { type: 'string', default: '0' },
		world: { type: 'string', default: 'demo' },
		computers: { type: 'string', default: '0' },
		'log-sources': { type: 'string', default: '0' },
		alerts: { type: 'string', default: '0' },
		'alerts-per-second': { type: 'string', default: '10' },
		arrivals: { type: 'string', default: '0' },
		latency: { type: 'string', default: '0' },
		token: { type: 'string' },
		https: { type: 'boolean', default: false },
		recording: { type: 'string', default: 'all' },
		quota: { type: 'boolean', default: false },
		switches: { type: 'string', default: '{}' },
	},
});

const run = async () => {
	const { world, token, recording } = values;
	if (world !== 'demo' && world !== 'volume') throw new Error(`No world called ${world}`);
	const service = await startService({
		port: Number(values.port),
		world:
			world === 'demo'
				? demoWorld
				: volumeWorld({
						computers: Number(values.computers),
						logSources: Number(values['log-sources']),
						alerts: Number(values.alerts),
						alertsPerSecond: Number(values['alerts-per-second']),
					}),
		latencyMs: Number(values.latency),
		https: values.https,
		recording: recording === 'counts' ? recording : 'all',
		switches: {
			...(values.quota && quota),
			...(JSON.parse(values.switches) as Partial<Switches>),
		},
		...(token === undefined ? {} : { token }),
	});
	if (Number(values.arrivals) > 0) service.arrivals(Number(values.arrivals));
	const stop = () => {
		void service.stop().then(() => process.exit(0));
	};
	process.once('SIGTERM', stop);
	process.once('SIGINT', stop);
	process.stdout.write(`${JSON.stringify({ url: service.url, token: service.token })}\n`);
};

run().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
