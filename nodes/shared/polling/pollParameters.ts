import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { ParameterReader } from '../parameters/reader';
import type { ParameterValues } from '../parameters/validate';

/**
 * The validated parameters of a trigger; a poll has no items to read them for.
 * @throws InvalidParameterError
 */
export const pollParameters = (
	host: IPollFunctions,
	fields: readonly INodeProperties[],
): ParameterValues =>
	new ParameterReader(
		{
			getNode: () => host.getNode(),
			getTimezone: () => host.getTimezone(),
			getNodeParameter: (name) => host.getNodeParameter(name),
		},
		fields,
	).read(0);
