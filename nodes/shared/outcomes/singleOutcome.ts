import { dataOf, shownId, toId, type JsonObject } from '../json';
import type { Outcome } from './batchOutcome';

/** Reads an answer about its whole request: success with the id that it holds under a name. */
export const createdWith =
	(name: string) =>
	(body: JsonObject): Outcome => {
		const id = toId(dataOf(body)[name]);
		return id === undefined
			? { outcome: 'unknown', detail: `The service answered without a ${name}` }
			: { outcome: 'succeeded', extra: { [name]: shownId(id) } };
	};

/** Reads an answer about its whole request: success if its title is "success". */
export const titledSuccess = (body: JsonObject): Outcome => {
	const { title, detail } = dataOf(body);
	if (typeof title === 'string' && title.toLowerCase() === 'success') {
		return { outcome: 'succeeded' };
	}
	const said = [title, detail].filter((text) => typeof text === 'string').join(': ');
	return {
		outcome: 'unknown',
		detail: `The service did not say that it was done, but "${said}"`,
	};
};
