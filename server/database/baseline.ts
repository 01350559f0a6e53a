/**
 * The first migration, which creates everything: a database whose history does not start with it is from
 * before 1.0.
 */
export const BASELINE = '20261118000000';

/** The last migration before that. It left the tables that the baseline makes, so a backup from then can be restored. */
export const LAST_BEFORE_BASELINE = '20261123169000';
