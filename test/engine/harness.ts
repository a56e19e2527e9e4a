/** n8n's own engine in a test process: runs the package's nodes as n8n would, from the sources. */
export { readBinary, useBinaryStore, type BinaryStore } from './binaryStore';
export { listSearch, type ListSearchRequest } from './listSearch';
export type { LogLine } from './log';
export { credentialType, nodeNames, nodeType } from './nodePackage';
export { runNode, type NodeRequest, type NodeRun } from './runNode';
export { testCredential } from './testCredential';
export {
	openTrigger,
	poll,
	type Emission,
	type Poll,
	type Trigger,
	type TriggerSetting,
} from './trigger';
