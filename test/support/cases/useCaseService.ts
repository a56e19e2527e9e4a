import { documented, type Switches } from '../service/switches';
import { useService } from '../service/useService';
import { caseWorld } from './world';

/** Makes a suite's service that has the world of the cases and reads the specification plainly, but for `switches`. */
export const useCaseService = (switches: Partial<Switches> = {}, token?: string) =>
	useService({
		world: caseWorld,
		switches: { ...documented, ...switches },
		...(token !== undefined && { token }),
	});
