/**
 * A wrong setting, or one that names an unusable place. The message is for the operator and has no stack
 * trace.
 */
export class BadSettings extends Error {}
