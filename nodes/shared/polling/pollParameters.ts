import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import type { Values } from '../operation/values';
import { ParameterReader } from '../parameters/reader';

/**
 * The validated parameters of a trigger; a poll has no items to read them for.
 * @throws InvalidParameterError
 */
export const pollParameters = <const F extends readonly INodeProperties[]>(
	host: IPollFunctions,
	fields: F,
): Values<F> =>
	new ParameterReader(
		{
			getNode: () => host.getNode(),
			getTimezone: () => host.getTimezone(),
			getNodeParameter: (name) => host.getNodeParameter(name),
		},
		fields,
	).read(0) as Values<F>;
