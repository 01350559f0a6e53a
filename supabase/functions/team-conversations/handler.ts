import {
  TeamConversationsAnswer,
  TeamConversationsRequest,
  type ListedConversation,
} from '../../../domain/contracts/team/team-conversations.ts';
import { stageOf } from '../../../domain/messages/reply-clock.ts';
import { isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

type Row = Omit<ListedConversation, 'waiting'> & { waiting: { at: Instant; dueAt: Instant } | null };

/** The conversations this person may open. `team-messages` opens one. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician'],
  reads: ['messages'],
  input: TeamConversationsRequest,
  procedure: 'team_conversations',
  values: (query) => ({ p_query: query }),
  answer: (read, now) => {
    const { conversations, next } = read as { conversations: Row[]; next: string | null };
    return TeamConversationsAnswer.parse({
      next,
      conversations: conversations.map((row) =>
        Object.assign(row, {
          waiting: row.waiting && {
            dueAt: isoFromInstant(row.waiting.dueAt),
            stage: stageOf(row.waiting, now.getTime()),
          },
        }),
      ),
    });
  },
});
