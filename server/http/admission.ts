import type { MiddlewareHandler } from 'hono';
import { createSecondLook } from '../database/second-look.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Services } from '../services.ts';
import { answer } from './answer-problem.ts';
import { outgoingOf } from './outgoing.ts';
import { Problem } from './problem.ts';

/** A few tenths of a second's work: a caller who would wait longer gets a refusal instead. */
const MAX_WAITING = 200;

/**
 * Refuses requests while too many wait for the database. Only waiting requests count, so a client that is
 * slow to send takes no one's place, and a function that has started is never stopped halfway. A caller's own
 * requests wait in their share's queue (`database/shares.ts`), and at most three of them here, so that no
 * client fills this queue alone.
 */
export function admission({ database }: Services, metrics: Metrics): MiddlewareHandler {
  const secondLook = createSecondLook();
  const isFull = () => database.load().waiting >= MAX_WAITING;
  return async (context, next) => {
    if (!outgoingOf(context) || !isFull()) return next();
    await secondLook();
    if (!isFull()) return next();
    metrics.refused();
    const problem = new Problem(503, 'overloaded', 'Too many requests right now. Please try again.', 1);
    return answer(context, problem, { code: problem.code, message: problem.message });
  };
}
