import {
  OwnCalendarFeedAnswer,
  OwnCalendarFeedChange,
  OwnCalendarFeedRequest,
} from '../../../domain/contracts/patient/own-calendar-feed.ts';
import { feedHash, newFeedSecret } from '../_shared/appointments/feed-secret.ts';
import { requireConsent } from '../_shared/patients/patient.ts';
import { defineFunction, readAndWritten } from '../_shared/request/define-function.ts';

const CHANGES = { name: 'calendar-feed-changes', max: 30, seconds: 3_600 };

const read = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: OwnCalendarFeedRequest,
  run: async (_input, context) => {
    const p_user = await requireConsent(context);
    const { data: feed } = await context.service.rpc('own_calendar_feed', { p_user }).throwOnError();
    return OwnCalendarFeedAnswer.parse({ feed, secret: null });
  },
});

const change = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: OwnCalendarFeedChange,
  limit: CHANGES,
  run: async ({ action }, context) => {
    const p_user = await requireConsent(context);
    const secret = action === 'renew' ? newFeedSecret() : null;
    const { data: feed } = await context.service
      .rpc('change_own_calendar_feed', { p_user, p_secret_hash: secret && (await feedHash(secret)) })
      .throwOnError();
    return OwnCalendarFeedAnswer.parse({ feed, secret });
  },
});

/** The secret address of a patient's calls: says whether there is one, creates a new one, or ends it. */
export const handler = readAndWritten(read, change);
