import './log';

import { resolve } from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import { NodeHelpers, type ICredentialType, type INodeType, type INodeTypes } from 'n8n-workflow';

/** Loads the sources of the compiled files that package.json registers. */
class SourceLoader extends PackageDirectoryLoader {
	protected override resolvePath(file: string): string {
		const source = file.replace(/^dist\/(?=(?:nodes|credentials)\/.*\.js(?:on)?$)/, '');
		return super.resolvePath(source.replace(/\.js$/, '.ts'));
	}
}

const loader = new SourceLoader(resolve(__dirname, '../../..'));
const loaded = loader.loadAll();

/** Returns n8n's name of a node of this package, e.g. `n8n-nodes-log-management.agent`. */
export const typeName = (node: string) => `${loader.packageName}.${node}`;

export async function nodeType(name: string): Promise<INodeType> {
	await loaded;
	return NodeHelpers.getVersionedNodeType(loader.getNode(name).type);
}

export async function nodeNames(): Promise<string[]> {
	await loaded;
	return Object.keys(loader.nodeTypes);
}

export async function credentialType(name: string): Promise<ICredentialType> {
	await loaded;
	return loader.getCredential(name).type;
}

/** Returns the node types for a workflow: this package's types, and `local` types by their full names. */
export async function nodeTypes(local: Record<string, INodeType> = {}): Promise<INodeTypes> {
	await loaded;
	const get = (type: string, version?: number) =>
		local[type] ??
		NodeHelpers.getVersionedNodeType(
			loader.getNode(type.slice(type.lastIndexOf('.') + 1)).type,
			version,
		);
	return { getByName: (type) => get(type), getByNameAndVersion: get, getKnownTypes: () => ({}) };
}
