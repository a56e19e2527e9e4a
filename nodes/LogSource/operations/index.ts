import { add } from './add';
import { deleteLogSources } from './delete';
import { getMany } from './getMany';
import { setEventSourceFiles } from './setEventSourceFiles';
import { update } from './update';

export const operations = [add, deleteLogSources, getMany, setEventSourceFiles, update] as const;
