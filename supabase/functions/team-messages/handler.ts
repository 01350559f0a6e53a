import type * as z from 'zod/mini';
import {
  TeamMessagesAnswer,
  TeamMessagesRequest,
  type TeamThread,
} from '../../../domain/contracts/team/team-messages.ts';
import { stageOf, type Waiting } from '../../../domain/messages/reply-clock.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { defineTeamRead } from '../_shared/request/define-team-function.ts';

type Waits = Waiting & { version: number };
type Thread = Omit<z.output<typeof TeamThread>, 'waiting'> & { waiting: Waits | null };
type Read = Omit<z.output<typeof TeamMessagesAnswer>, 'threads'> & { threads: Thread[] };

/** A patient's conversations. Naming one opens it, and the patient sees that someone did. */
export const handler = defineTeamRead({
  roles: ['coach', 'clinician'],
  reads: ['messages', 'identity', 'summary', 'patient_alerts'],
  input: TeamMessagesRequest,
  procedure: 'team_messages',
  values: ({ patient, thread }) => ({ p_patient: patient ?? null, p_thread: thread ?? null }),
  answer: (read, now) => {
    const { threads, ...rest } = read as Read;
    return TeamMessagesAnswer.parse({
      threads: threads.map((thread) =>
        Object.assign(thread, { waiting: thread.waiting && waitingFor(thread.waiting, now) }),
      ),
      ...rest,
    });
  },
});

const waitingFor = (waiting: Waits, now: Date) => ({
  id: waiting.id,
  version: waiting.version,
  since: isoFromInstant(waiting.at),
  dueAt: isoFromInstant(waiting.dueAt),
  stage: stageOf(waiting, now.getTime()),
});
