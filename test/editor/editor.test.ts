import { afterAll, beforeAll, jest } from '@jest/globals';
import { describeCredential } from '../support/editor/credential';
import { describeNodePanel } from '../support/editor/nodePanel';
import { describeFirstWorkflow } from '../support/editor/firstWorkflow';
import { describeFields } from '../support/editor/fields';
import { describePanels } from '../support/editor/panels';
import { describeWorkflow } from '../support/editor/workflow';
import { describeExamples } from './examples';
import { describePictures } from '../support/editor/pictures';
import { startStage, type Stage } from '../support/editor/stage';

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
describePanels(onStage);
describeFields(onStage);
// n8n gives a new node the newest credential: here there is one, as the README has it.
describeFirstWorkflow(onStage);
describeCredential(onStage);
describeWorkflow(onStage);
describeExamples(onStage);
describePictures(onStage);
