import { join } from 'node:path';

import {
	convertCompilerOptionsFromJson,
	createProgram,
	flattenDiagnosticMessageText,
	getPreEmitDiagnostics,
} from 'typescript';

import settings from '../../../tsconfig.json';

/** What the compiler finds in some files of a project; the rest of it is only read. */
export function compilerFindings(folder: string, files: readonly string[]): string[] {
	const given = { ...settings.compilerOptions, noEmit: true };
	const { options } = convertCompilerOptionsFromJson(given, folder);
	const program = createProgram(
		files.map((file) => join(folder, file)),
		options,
	);
	return files.flatMap((file) =>
		getPreEmitDiagnostics(program, program.getSourceFile(join(folder, file))).map(
			({ messageText }) => `${file}: ${flattenDiagnosticMessageText(messageText, '\n')}`,
		),
	);
}
