import { readFileSync, writeFileSync } from 'node:fs';

/** The cost of one run: CPU seconds, and MB of memory above the idle process. */
export interface Cost {
	cpu: number;
	megabytes: number;
}

const megabytesOf = (field: 'VmRSS' | 'VmHWM'): number => {
	const [, kilobytes] =
		new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8')) ??
		[];
	return (Number(kilobytes) * 1_024) / 1e6;
};

/** Starts to measure this process. @returns a function that returns the cost so far */
export function measure(): () => Cost {
	const idleMegabytes = megabytesOf('VmRSS');
	const cpuBefore = process.cpuUsage();
	// This write resets the peak to the current memory.
	writeFileSync('/proc/self/clear_refs', '5');
	return () => {
		const { user, system } = process.cpuUsage(cpuBefore);
		return { cpu: (user + system) / 1e6, megabytes: megabytesOf('VmHWM') - idleMegabytes };
	};
}
