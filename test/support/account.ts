/** The data of a credential for a service, without a pace: suites in real time would only wait. */
export const accountOf = ({
	url,
	token,
}: {
	url: string;
	token: string;
}): { baseUrl: string; accessToken: string; setOptions: true; requestsPerMinute: number } => ({
	baseUrl: url,
	accessToken: token,
	setOptions: true,
	requestsPerMinute: 0,
});
