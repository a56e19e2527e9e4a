import { add } from './add';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const operations = [add, get, getMany, update] as const;
