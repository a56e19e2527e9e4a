/** Tests of a room: its own, and those of the engine or of a trigger that run its sources. */
const engine = (room) => `{unit/shared/${room},engine}`;

/** The rooms of the sources: what is mutated, and the folders of tests that are to notice it. */
const ROOMS = {
	engine: ['nodes/shared/engine/**/*.ts', engine('engine')],
	files: ['nodes/shared/files/*.ts', engine('files')],
	http: ['nodes/shared/http/*.ts', '{unit/shared/http,unit/credentials,unit/editor,engine}'],
	json: ['nodes/shared/*.ts', '{unit/shared,engine}'],
	operation: ['nodes/shared/operation/*.ts', '{unit/shared/operation,engine,rules}'],
	pagination: ['nodes/shared/pagination/*.ts', engine('pagination')],
	parameters: ['nodes/shared/parameters/*.ts', engine('parameters')],
	polling: ['nodes/polling/*.ts', '{unit/polling,trigger}'],
	times: ['nodes/shared/times/*.ts', '{unit/shared/times,engine,trigger}'],
	alertTrigger: ['nodes/AlertTrigger/*.ts', 'trigger'],
	healthTrigger: ['nodes/HealthTrigger/*.ts', 'trigger'],
};

const { ROOM = 'times' } = process.env;
if (!(ROOM in ROOMS)) throw new Error(`Set ROOM to one of: ${Object.keys(ROOMS).join(', ')}`);
const [mutate, tests] = ROOMS[ROOM];
process.env.SUITE = 'mutation';
process.env.TESTS = tests;

/** Faults in conditions, each operand of which is to have a test in which it alone decides. */
const CONDITIONS = [
	'BooleanLiteral',
	'ConditionalExpression',
	'EqualityOperator',
	'LogicalOperator',
];

const MUTATORS = [
	...CONDITIONS,
	'ArithmeticOperator',
	'ArrayDeclaration',
	'ArrowFunction',
	'AssignmentOperator',
	'BlockStatement',
	'MethodExpression',
	'ObjectLiteral',
	'OptionalChaining',
	'Regex',
	'StringLiteral',
	'UnaryOperator',
	'UpdateOperator',
];

/**
 * Plants faults in the conditions of a room and counts those that tests notice:
 * `ROOM=http npm run stryker`.
 */
export default {
	testRunner: 'jest',
	// The nodes are loaded by their names, so that imports do not tell what a test runs.
	jest: { configFile: 'jest.config.js', enableFindRelatedTests: false },
	mutate: [mutate],
	mutator: { excludedMutations: MUTATORS.filter((name) => !CONDITIONS.includes(name)) },
	coverageAnalysis: 'perTest',
	// What runs when a file is loaded is mostly declarations, which the rules over all operations hold.
	ignoreStatic: true,
	ignorePatterns: ['dist', '.cache', 'coverage', 'reports'],
	concurrency: 2,
	timeoutMS: 60_000,
	reporters: ['html', 'clear-text', 'progress-append-only'],
	thresholds: { high: 95, low: 90, break: 80 },
	tempDirName: '.cache/stryker',
};
