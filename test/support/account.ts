/** Returns credential data for a service, without a rate limit: suites in real time would only wait. */
export const accountOf = ({ url, token }: { url: string; token: string }) => ({
	baseUrl: url,
	accessToken: token,
	showOptions: true,
	requestsPerMinute: 0,
});
