import { probe } from './cli';

let afterInterrupt = '';

process.once('SIGINT', () => {
	process.stdout.write(`\nInterrupted.\n${afterInterrupt}`);
	process.exit(130);
});

void probe(process.argv.slice(2), {
	token: process.env['PROBE_TOKEN'],
	print: (text) => process.stdout.write(text),
	onInterrupt: (text) => {
		afterInterrupt = text;
	},
}).then((code) => {
	process.exitCode = code;
});
