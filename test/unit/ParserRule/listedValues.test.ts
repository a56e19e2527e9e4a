import { expect, it } from '@jest/globals';

import { notListedNotes } from '../../../nodes/ParserRule/listing';

it('parser rules tell what of a change is neither listed nor sent', () => {
	expect(notListedNotes({ fields: [] })).toEqual([
		expect.stringContaining('The service does not list Delimiter, Sample Log of a rule'),
	]);
	expect(notListedNotes({ fields: [], delimiter: '', sample_log: '' })).toEqual([]);
});
