/** Returns credential data for a service, without a limit: tests really wait. n8n hides fields without showOptions. */
export const accountOf = ({ url, token }: { url: string; token: string }) => ({
	baseUrl: url,
	accessToken: token,
	showOptions: true,
	requestsPerMinute: 0,
});
