import { DAY, type Instant } from '../time/instant.ts';

/** Someone of the care team replied in a conversation, or got it by 'Hand off'. */
export type Kept = { personId: string; at: Instant };

const HELD_FOR = DAY;

/**
 * Whose a patient's message is first: of the person who replied last, or to whom the conversation was handed off, in the 24 hours
 * before it. Null where it is the patient's coach's. As `private.holder_of_message` has it.
 */
export function conversationHolder(keptBy: readonly Kept[], writtenAt: Instant): string | null {
  const kept = keptBy
    .filter(({ at }) => at > writtenAt - HELD_FOR)
    .toSorted((one, other) => other.at - one.at);
  return kept[0]?.personId ?? null;
}
