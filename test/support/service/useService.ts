import { afterAll, beforeAll, beforeEach } from '@jest/globals';

import { Service, type ServiceOptions } from './service';

/** A service for a suite: it starts before the first test, is reset before each, and stops after the last. */
export function useService(options: ServiceOptions = {}): Service {
	const service = new Service(options);
	beforeAll(async () => {
		await service.start();
	});
	beforeEach(() => service.reset());
	afterAll(async () => await service.stop());
	return service;
}
