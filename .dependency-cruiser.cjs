/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'operations-know-no-engine',
			comment: 'An operation is a value; only the engine runs it and only the wire sends.',
			severity: 'error',
			from: { path: '^nodes/[^/]+/operations/' },
			to: { path: '^nodes/shared/(engine/|http/client\.ts$)' },
		},
		{
			name: 'shared-knows-no-resource',
			comment: 'What all nodes share names none of them.',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: '^nodes/(?!shared/)' },
		},
		{
			name: 'resources-stand-alone',
			comment:
				'A resource is read without reading another; the trigger alone reads the alerts of one.',
			severity: 'error',
			from: { path: '^nodes/(?!shared/|AlertTrigger/)([^/]+)/' },
			to: { path: '^nodes/(?!shared/|$1/)' },
		},
		{
			name: 'only-the-host-at-run-time',
			comment: 'A user has n8n-workflow beside the package and nothing else.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes|credentials)/|^node_modules/n8n-workflow/' },
		},
		{
			name: 'sources-know-no-tests',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: '^test/' },
		},
		{
			name: 'no-cycles',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { circular: true },
		},
		{
			name: 'nothing-unresolvable',
			severity: 'error',
			from: { path: '^(nodes|credentials|test)/' },
			to: { couldNotResolve: true },
		},
	],
	options: {
		doNotFollow: { path: '^node_modules/' },
		tsConfig: { fileName: 'test/tsconfig.json' },
		preserveSymlinks: true,
		tsPreCompilationDeps: true,
		enhancedResolveOptions: {
			exportsFields: ['exports'],
			conditionNames: ['require', 'node', 'default', 'types'],
		},
	},
};
