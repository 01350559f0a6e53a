import * as z from 'zod/mini';
import { LogPeriodRequest, type LogPeriodAnswer } from '../../../domain/contracts/patient/log-period.ts';
import { addDays } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { requireAgreement } from '../_shared/patients/agreement.ts';
import { defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { invalidInput } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { openSubmission, storeOnce, type Insert } from '../_shared/patients/submission.ts';

type Stored = { id: string };

const MAX_AGE_DAYS = 366;

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: LogPeriodRequest,
  limit: [SUBMISSIONS, entriesADay('periods')],
  run: async (
    { day, kind, confirmed = false },
    context,
    headers,
  ): Promise<z.output<typeof LogPeriodAnswer>> => {
    const submission = await openSubmission(context, headers, 'periods');
    await requireAgreement(context, submission.userId);
    const today = localDate(context.now().getTime(), zoneOf(headers));
    if (day > today) throw invalidInput('day', 'The day cannot be in the future');
    if (day < addDays(today, -MAX_AGE_DAYS)) throw invalidInput('day', 'The day is more than a year ago');
    const { id } = await storeOnce<Stored>(context, submission, {
      answers: { day, kind },
      details: { confirmed: confirmed && kind === 'period' },
      insert: log,
    });
    return { id, day, kind };
  },
});

/** The database stores one per day. A repeat returns that one, and another type corrects it. */
const log: Insert<Stored> = async ({ service }, { userId, submissionId }, { day, kind, confirmed }) => {
  const { data } = await service
    .rpc('log_period', {
      p_user: userId,
      p_submission: submissionId,
      p_day: day,
      p_kind: kind,
      p_confirmed: confirmed,
    })
    .throwOnError();
  return data as Stored[];
};
