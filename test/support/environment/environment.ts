import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ICredentialDataDecryptedObject, INode, INodeParameters } from 'n8n-workflow';

import { temporaryFolder } from '../host/temporaryFolder';
import { SLACK_HOST, startChat, type Chat } from './chat';
import { startChatModel, type ChatModel } from './chatModel';
import { startLocalHosts } from './localHosts';
import { startMailServer, type MailServer } from './mailServer';
import { SERVICE_NOW_HOST, startTicketSystems, type TicketSystems } from './ticketSystems';

/** What the example workflows use beside the service: stand-ins for what people have. */
export interface Surroundings {
	tickets: TicketSystems;
	chat: Chat;
	mail: MailServer;
	model: ChatModel;
	/** Where workflows may write files. */
	files: string;
	/** What n8n has to be started with to find all of it. */
	environment: Record<string, string>;
	/** The data of the credentials by their types. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** A node of an example with what a person chooses in it before the first run. */
	chosen(node: INode): INode;
	stop(): Promise<void>;
}

export async function startSurroundings(): Promise<Surroundings> {
	const folder = await temporaryFolder('surroundings');
	const files = join(folder, 'files');
	await mkdir(files);
	const hosts = await startLocalHosts([SERVICE_NOW_HOST, SLACK_HOST]);
	const [tickets, chat, mail, model] = await Promise.all([
		startTicketSystems(hosts),
		startChat(hosts),
		startMailServer(),
		startChatModel(writtenByModel),
	]);
	const certificate = join(folder, 'local-hosts.pem');
	await writeFile(certificate, hosts.https.cert);
	const { jira, serviceNow, user, password } = tickets;
	return {
		tickets,
		chat,
		mail,
		model,
		files,
		environment: {
			HTTPS_PROXY: hosts.proxy,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_EXTRA_CA_CERTS: certificate,
			N8N_RESTRICT_FILE_ACCESS_TO: files,
		},
		credentials: {
			jiraSoftwareCloudApi: { email: user, apiToken: password, domain: jira.url },
			serviceNowBasicApi: { user, password, subdomain: serviceNow.subdomain },
			slackApi: { accessToken: chat.token },
			smtp: { host: mail.host, port: mail.port, secure: false, disableStartTls: true },
			openAiApi: { apiKey: 'none', url: model.url },
		},
		chosen: (node) => {
			const own = choices(node, tickets, files);
			return own === undefined ? node : { ...node, parameters: { ...node.parameters, ...own } };
		},
		stop: async () => {
			hosts.stop();
			await Promise.all([tickets.stop(), chat.stop(), mail.stop(), model.stop()]);
		},
	};
}

function choices(
	{ type, parameters }: INode,
	{ jira }: TicketSystems,
	files: string,
): INodeParameters | undefined {
	const chosen = (value: string) => ({ __rl: true, mode: 'id', value });
	if (type === 'n8n-nodes-base.jira') {
		return { project: chosen(jira.project), issueType: chosen(jira.issueType) };
	}
	const { fileName } = parameters;
	return type === 'n8n-nodes-base.readWriteFile' && typeof fileName === 'string'
		? { fileName: fileName.replace('/files', files) }
		: undefined;
}

/** What the model writes for the arguments of the tools in the examples. */
function writtenByModel(argument: string): string {
	switch (argument) {
		case 'start_time':
			return new Date(Date.now() - 7_200_000).toISOString();
		case 'end_time':
			return new Date().toISOString();
		case 'severity':
			return 'critical, trouble';
		case 'time_range':
			return 'last24Hours';
		case 'group_by':
			return 'severity';
		case 'hours':
			return '24';
		case 'log_source':
			return 'CORP-PC-01';
		case 'domain_name':
			return 'corp.example.com';
		case 'state':
			return 'active';
		case 'status':
			return 'agent_not_communicating';
		default:
			throw new Error(`Nothing is written for the argument ${argument}`);
	}
}
