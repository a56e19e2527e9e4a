import { dirname } from 'node:path';

import { pack } from '../package/packed';
import { removeAtExit } from './temporaryFolder';

let packed: Promise<string> | undefined;

/**
 * Builds the package in a copy and packs it as for publishing, once a process.
 *
 * @returns the path of the tarball, which is there as long as this process
 */
export async function packTarball(): Promise<string> {
	packed ??= pack().then(({ tarball, directory }) => {
		removeAtExit(dirname(directory));
		return tarball;
	});
	return await packed;
}
