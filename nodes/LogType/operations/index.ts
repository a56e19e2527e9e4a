import { create } from './create';
import { deleteLogType } from './delete';
import { getMany } from './getMany';

export const operations = [create, deleteLogType, getMany] as const;
