import type { ClinicHours } from '../coach/clinic-hours.ts';
import { replyTo } from '../coach/reply-time.ts';
import { DAY, type Instant } from '../time/instant.ts';

/** A message in a thread, with what the clock needs. */
export type ClockMessage = {
  id: string;
  from: 'patient' | 'team';
  at: Instant;
  /** For the first unanswered message; a reply answers the later ones too. */
  dueAt: Instant | null;
};
export type Waiting = { id: string; at: Instant; dueAt: Instant };

/**
 * The unanswered messages in a thread, oldest first; null if there are none. Only a person ends the wait:
 * with a reply, or with 'No reply needed', which counts until it is undone.
 */
export function waitingIn(thread: readonly ClockMessage[], settled: readonly string[] = []): Waiting | null {
  const unanswered = thread.slice(thread.findLastIndex(({ from }) => from === 'team') + 1);
  for (const { id, at, dueAt } of unanswered)
    if (dueAt !== null && !settled.includes(id)) return { id, at, dueAt };
  return null;
}

/** The unanswered messages and those after them. The team has settled or answered the earlier ones. */
export function unansweredIn<Message extends ClockMessage>(
  thread: readonly Message[],
  settled: readonly string[] = [],
): readonly Message[] {
  const waiting = waitingIn(thread, settled);
  return waiting ? thread.slice(thread.findIndex(({ id }) => id === waiting.id)) : [];
}

/**
 * Messages without a later reply: unanswered ones, and requests for a person, which have no reply clock.
 * After two days, someone has been in touch another way.
 */
export function openIn<Message extends ClockMessage & { concern: unknown }>(
  thread: readonly Message[],
  { settled = [], now }: { settled?: readonly string[] | undefined; now: Instant },
): readonly Message[] {
  const waiting = new Set(unansweredIn(thread, settled));
  const isAsk = ({ dueAt, concern, at }: Message) =>
    dueAt === null && concern !== null && now < at + ASK_IS_OPEN;
  return thread
    .slice(thread.findLastIndex(({ from }) => from === 'team') + 1)
    .filter((message) => waiting.has(message) || isAsk(message));
}
const ASK_IS_OPEN = 2 * DAY;

/**
 * The due time for a message that arrives now, in the clinic's hours. If another one is already waiting, its
 * due time counts for both.
 */
export const dueAtOf = (now: Instant, clinic: ClinicHours): Instant => replyTo(now, clinic).by;

/** `half`: half of the time has passed, and every coach sees it. `overdue`: clinicians see it too. */
export type Stage = 'fresh' | 'half' | 'overdue';

export function stageOf({ at, dueAt }: Pick<Waiting, 'at' | 'dueAt'>, now: Instant): Stage {
  if (now >= dueAt) return 'overdue';
  return now >= at + (dueAt - at) / 2 ? 'half' : 'fresh';
}
