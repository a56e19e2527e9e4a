import type { Call } from './endpoint';

class Issue extends Error {}

export const refuse = (issue: string): never => {
	throw new Issue(issue);
};

/**
 * Applies the items of a write one by one and lists the refused items (rule 1 of section Errors).
 * @param summary the endpoint's names for the counts of all, done and failed items
 * @param identify returns the field that names an item in its failure record
 */
export const applyItems = <Item>(
	items: readonly Item[],
	[all, done, failed]: readonly [all: string, done: string, failed: string],
	identify: (item: Item) => object,
	applyItem: (item: Item) => void,
) => {
	const failures = items.flatMap((item) => {
		try {
			applyItem(item);
			return [];
		} catch (error) {
			if (!(error instanceof Issue)) throw error;
			return [{ ...identify(item), issue: error.message }];
		}
	});
	const { length: total } = items;
	const { length: refused } = failures;
	return {
		failures,
		summary: { [all]: total, [done]: total - refused, [failed]: refused },
		title: refused > 0 ? 'partial_success' : 'success',
	};
};

export const refuseIfMarked = ({ state }: Call, item: string | number): void => {
	const issue = state.refusedItems.get(item);
	if (issue !== undefined) refuse(issue);
};

/** Returns the Windows device with a name in a configured domain; an unknown device counts as Windows. */
export const deviceAt = (call: Call, name: string, domain_name: string) => {
	refuseIfMarked(call, name);
	const { world } = call.state;
	const hasName = (known: { domain_name: string }) =>
		known.domain_name.toLowerCase() === domain_name.toLowerCase();
	const domain = world.domains.find(hasName) ?? refuse(`Domain ${domain_name} is not configured`);
	const computer = world.computerAt(domain.domain_name, name);
	if (computer?.os.startsWith('Windows') === false) refuse('Only Windows devices are supported');
	return { name: computer?.name ?? name, domain_name: domain.domain_name };
};
