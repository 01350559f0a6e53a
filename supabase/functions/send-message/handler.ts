import { SendMessageAnswer, SendMessageRequest } from '../../../domain/contracts/patient/send-message.ts';
import { IDEMPOTENCY_KEY } from '../../../domain/contracts/fields/submission.ts';
import { concernOf } from '../../../domain/messages/concern.ts';
import { dueAtOf } from '../../../domain/messages/reply-clock.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay } from '../_shared/request/limits.ts';
import { noAccess, requireConsent } from '../_shared/patients/patient.ts';
import { FunctionProblem } from '../_shared/answer/problem.ts';
import { submissionIdOf } from '../_shared/patients/submission.ts';
import { unknownThread } from '../_shared/patients/unknown-thread.ts';
import { clinicHours } from '../_shared/team/clinic-hours.ts';
import { forgetUploads, keepCleanPictures } from './pictures.ts';

/** More than a form's, for a patient who retries on a bad network. */
const MESSAGES = { name: 'messages', max: 300, seconds: 600 };

// Compiles its expressions while the function loads. That takes 50 ms, which everyone would wait for next to a first message.
for (const text of ['A first message', 'A second one', 'Привет']) concernOf(text);

/** A patient's message, in any care state. The database stores the due time only if no earlier message waits for a reply. */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SendMessageRequest,
  limit: [MESSAGES, entriesADay('messages')],
  run: async ({ topic, threadId, text, asks, files = [] }, context, headers) => {
    const submissionId = submissionIdOf(headers);
    const userId = await requireConsent(context);
    const pictures = files.map((id) => id.toLowerCase());
    await keepCleanPictures(context, userId, pictures);
    const clinic = await clinicHours(context);
    const { data } = await context.service
      .rpc('send_message', {
        p_user: userId,
        p_thread: threadId ?? null,
        p_topic: topic ?? null,
        p_text: text,
        // A patient who asks for a call or their coach hears from a person by the item's due time, and
        // expects no written reply.
        p_due_at: asks ? null : isoFromInstant(dueAtOf(context.now().getTime(), clinic)),
        p_submission: submissionId,
        p_pictures: pictures,
        p_concern: concernOf(text, asks),
      })
      .throwOnError();
    const { problem, ...sent } = data as { problem?: keyof typeof PROBLEMS };
    if (problem) throw PROBLEMS[problem]();
    // The message is stored, so answer even if deleting the uploads fails; a schedule deletes what is left.
    if (pictures.length > 0) await forgetUploads(context, userId, pictures).catch(context.report);
    return SendMessageAnswer.parse(sent);
  },
});

const PROBLEMS = {
  no_access: noAccess,
  unknown_thread: unknownThread,
  unknown_picture: () =>
    new FunctionProblem(404, 'unknown_picture', 'A picture didn’t reach us. Please add it again.'),
  submission_reused: () =>
    new FunctionProblem(
      409,
      'submission_reused',
      `${IDEMPOTENCY_KEY}: This was already sent with different text`,
    ),
};
