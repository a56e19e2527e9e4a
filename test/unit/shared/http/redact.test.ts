import { expect, it } from '@jest/globals';

import { redactor } from '../../../../nodes/shared/http/redact';

it.each<[secrets: string[], text: string, shown: string]>([
	[['canary-token'], 'Bearer canary-token, canary-token', 'Bearer [hidden], [hidden]'],
	[['a"b\\c\n'], 'as JSON: {"password":"a\\"b\\\\c\\n"}', 'as JSON: {"password":"[hidden]"}'],
	[['a/b+c d='], '?password=a%2Fb%2Bc%20d%3D&x', '?password=[hidden]&x'],
	[['pass', 'password'], 'a password', 'a [hidden]'],
	[['$&$1'], 'is $&$1', 'is [hidden]'],
	[['\ud800secret'], 'is %EF%BF%BDsecret', 'is [hidden]'],
	// Too many words contain a shorter one.
	[['abc', '    ', ''], 'abc    abc', 'abc    abc'],
	[['canary-token'], 'CANARY-TOKEN', 'CANARY-TOKEN'],
])('of %j the text %j shows %j', (secrets, text, shown) => {
	expect(redactor(secrets)(text)).toBe(shown);
});
