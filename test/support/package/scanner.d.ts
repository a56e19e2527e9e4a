declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** What n8n lints of a package's source: globs from its folder. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints the files of a package folder by n8n's rules for verified packages, inline exceptions off. */
	export function analyzePackage(
		directory: string,
		filePatterns?: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
