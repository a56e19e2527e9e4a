import { exportAlerts } from './exportAlerts';
import { getBulkPage } from './getBulkPage';
import { getMany } from './getMany';
import { startBulkRequest } from './startBulkRequest';

export const operations = [exportAlerts, getBulkPage, getMany, startBulkRequest] as const;
