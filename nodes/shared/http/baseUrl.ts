/**
 * The address of the interface: the base URL of the credential with `/api/v2` at its end, once.
 * A trailing slash and a path prefix of a proxy are kept apart from it.
 * @throws Error when it is no http or https address, or carries a user, a query or a fragment
 */
export function apiUrl(baseUrl: unknown): string {
	const text = typeof baseUrl === 'string' ? baseUrl.trim() : '';
	const parts = /^(https?):\/\/([^/?#\s@]+)((?:\/[^?#\s]*)?)$/i.exec(text);
	if (parts === null || !URL.canParse(text)) {
		throw new Error(
			'The base URL must be an http or https address such as http://logs.example.com:8400, without user name, query or fragment',
		);
	}
	const [, protocol = '', host = '', path = ''] = parts;
	const prefix = withoutSlashes(withoutSlashes(path).replace(/\/api\/v2$/i, ''));
	return `${protocol.toLowerCase()}://${host}${prefix}/api/v2`;
}

function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/** The address of an interface in one spelling: `HOST:80`, `host.` and `host` are one server. */
export function serverOf(apiUrl: string): string {
	const { protocol, hostname, port, pathname } = new URL(apiUrl);
	return `${protocol}//${hostname.replace(/\.$/, '')}${port === '' ? '' : `:${port}`}${pathname}`;
}
