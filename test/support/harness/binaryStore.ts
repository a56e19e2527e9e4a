import { userFolder } from './environment';
import './log';

import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

/** Keeps the bytes of files on disk from now on, n8n's default outside queue mode, instead of in the items. */
export async function storeBinaryInFiles(): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.localStoragePath = join(userFolder, 'binary');
	config.mode = 'filesystem';
	await Container.get(BinaryDataService).init();
}

/** The bytes of a file that a node put into an item. */
export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}
