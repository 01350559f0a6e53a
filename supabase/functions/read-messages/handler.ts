import { ReadMessagesAnswer, ReadMessagesRequest } from '../../../domain/contracts/patient/read-messages.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { noAccess, requireConsent } from '../_shared/patients/patient.ts';
import { unknownThread } from '../_shared/patients/unknown-thread.ts';

/** An open portal calls it every minute, and whenever something arrives. */
const READS = { name: 'message-reads', max: 300, seconds: 600 };

/**
 * Records how far the patient has read and that the portal is open, so that no email repeats what they see.
 */
export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ReadMessagesRequest,
  limit: READS,
  run: async ({ threadId, place }, context) => {
    const userId = await requireConsent(context);
    const { data } = await context.service
      .rpc('mark_messages_read', { p_user: userId, p_thread: threadId ?? null, p_place: place ?? null })
      .throwOnError();
    const { problem } = data as { problem?: 'no_access' | 'unknown_thread' };
    if (problem) throw problem === 'no_access' ? noAccess() : unknownThread();
    return ReadMessagesAnswer.parse(data);
  },
});
