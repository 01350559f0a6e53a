/** PostgreSQL's codes for text it can't store: a NUL or invalid UTF-8, directly or in JSON. */
export const isUnstorable = (code: string | undefined): boolean => code === '22021' || code === '22P05';
