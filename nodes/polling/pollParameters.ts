import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { ParameterReader } from '../shared/parameters/reader';
import type { Values } from '../shared/parameters/values';

/** Reads the parameters of a trigger, whose expressions see no items. @throws InvalidParameterError */
export function readPollParameters<const F extends readonly INodeProperties[]>(
	context: IPollFunctions,
	fields: F,
): Values<F> {
	const reader = new ParameterReader(
		{
			getNode: () => context.getNode(),
			getTimezone: () => context.getTimezone(),
			getNodeParameter: (path) => context.getNodeParameter(path),
		},
		fields,
	);
	const { values, error } = reader.read(0);
	if (error !== undefined) throw error;
	return values as Values<F>;
}
