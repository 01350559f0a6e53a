import * as z from 'zod/mini';
import { TeamMessageRequest } from '@domain/contracts/team/team-message.ts';
import { MINUTE } from '@domain/time/instant.ts';
import type { Try } from '@/lib/care-team/use-act.ts';
import { draftOf, type Draft } from '@/lib/entries/drafts.ts';

export type Sent = z.output<typeof TeamMessageRequest>;

const Kept = z.object({ act: z.string(), body: TeamMessageRequest, key: z.guid(), at: z.number() });
/** Anyone who comes back later than this, and says the same again, says it again. */
const SAME_TRY = 60 * MINUTE;

/**
 * The answer of which no one knows whether it arrived: sent again, even after its box was closed, it is
 * stored once.
 */
export function lostAnswer(name: string, userId: string): Draft<Try<Sent>> {
  const stored = draftOf(`answer:${name}`, userId, Kept);
  // Next to the storage, which may be full or forbidden.
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
