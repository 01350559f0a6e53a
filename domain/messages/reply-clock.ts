import { replyTo } from '../coach/reply-promise.ts';
import type { Instant } from '../time/instant.ts';

/** One message of a thread, as far as the clock reads it. */
export type ClockMessage = {
  id: string;
  from: 'patient' | 'team';
  at: Instant;
  /** Of the first that nobody has answered; later ones are answered with it. */
  dueAt: Instant | null;
};
export type Waiting = { id: string; at: Instant; dueAt: Instant };

/** What waits for an answer in a thread, the oldest message first; null where nothing does. Only an answer of a person ends it. */
export function waitingIn(thread: readonly ClockMessage[]): Waiting | null {
  const unanswered = thread.slice(thread.findLastIndex(({ from }) => from === 'team') + 1);
  for (const { id, at, dueAt } of unanswered) if (dueAt !== null) return { id, at, dueAt };
  return null;
}

/** By when a message that arrives now is answered, in the clinic's hours. While another waits its time counts for both. */
export const dueAtOf = (now: Instant, zone: string): Instant => replyTo(now, zone).by;

/** `half`: half of the time is gone, and every coach sees it. `overdue`: clinicians too. */
export type Stage = 'fresh' | 'half' | 'overdue';

export function stageOf({ at, dueAt }: Pick<Waiting, 'at' | 'dueAt'>, now: Instant): Stage {
  if (now >= dueAt) return 'overdue';
  return now >= at + (dueAt - at) / 2 ? 'half' : 'fresh';
}
