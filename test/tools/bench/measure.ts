import { readFileSync, writeFileSync } from 'node:fs';

/** What one run costs: seconds, seconds of the processor, MB of memory above the idle process. */
export interface Cost {
	seconds: number;
	cpu: number;
	megabytes: number;
}

/** Begins to measure a process, not what it started. @returns a function that says what it costs so far */
export function measure(pid: number): () => Cost {
	const usage = () => {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const bytes = (field: string) =>
			Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// Fields 14 and 15, counted after the name, which may hold spaces; in hundredths of a second.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const cpu = (Number(fields[11]) + Number(fields[12])) / 100;
		return { rss: bytes('VmRSS'), peakRss: bytes('VmHWM'), cpu };
	};
	const before = usage();
	// The peak is measured anew, from the memory used now.
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	const started = performance.now();
	return () => {
		const seconds = (performance.now() - started) / 1000;
		const { peakRss, cpu } = usage();
		return { seconds, cpu: cpu - before.cpu, megabytes: (peakRss - before.rss) / 1e6 };
	};
}
