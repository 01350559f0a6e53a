/** A setting is wrong, or a place that it names cannot be used: its message is for the operator, without a stack. */
export class BadSettings extends Error {}
