import { readFileSync } from 'node:fs';

import axios from 'axios';

import type { Cost } from './results';
import { cases } from './cases';

/** The bare loop of a case, in a process of its own; prints what it cost. */
async function run([name, url, token, file = '']: string[]): Promise<void> {
	const found = cases.find((each) => each.name === name);
	if (found === undefined) throw new Error(`There is no case ${String(name)}`);
	const client = axios.create({
		proxy: false,
		baseURL: `${String(url)}/api/v2`,
		headers: { Authorization: `Bearer ${String(token)}`, 'Content-Type': 'application/json' },
		maxContentLength: Infinity,
	});
	const idle = process.memoryUsage.rss();
	const before = process.cpuUsage();
	const started = performance.now();
	await found.loop(client, found.count, file);
	const seconds = (performance.now() - started) / 1000;
	const { user, system } = process.cpuUsage(before);
	const status = readFileSync('/proc/self/status', 'utf8');
	const peak = Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
	const cost: Cost = { seconds, cpu: (user + system) / 1e6, megabytes: (peak - idle) / 1e6 };
	process.stdout.write(JSON.stringify(cost));
}

void run(process.argv.slice(2));
