import { create } from './create';
import { deleteParserRule } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';

export const operations = [create, deleteParserRule, get, getMany, update] as const;
