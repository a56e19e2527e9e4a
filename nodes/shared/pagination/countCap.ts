/** The count at which a plain search of Elasticsearch stops counting: there may be more. */
export const COUNT_CAP = 10_000;
