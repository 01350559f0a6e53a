import { SendMessageAnswer, SendMessageRequest } from '../../../domain/contracts/send-message.ts';
import { IDEMPOTENCY_KEY } from '../../../domain/contracts/submission.ts';
import { dueAtOf } from '../../../domain/messages/reply-clock.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { requireConsent } from '../_shared/patient.ts';
import { FunctionProblem } from '../_shared/problem.ts';
import { zoneOf } from '../_shared/scheduling.ts';
import { submissionIdOf } from '../_shared/submission.ts';
import { unknownThread } from '../_shared/unknown-thread.ts';

/** More than a form's, for whoever tries again and again on a bad network. */
const MESSAGES = { name: 'messages', max: 300, seconds: 600 };

/** A patient's message, in whatever state their care is. The database keeps the due time only where nothing waits already. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SendMessageRequest,
  limit: MESSAGES,
  run: async ({ topic, threadId, text }, context, headers) => {
    const submissionId = submissionIdOf(headers);
    const userId = await requireConsent(context);
    const zone = context.portal.coachTimeZone ?? zoneOf(headers);
    const { data } = await context.service
      .rpc('send_message', {
        p_user: userId,
        p_thread: threadId ?? null,
        p_topic: topic ?? null,
        p_text: text,
        p_due_at: isoFromInstant(dueAtOf([], context.now().getTime(), zone)!),
        p_submission: submissionId,
      })
      .throwOnError();
    const { problem, ...sent } = data as { problem?: 'unknown_thread' | 'submission_reused' };
    if (problem === 'unknown_thread') throw unknownThread();
    if (problem) {
      const words = `${IDEMPOTENCY_KEY}: This was already sent with other words`;
      throw new FunctionProblem(409, problem, words);
    }
    return SendMessageAnswer.parse(sent);
  },
});
