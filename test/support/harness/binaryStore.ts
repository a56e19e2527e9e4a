import { userFolder } from './environment';
import './log';

import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Where n8n keeps the bytes of files: in the items themselves, or in files (its default outside queue mode). */
export type BinaryStore = 'memory' | 'files';

/** Sets where files written from now on are kept; until it is called they are kept in memory. */
export async function useBinaryStore(store: BinaryStore): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.localStoragePath = join(userFolder, 'binary');
	config.mode = store === 'files' ? 'filesystem' : 'default';
	await Container.get(BinaryDataService).init();
}

/** The bytes of a file that a node put into an item. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}
