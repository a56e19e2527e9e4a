/** Pictures of the guide by their files, each with what it shows; with a dark one where there is. */
const PICTURES = [
	{
		light: 'editor-light.png',
		dark: 'editor-dark.png',
		shows: 'The nodes in the editor of n8n',
	},
	{ light: 'alert-workflow.png', shows: 'A workflow that makes tickets of alerts' },
	{
		light: 'onboarding-result.png',
		shows: 'The result of onboarding computers: an outcome for each item',
	},
] as const satisfies ReadonlyArray<{ light: string; dark?: string; shows: string }>;

/** The pictures among the files of `docs/pictures`, in Markdown, a paragraph each. */
export const picturesOf = (files: ReadonlySet<string>): string =>
	PICTURES.filter(({ light }) => files.has(light))
		.map((picture) => {
			const image = `<img alt="${picture.shows}" src="docs/pictures/${picture.light}">`;
			if (!('dark' in picture) || !files.has(picture.dark)) return image;
			const source = `<source media="(prefers-color-scheme: dark)" srcset="docs/pictures/${picture.dark}">`;
			return `<picture>\n  ${source}\n  ${image}\n</picture>`;
		})
		.join('\n\n');
