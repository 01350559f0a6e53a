import type * as z from 'zod/mini';
import {
  TeamMessagesAnswer,
  TeamMessagesRequest,
  type TeamMessage,
  type TeamThread,
} from '../../../domain/contracts/team/team-messages.ts';
import { stageOf, type Waiting } from '../../../domain/messages/reply-clock.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

type Thread = Omit<z.output<typeof TeamThread>, 'waiting'> & { waiting: Waiting | null };
type Read = { threads: Thread[]; messages: z.output<typeof TeamMessage>[] };

/** A patient's conversations; naming one opens it, and the patient sees that somebody has. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician'],
  reads: ['messages'],
  input: TeamMessagesRequest,
  procedure: 'team_messages',
  values: ({ patient, thread }) => ({ p_patient: patient ?? null, p_thread: thread ?? null }),
  answer: (read, now) => {
    const { threads, messages } = read as Read;
    return TeamMessagesAnswer.parse({
      threads: threads.map((thread) =>
        Object.assign(thread, { waiting: thread.waiting && waitingFor(thread.waiting, now) }),
      ),
      messages,
    });
  },
});

const waitingFor = (waiting: Waiting, now: Date) => ({
  id: waiting.id,
  since: isoFromInstant(waiting.at),
  dueAt: isoFromInstant(waiting.dueAt),
  stage: stageOf(waiting, now.getTime()),
});
