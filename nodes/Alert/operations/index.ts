import { getBulkPage } from './getBulkPage';
import { getMany } from './getMany';
import { startBulkRequest } from './startBulkRequest';

export const operations = [getBulkPage, getMany, startBulkRequest] as const;
