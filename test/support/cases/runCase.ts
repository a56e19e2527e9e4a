import type { Case } from '../../cases';
import { accountOf } from '../account';
import { runOperation, type NodeRequest } from '../harness/harness';
import type { Service } from '../service/service';
import { withIds } from './wire';

type Setting = Pick<NodeRequest, 'onError'> &
	Partial<Pick<Case, 'parameters' | 'items'>> & { accessToken?: string };

/** Runs a case in n8n's engine. Afterwards the service holds only the requests of the node. */
export async function runCase(service: Service, testCase: Case, setting: Setting = {}) {
	const {
		parameters,
		items = testCase.items ?? [{}],
		accessToken = service.token,
		...rest
	} = setting;
	const setupMembers = await testCase.setup?.(service);
	service.clearRequests();
	const { largeIds } = service.switches;
	const allParameters = withIds({ ...testCase.parameters, ...parameters }, largeIds);
	return await runOperation(service, testCase.operation, allParameters, {
		items: items.map((json) => ({ ...withIds(json, largeIds), ...setupMembers })),
		credentials: { ...accountOf(service), accessToken },
		...rest,
	});
}
