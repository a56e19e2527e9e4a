import { singlePage } from '../shared/pagination/paginate';

/** All alert profiles, in one answer. */
export const profilePage = singlePage((body) => body.data);

/** The fields of an alert profile that a person reads first. */
export const PROFILE_COLUMNS = [
	'profile_name',
	'severity',
	'profile_type',
	'notification_type',
] as const;
