import { constants } from 'node:os';

/**
 * Lets requests that wait for an answer go first: on a busy machine, a parser gets a third of the server
 * thread's share.
 */
const NICER = 5;

/**
 * Relative to the server's own: if it was started at a low priority it may not raise a thread above it,
 * which would end the thread, and next to a high priority a parser at 5 would starve.
 */
export const parserPriority = (own: number): number => Math.min(own + NICER, constants.priority.PRIORITY_LOW);
