/** n8n's own engine in a test process: runs the package's nodes as n8n would, from the sources. */
export { readBinary, storeBinaryInFiles } from './binaryStore';
export { credentialType, nodeNames, nodeType } from './nodePackage';
export { listSearch, loadOptions } from './nodeMethods';
export { runNode, type NodeRequest, type NodeRun } from './runNode';
export { runOperation } from './runOperation';
export { testCredential } from './testCredential';
export { openTrigger, type Poll } from './trigger';
