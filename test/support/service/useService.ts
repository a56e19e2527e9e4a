import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { Service, type ServiceOptions } from './service';

/** Makes a suite's service, which starts before the first test, resets before each test, and stops after the last. */
export function useService(options: ServiceOptions = {}): Service {
	const service = new Service(options);
	beforeAll(async () => {
		await service.start();
	});
	beforeEach(() => service.reset());
	afterAll(async () => await service.stop());
	return service;
}
