import { count } from './count';
import { exportAlerts } from './exportAlerts';
import { getBulkPage } from './getBulkPage';
import { getMany } from './getMany';
import { startBulkRequest } from './startBulkRequest';

export const operations = [count, exportAlerts, getMany, getBulkPage, startBulkRequest] as const;
