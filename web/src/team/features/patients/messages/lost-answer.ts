import * as z from 'zod/mini';
import { TeamMessageRequest } from '@domain/contracts/team/team-message.ts';
import { MINUTE } from '@domain/time/instant.ts';
import type { Try } from '@/lib/care-team/use-act.ts';
import { draftOf, type Draft } from '@/lib/entries/drafts.ts';

export type Sent = z.output<typeof TeamMessageRequest>;

const Kept = z.object({ act: z.string(), body: TeamMessageRequest, key: z.guid(), at: z.number() });
/** If someone sends the same text after this time, it counts as a new message. */
const SAME_TRY = 60 * MINUTE;

/**
 * The reply that may or may not have arrived. Sending it again, even after its box was closed, stores it
 * once.
 */
export function lostAnswer(name: string, userId: string): Draft<Try<Sent>> {
  const stored = draftOf(`answer:${name}`, userId, Kept);
  // Kept in memory too, because storage may be full or forbidden.
  let last = stored.read();
  return {
    read: () => (last !== null && Date.now() - last.at < SAME_TRY ? last : null),
    keep: (tried) => {
      last = { ...tried, at: Date.now() };
      stored.keep(last);
    },
    forget: () => {
      last = null;
      stored.forget();
    },
  };
}
