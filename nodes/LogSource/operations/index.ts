import { add } from './add';
import { deleteLogSources } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { setEventSourceFiles } from './setEventSourceFiles';
import { update } from './update';

export const operations = [
	add,
	deleteLogSources,
	get,
	getMany,
	setEventSourceFiles,
	update,
] as const;
