/** PostgreSQL's codes for a text that it cannot keep: a NUL, or bytes that are no UTF-8; and the same written in JSON. */
export const isUnstorable = (code: string | undefined): boolean => code === '22021' || code === '22P05';
