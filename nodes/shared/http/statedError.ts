import { asText, isObject, type JsonObject } from '../json';

/** What the service says of a request that it refuses. */
export interface StatedError {
	code: string;
	title: string;
	detail: string;
}

/**
 * The refusal that an answer states; undefined for an answer that states none. Recognised are the
 * shapes of the interface specification (Errors) and those of related interfaces of its maker:
 * `{code, title, detail}` and `{errorCode, errorMessage}` at the top, below `error` or below `data`
 * of an answer whose status is a failure, and `{ERROR_DESCRIPTION}`.
 */
export function statedError(body: JsonObject): StatedError | undefined {
	const { error, status, data } = body;
	if (isObject(error)) {
		const stated = errorIn(error);
		if (stated.code || stated.title || stated.detail) return stated;
	}
	if (isFailure(status)) {
		const { code, title, detail } = errorIn(isObject(data) ? data : {});
		return { code: code || 'failure', title: title || asText(body.summary), detail };
	}
	if (data !== undefined && data !== null) return undefined;
	const stated = errorIn(body);
	return stated.code || body.ERROR_DESCRIPTION !== undefined ? stated : undefined;
}

const isFailure = (status: unknown): boolean => /^(?:failure|failed|error)$/i.test(asText(status));

function errorIn(shape: JsonObject): StatedError {
	const code = asText(shape.code ?? shape.errorCode ?? shape.errorcode ?? shape.ERROR_CODE);
	return {
		code: /^\d+$/.test(code) ? code.padStart(8, '0') : code,
		title: asText(shape.title),
		detail: asText(shape.detail ?? shape.errorMessage ?? shape.message ?? shape.ERROR_DESCRIPTION),
	};
}
