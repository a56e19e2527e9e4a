import { createServer } from 'node:net';

/** The parts of BER that LDAP messages need: a tag, and either bytes or inner elements. */
interface Element {
	tag: number;
	bytes: Buffer;
	/** The length of the whole element. */
	size: number;
}

const SUCCESS = Buffer.from([0x0a, 1, 0, 0x04, 0, 0x04, 0]);

const encode = (tag: number, ...parts: Array<Buffer | string>): Buffer => {
	const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
	const length = Buffer.from([0x84, 0, 0, 0, 0]);
	length.writeUInt32BE(bytes.length, 1);
	return Buffer.concat([Buffer.from([tag]), length, bytes]);
};

/** Reads the complete elements at the start of a buffer. */
function decode(buffer: Buffer): Element[] {
	const [tag, first] = buffer;
	if (tag === undefined || first === undefined) return [];
	const extra = first < 0x80 ? 0 : first - 0x80;
	if (buffer.length < 2 + extra) return [];
	const length = extra === 0 ? first : buffer.readUIntBE(2, extra);
	const size = 2 + extra + length;
	if (buffer.length < size) return [];
	const bytes = buffer.subarray(2 + extra, size);
	return [{ tag, bytes, size }, ...decode(buffer.subarray(size))];
}

const textsIn = ({ tag, bytes }: Element): string[] =>
	tag === 0x04 ? [bytes.toString()] : (tag & 0x20) === 0 ? [] : decode(bytes).flatMap(textsIn);

/** Makes a stand-in for Active Directory: users by name, with their userAccountControl. */
export function createDirectory() {
	const users = new Map([['j.doe', '66048']]);
	const dnOf = (name: string) => `CN=${name},OU=Staff,DC=corp,DC=example,DC=com`;

	/** Answers one request; each answer is an operation with its tag. */
	function answers({ tag, bytes }: Element): Buffer[] {
		const texts = decode(bytes).flatMap(textsIn);
		if (tag === 0x60) return [encode(0x61, SUCCESS)];
		if (tag === 0x63) {
			const found = [...users].filter(([name]) => texts.includes(name));
			const entries = found.map(([name, control]) => {
				const attribute = encode(
					0x30,
					encode(0x04, 'userAccountControl'),
					encode(0x31, encode(0x04, control)),
				);
				return encode(0x64, encode(0x04, dnOf(name)), encode(0x30, attribute));
			});
			return [...entries, encode(0x65, SUCCESS)];
		}
		if (tag !== 0x66) return [];
		const [dn, , value = ''] = texts;
		for (const name of users.keys()) if (dnOf(name) === dn) users.set(name, value);
		return [encode(0x67, SUCCESS)];
	}

	const server = createServer((socket) => {
		let received: Buffer = Buffer.alloc(0);
		socket.on('data', (data: Buffer) => {
			received = Buffer.concat([received, data]);
			for (const message of decode(received)) {
				received = received.subarray(message.size);
				const [id, operation] = decode(message.bytes);
				if (id === undefined || operation === undefined) continue;
				for (const answer of answers(operation)) {
					socket.write(encode(0x30, encode(0x02, id.bytes), answer));
				}
			}
		});
		socket.on('error', () => socket.destroy());
	});
	return { server, users };
}
