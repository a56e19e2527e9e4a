import { create } from './create';
import { deleteParserRule } from './delete';
import { getMany } from './getMany';
import { update } from './update';

export const operations = [create, deleteParserRule, getMany, update] as const;
