import { DAY, type Instant } from '../time/instant.ts';

/** Someone on the care team replied in a conversation, or got it by 'Hand off'. */
export type Kept = { personId: string; at: Instant };

const HELD_FOR = DAY;

/**
 * Who gets a patient's message first: the person who replied last or got the conversation by hand-off, in the
 * 24 hours before it. Null means the patient's coach. `private.holder_of_message` is the same in SQL.
 */
export function conversationHolder(keptBy: readonly Kept[], writtenAt: Instant): string | null {
  const kept = keptBy
    .filter(({ at }) => at > writtenAt - HELD_FOR)
    .toSorted((one, other) => other.at - one.at);
  return kept[0]?.personId ?? null;
}
