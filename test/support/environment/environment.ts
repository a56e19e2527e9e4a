import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fastify from 'fastify';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { temporaryFolder } from '../host/temporaryFolder';
import { addChatModel } from './chatModel';
import { startLocalHosts } from './localHosts';
import { startMailServer } from './mailServer';
import * as standIns from './standIns';

const HERE = { host: '127.0.0.1', port: 0 };

/** What the callers of the webhooks in the examples send. */
export const WEBHOOK_HEADER = { name: 'X-Token', value: 'a-secret-of-the-demo' };

/** What the example workflows use beside the service: stand-ins for what people have. */
export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

/** Starts all stand-ins on 127.0.0.1. @param token of the service, which the search of raw logs takes too */
export async function startEnvironment(token: string) {
	const { private: key, cert } = await generate([{ name: 'commonName', value: 'Demo' }], {
		extensions: [
			{
				name: 'subjectAltName',
				altNames: standIns.HOSTS.map((value) => ({ type: 2 as const, value })),
			},
		],
	});
	const certificate = join(await temporaryFolder('environment'), 'hosts.pem');
	await writeFile(certificate, cert);

	const app = fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	const jira = standIns.addJira(app);
	standIns.addLogSearch(app, token);
	addChatModel(app, writtenByModel);
	const url = await app.listen(HERE);
	const hosts = fastify({ forceCloseConnections: true, https: { key, cert } });
	const serviceNow = standIns.addServiceNow(hosts);
	const chat = standIns.addSlack(hosts);
	const { port } = new URL(await hosts.listen(HERE));
	const proxy = await startLocalHosts(standIns.HOSTS, Number(port));
	const mail = await startMailServer();
	const credentials: Record<string, ICredentialDataDecryptedObject> = {
		...standIns.ACCOUNTS,
		jiraSoftwareCloudApi: { ...standIns.ACCOUNTS.jiraSoftwareCloudApi, domain: url },
		smtp: { host: mail.host, port: mail.port, secure: false, disableStartTls: true },
		openAiApi: { apiKey: 'none', url },
		httpHeaderAuth: WEBHOOK_HEADER,
	};
	return {
		jira,
		serviceNow,
		/** The messages in the chat. */
		chat,
		/** The mails as they were sent. */
		mails: mail.mails,
		/** What n8n has to be started with to find the stand-ins. */
		variables: {
			HTTPS_PROXY: proxy.proxy,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
		},
		/** The data of the credentials by their types. */
		credentials,
		/** A node of an example with what a person chooses in it before the first run. */
		chosen: (node: INode): INode => ({
			...node,
			parameters: { ...node.parameters, ...choices(node, url) },
		}),
		stop: async () => {
			proxy.stop();
			await Promise.all([app.close(), hosts.close(), mail.stop()]);
		},
	};
}

function choices({ type, parameters }: INode, url: string): INodeParameters {
	const chosen = (value: string) => ({ __rl: true, mode: 'id', value });
	if (type === 'n8n-nodes-base.jira') {
		const { project, issueType } = standIns.JIRA;
		return { project: chosen(project), issueType: chosen(issueType) };
	}
	if (type === 'n8n-nodes-base.wait' && parameters['resume'] === undefined) {
		return { amount: 1, unit: 'seconds' };
	}
	return parameters['nodeCredentialType'] === 'logManagementApi'
		? { url: `${url}/api/v2/search` }
		: {};
}

/** What the model writes for the arguments of the tools in the examples. */
function writtenByModel(argument: string): string {
	const texts: Readonly<Record<string, string>> = {
		start_time: new Date(Date.now() - 7_200_000).toISOString(),
		end_time: new Date().toISOString(),
		severity: 'critical, trouble',
		time_range: 'last24Hours',
		group_by: 'severity',
		hours: '24',
		log_source: 'CORP-PC-01',
		domain_name: 'corp.example.com',
		state: 'active',
		status: 'agent_not_communicating',
	};
	const text = texts[argument];
	if (text === undefined) throw new Error(`Nothing is written for the argument ${argument}`);
	return text;
}
