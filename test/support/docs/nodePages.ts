import { allOperations } from '../rules/allOperations';
import { pageAt, pagePathOf } from './pages';

/** The pages of the nodes, each with the operations that it describes. */
export const nodePages = [...new Set(allOperations.map(({ node }) => pagePathOf(node)))].map(
	(path) => ({
		page: pageAt(path),
		offered: allOperations.filter(({ node }) => pagePathOf(node) === path),
	}),
);
