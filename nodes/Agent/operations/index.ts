import { add } from './add';
import { getMany } from './getMany';
import { update } from './update';

export const operations = [add, getMany, update] as const;
