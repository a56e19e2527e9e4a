import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import fastify from 'fastify';
import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';
import { generate } from 'selfsigned';

import { temporaryFolder } from '../host/temporaryFolder';
import { addChat, SLACK_HOST } from './chat';
import { addChatModel } from './chatModel';
import { startLocalHosts } from './localHosts';
import { startMailServer } from './mailServer';
import { addPaging, PAGER_DUTY_HOST } from './paging';
import * as tickets from './ticketSystems';

/** Hosts of the internet whose names lead to a server on this machine. */
const HOSTS = [tickets.SERVICE_NOW_HOST, SLACK_HOST, PAGER_DUTY_HOST];

/** A list of assets as a person keeps it: some are log sources, some are not. */
const ASSETS = `name,domain_name,owner
corp-pc-05,corp.example.com,Sales
edge-router-1,corp.example.com,Network
mail-gateway-1,corp.example.com,Messaging
nas-2,branch.example.net,Storage
`;

const HERE = { host: '127.0.0.1', port: 0 };

/** What the example workflows use beside the service: stand-ins for what people have. */
export type Surroundings = Awaited<ReturnType<typeof startSurroundings>>;

export async function startSurroundings() {
	const folder = await temporaryFolder('surroundings');
	/** Where workflows may write files. */
	const files = join(folder, 'files');
	await mkdir(files);
	await writeFile(join(files, 'assets.csv'), ASSETS);
	const { private: key, cert } = await generate([{ name: 'commonName', value: SLACK_HOST }], {
		extensions: [
			{ name: 'subjectAltName', altNames: HOSTS.map((value) => ({ type: 2 as const, value })) },
		],
	});
	const certificate = join(folder, 'local-hosts.pem');
	await writeFile(certificate, cert);

	const app = fastify({ forceCloseConnections: true, bodyLimit: 10_000_000 });
	const jira = tickets.addJira(app);
	const model = addChatModel(app, writtenByModel);
	const url = await app.listen(HERE);
	const hosts = fastify({ forceCloseConnections: true, https: { key, cert } });
	const serviceNow = tickets.addServiceNow(hosts);
	const chat = addChat(hosts);
	const paging = addPaging(hosts);
	const { port } = new URL(await hosts.listen(HERE));
	const proxy = await startLocalHosts(HOSTS, Number(port));
	const mail = await startMailServer();
	const { USER: user, PASSWORD: password, SUBDOMAIN: subdomain } = tickets;
	const credentials: Record<string, ICredentialDataDecryptedObject> = {
		jiraSoftwareCloudApi: { email: user, apiToken: password, domain: url },
		serviceNowBasicApi: { user, password, subdomain },
		slackApi: { accessToken: chat.token },
		pagerDutyApi: { apiToken: paging.token },
		smtp: { host: mail.host, port: mail.port, secure: false, disableStartTls: true },
		openAiApi: { apiKey: 'none', url },
	};
	return {
		tickets: { jira, serviceNow },
		chat,
		paging,
		mail,
		model,
		files,
		/** What n8n has to be started with to find all of it. */
		environment: {
			HTTPS_PROXY: proxy.proxy,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
			N8N_RESTRICT_FILE_ACCESS_TO: files,
		},
		/** The data of the credentials by their types. */
		credentials,
		/** A node of an example with what a person chooses in it before the first run. */
		chosen: (node: INode): INode => ({
			...node,
			parameters: { ...node.parameters, ...choices(node, { jira, paging, files }) },
		}),
		stop: async () => {
			proxy.stop();
			await Promise.all([app.close(), hosts.close(), mail.stop()]);
		},
	};
}

function choices(
	{ type, parameters }: INode,
	{
		jira,
		paging,
		files,
	}: {
		jira: { project: string; issueType: string; done: string };
		paging: { service: string };
		files: string;
	},
): INodeParameters {
	const chosen = (value: string) => ({ __rl: true, mode: 'id', value });
	switch (type) {
		case 'n8n-nodes-base.jira':
			return parameters['operation'] === 'update'
				? { updateFields: { statusId: chosen(jira.done) } }
				: { project: chosen(jira.project), issueType: chosen(jira.issueType) };
		case 'n8n-nodes-base.pagerDuty':
			return { serviceId: paging.service };
		case 'n8n-nodes-base.readWriteFile':
			return Object.fromEntries(
				['fileName', 'fileSelector'].flatMap((name) => {
					const path = parameters[name];
					return typeof path === 'string' ? [[name, path.replace('/files', files)]] : [];
				}),
			);
		default:
			return {};
	}
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
