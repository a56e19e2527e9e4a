import { afterAll, beforeAll, jest } from '@jest/globals';
import { describeCredential } from './credential';
import { describeNodePanel } from './nodePanel';
import { describeFields } from './fields';
import { describeWorkflow } from './workflow';
import { describePictures } from './pictures';
import { startStage, type Stage } from './stage';

// On a busy machine a browser may miss a moment; what fails twice is wrong.
jest.retryTimes(1, { logErrorsBeforeRetry: true });

// One n8n for all: its start takes longer than most of the tests.
let stage: Stage | undefined;

beforeAll(async () => {
	stage = await startStage();
});

afterAll(async () => {
	await stage?.stop();
});

const onStage = (): Stage => {
	if (stage === undefined) throw new Error('The editor is not open');
	return stage;
};

describeNodePanel(onStage);
describeFields(onStage);
describeCredential(onStage);
describeWorkflow(onStage);
describePictures(onStage);
