import type { Instant } from '../time/instant.ts';
import { asksForComment, canEndWith, canTry } from './ends.ts';
import type { ItemWithDecision } from './item-with-decision.ts';
import type { DoneOutcome } from './outcomes.ts';
import { isReminderTime } from './reminders.ts';
import { mayEnd, type Person } from './who-may-end.ts';

/** What someone wants to do about an item. */
export type Wanted = {
  decision: 'take' | 'release' | 'contact' | 'remind' | 'done' | 'hand-over' | 'reopen';
  outcome?: string | null | undefined;
  words?: string | undefined;
  remindAt?: Instant | null | undefined;
};

export type Refusal =
  | 'not-theirs'
  | 'ends-otherwise'
  | 'comment-missing'
  | 'comment-unseen'
  | 'urgent'
  | 'no-time';

/**
 * The reason for a refusal; null if allowed. Anyone who sees an item may take it, but stops no alarm unless
 * they can end it.
 */
export function refusalOf(
  wanted: Wanted,
  item: ItemWithDecision,
  person: Person,
  now: Instant,
): Refusal | null {
  const { decision, outcome, words, remindAt } = wanted;
  if (decision !== 'take' && decision !== 'release' && decision !== 'hand-over') {
    if (!mayEnd(item, person)) return 'not-theirs';
    const refused = decision === 'done' ? refusalOfEnd(wanted, item) : null;
    if (refused) return refused;
    if (decision === 'contact' && !canTry(item, outcome ?? '')) return 'ends-otherwise';
    // Comments are read in the patient's timeline.
    if (item.patient === null && words?.trim()) return 'comment-unseen';
  }
  if (remindAt == null) return null;
  if (item.isUrgent) return 'urgent';
  return isReminderTime(remindAt, now) ? null : 'no-time';
}

function refusalOfEnd({ outcome, words }: Wanted, item: ItemWithDecision): Refusal | null {
  if (outcome == null || !canEndWith(item, outcome as DoneOutcome)) return 'ends-otherwise';
  return asksForComment(item, outcome as DoneOutcome) && !words?.trim() ? 'comment-missing' : null;
}
