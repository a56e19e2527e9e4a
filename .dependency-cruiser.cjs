/** Rooms from the ground up: each may use those before it. */
const rooms = [
	'secrets',
	'texts',
	'json',
	'nodeErrors',
	'times',
	'parameters',
	'http',
	'pagination',
	'records',
	'files',
	'operation',
	'engine',
].map((name) =>
	['secrets', 'texts', 'json', 'nodeErrors'].includes(name)
		? `^nodes/shared/${name}\\.ts$`
		: `^nodes/shared/${name}/`,
);

const looksDown = (ordered) =>
	ordered.slice(0, -1).map((path, index) => ({
		name: `${path.replace(/^\^nodes\/|\W+(ts\W*)?$/g, '')}-looks-down`,
		comment: 'Arrows between rooms run downwards only.',
		severity: 'error',
		from: { path },
		to: { path: ordered.slice(index + 1) },
	}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...looksDown(rooms),
		{
			name: 'operations-know-no-engine',
			comment: 'An operation is a value; only the engine runs it and only the client sends.',
			severity: 'error',
			from: { path: '^nodes/[^/]+/operations/' },
			to: { path: '^nodes/shared/(engine/|http/(client|exchange|connection)\.ts$)' },
		},
		{
			name: 'operations-stand-alone',
			comment: 'An operation is read without reading another; the node alone lists them.',
			severity: 'error',
			from: { path: '^nodes/[^/]+/operations/' },
			to: { path: '^nodes/[^/]+/operations/' },
		},
		{
			name: 'shared-has-rooms',
			comment:
				'Every file of nodes/shared lies in a room, so that the order of the rooms holds it.',
			severity: 'error',
			from: { path: '^nodes/' },
			to: { path: '^nodes/shared/', pathNot: rooms },
		},
		{
			name: 'shared-knows-no-resource',
			comment: 'What all nodes share names none of them.',
			severity: 'error',
			from: { path: '^nodes/shared/' },
			to: { path: '^nodes/(?!shared/)' },
		},
		{
			name: 'contract-knows-no-reader',
			comment: 'A list says what the service lists; who reads it stands above.',
			severity: 'error',
			from: { path: '^nodes/contract/' },
			to: { path: '^nodes/(?!shared/|contract/)' },
		},
		{
			name: 'polling-knows-no-trigger',
			comment: 'A poll runs any trigger.',
			severity: 'error',
			from: { path: '^nodes/polling/' },
			to: { path: '^nodes/(?!shared/|polling/)' },
		},
		{
			name: 'editor-knows-no-node',
			comment:
				'What the editor calls lists things by their endpoint; it does not know the nodes that use it.',
			severity: 'error',
			from: { path: '^nodes/editor/' },
			to: { path: '^nodes/(?!shared/|contract/|editor/)' },
		},
		{
			name: 'resources-stand-alone',
			comment:
				'A resource is read without reading another. Alert and AlertTrigger share alerts, and the triggers share polling.',
			severity: 'error',
			from: { path: '^nodes/(?!shared/|contract/|editor/|polling/)([^/]+)/' },
			to: { path: '^nodes/(?!shared/|contract/|editor/|alerts/|polling/|$1/)' },
		},
		{
			name: 'only-the-host-at-run-time',
			comment: "A user has n8n-workflow and Node's crypto beside the package and nothing else.",
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { pathNot: '^(nodes|credentials)/|^node_modules/n8n-workflow/|^crypto$' },
		},
		{
			name: 'support-knows-no-suite',
			comment: 'What tests stand on does not depend on a test or a tool.',
			severity: 'error',
			from: { path: '^test/(support|cases)/' },
			to: { path: '^test/(?!support/|cases/)' },
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
