import { probe } from './probe';

void probe(process.argv.slice(2), process.env['PROBE_TOKEN'], (text) => {
	process.stdout.write(text);
}).then((code) => {
	process.exitCode = code;
});
