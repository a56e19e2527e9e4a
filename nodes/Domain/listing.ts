import { dataOf } from '../shared/json';
import { singlePage } from '../shared/pagination/paginate';

/** All domains, in one answer. */
export const domainPage = singlePage((body) => dataOf(body).domains);

/** The fields of a domain that a person reads first. */
export const DOMAIN_COLUMNS = [
	'domain_name',
	'domain_flat_name',
	'domain_controller_names',
] as const;
