import { readFileSync, writeFileSync } from 'node:fs';

/** The cost of one run: CPU seconds, and MB of memory above the idle process. */
export interface Cost {
	cpu: number;
	megabytes: number;
}

/** Starts to measure a process without its children. @returns a function that returns the cost so far */
export function measure(pid: number): () => Cost {
	const usage = () => {
		const status = readFileSync(`/proc/${pid}/status`, 'utf8');
		const bytes = (field: string) =>
			Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1_024;
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// Fields 14 and 15, in hundredths of a second, follow the name, which may contain spaces.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		const cpu = (Number(fields[11]) + Number(fields[12])) / 100;
		return { rss: bytes('VmRSS'), peakRss: bytes('VmHWM'), cpu };
	};
	const before = usage();
	// This write resets the peak to the current memory.
	writeFileSync(`/proc/${pid}/clear_refs`, '5');
	return () => {
		const { peakRss, cpu } = usage();
		return { cpu: cpu - before.cpu, megabytes: (peakRss - before.rss) / 1e6 };
	};
}
