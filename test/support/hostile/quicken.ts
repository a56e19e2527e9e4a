import * as workflow from 'n8n-workflow';

import { sleep } from './quickSleep';

/** Makes the waits of what is loaded after this short, outside jest. */
export function quicken(): void {
	const loaded = require.cache[require.resolve('n8n-workflow')];
	if (loaded === undefined) throw new Error('n8n-workflow is not loaded');
	loaded.exports = { ...workflow, sleep };
}
