import './environment';
import 'reflect-metadata';

import { AsyncLocalStorage } from 'node:async_hooks';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';
import { LoggerProxy, type LogLevel, type LogMetadata } from 'n8n-workflow';

/** A line that n8n would have logged at any level, debug included. */
export interface LogLine {
	level: Exclude<LogLevel, 'silent'>;
	message: string;
	metadata?: LogMetadata;
}

const lines = new AsyncLocalStorage<LogLine[]>();

const writer = (level: LogLine['level']) => (message: string, metadata?: LogMetadata) => {
	lines.getStore()?.push({ level, message, ...(metadata && { metadata }) });
};

const logger = Container.get(Logger);

/** Runs `work` and returns its result with every line that the engine or a node logged meanwhile. */
export async function withLog<T>(work: () => Promise<T>): Promise<T & { logs: LogLine[] }> {
	Object.assign(logger, {
		error: writer('error'),
		warn: writer('warn'),
		info: writer('info'),
		debug: writer('debug'),
		scoped: () => logger,
	});
	LoggerProxy.init(logger);
	const logs: LogLine[] = [];
	return { ...(await lines.run(logs, work)), logs };
}
