import { describeResults } from '../support/cases/results';
import { someReadings } from '../support/service/switches';

for (const { name, switches } of someReadings()) describeResults(name, switches);
