import { jest } from '@jest/globals';
import fc from 'fast-check';
import * as isolation from 'n8n-core/dist/nodes-loader/load-class-in-isolation';

// A fixed seed gives a commit the same result each time; `npm run soak` draws other seeds for the triggers.
fc.configureGlobal({ seed: 20_260_301 });

// n8n-core is loaded outside jest, but only jest can load the nodes' sources.
Object.assign(isolation, {
	loadClassInIsolation: (path: string, name: string): unknown => {
		const { [name]: Loaded } = jest.requireActual<Record<string, new () => unknown>>(path);
		return Loaded && new Loaded();
	},
});
