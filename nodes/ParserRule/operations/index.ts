import { create } from './create';
import { deleteParserRule } from './delete';
import { get } from './get';
import { getMany } from './getMany';
import { update } from './update';
import { upsert } from './upsert';

export const operations = [create, upsert, deleteParserRule, get, getMany, update] as const;
