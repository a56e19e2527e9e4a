import './environment';
import './log';

import { join } from 'node:path';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService } from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

import { userFolder } from './environment';

/** Keeps file bytes on disk instead of in the items, as n8n does by default outside queue mode. */
export async function storeBinaryInFiles(): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	config.localStoragePath = join(userFolder, 'binary');
	config.mode = 'filesystem';
	await Container.get(BinaryDataService).init();
}

export async function readBinary(binary: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binary);
}
