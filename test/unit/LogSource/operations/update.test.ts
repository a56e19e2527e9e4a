import { expect, it } from '@jest/globals';

import { update } from '../../../../nodes/LogSource/operations/update';
import { allFields } from '../../../support/rules/fieldTree';

it('the time zone of a log source is offered in no certain form, since none is documented', () => {
	const field = allFields(update.fields).find(({ name }) => name === 'time_zone');
	expect(field?.description).toContain('The form is not documented');
	expect(field?.placeholder).toBeUndefined();
});
