/** What an installation goes through after it was scheduled. */
export const installationSteps: readonly string[] = ['waitingfor_initailsync', 'running'];

const words: Record<string, string> = {
	needsync: 'Need Sync',
	installfailed: 'Installation Failed',
	upgradefailed: 'Upgrade Failed',
	installscheduled: 'Installation Scheduled',
	uninstallscheduled: 'Uninstallation Scheduled',
	agentupgraded: 'Agent Upgraded',
	waitingfor_initailsync: 'Waiting for Initial Sync',
};

/** A status as a person reads it in an answer. */
export const statusText = (status: string): string =>
	words[status] ??
	status
		.split('_')
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');
