/** n8n's own engine in a test process: runs the package's nodes as n8n would, from the sources. */
export { readBinary, storeBinaryInFiles } from './binaryStore';
export { credentialType, nodeNames, nodeType } from './nodePackage';
export { listSearch, loadOptions, testCredential } from './nodeMethods';
export { runNode, runOperation, type NodeRequest, type NodeRun } from './runNode';
export { openTrigger, type Poll } from './trigger';
