import { NoMoreAnswers, type ProbedService } from './client';
import type { Question } from './question';

export interface Finding extends Pick<Question, 'question' | 'expects' | 'means'> {
	/** What the service does; undefined if it does not show it. */
	answer: string | undefined;
	result: 'fits' | 'does not fit' | 'not shown';
}

/** Asks all questions. After {@link NoMoreAnswers} the remaining ones are not shown. */
export async function askAll<Service extends ProbedService>(
	questions: ReadonlyArray<Question<Service>>,
	service: Service,
): Promise<Finding[]> {
	const findings: Finding[] = [];
	let hasAnswers = true;
	for (const { asks, ...question } of questions) {
		let answer: string | undefined;
		try {
			answer = hasAnswers ? await asks(service) : undefined;
		} catch (error) {
			if (!(error instanceof NoMoreAnswers)) throw error;
			hasAnswers = false;
			answer = error.message;
		}
		findings.push({ ...question, answer, result: resultOf(answer, question.expects) });
	}
	return findings;
}

function resultOf(answer: string | undefined, expects: string): Finding['result'] {
	if (answer === undefined) return 'not shown';
	const fits = expects
		.split(' / ')
		.some((text) => answer === text || answer.startsWith(`${text}: `));
	return fits ? 'fits' : 'does not fit';
}

/** The findings as a table that can be pasted into an issue. */
export const tableOf = (findings: readonly Finding[]): string =>
	[
		'| Question | This service | The package expects | Result | If it does not fit |',
		'| --- | --- | --- | --- | --- |',
		...findings.map(({ question, answer = '', expects, result, means }) => {
			const consequence = result === 'does not fit' ? means : '';
			return `| ${[question, answer, expects, result, consequence].join(' | ')} |`;
		}),
	].join('\n');
