declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** Globs of the source files that n8n lints, relative to the package's folder. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints a package folder by n8n's rules for verified packages and ignores inline exceptions. */
	export function analyzePackage(
		directory: string,
		filePatterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
