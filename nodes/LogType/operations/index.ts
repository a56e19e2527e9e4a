import { create } from './create';
import { deleteLogType } from './delete';
import { get } from './get';
import { getMany } from './getMany';

export const operations = [create, deleteLogType, get, getMany] as const;
