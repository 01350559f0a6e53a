import * as z from 'zod/mini';
import type { ReportedOutcome } from '../../../domain/care-state/facts.ts';
import { NO_KNOWN_PREGNANCY, refusalOf } from '../../../domain/care-state/refusal.ts';
import {
  ReportOutcomeRequest,
  type ReportOutcomeAnswer,
} from '../../../domain/contracts/patient/report-outcome.ts';
import { addDays, type LocalDate } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { fetchCareStatus } from '../_shared/patients/care-status.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { codeOf, defineFunction } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { openSubmission, storeOnce, type Insert } from '../_shared/patients/submission.ts';

type Stored = { id: string };
type Request = z.output<typeof ReportOutcomeRequest>;

/** An entry that waited longer on a device says too little about today. */
const MAX_AGE_DAYS = 366;
/** The database's code if the table of states and events refuses. */
const NOT_NOW = 'PT409';

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: ReportOutcomeRequest,
  limit: [SUBMISSIONS, entriesADay('treatment changes')],
  run: async (request, context, headers): Promise<z.output<typeof ReportOutcomeAnswer>> => {
    const submission = await openSubmission(context, headers, 'outcome_events');
    const zone = zoneOf(headers);
    const today = localDate(context.now().getTime(), zone);
    checkDays(request, today);
    const { kind, day = null, until = null, reason = null } = request;
    try {
      const { id } = await storeOnce<Stored>(context, submission, {
        // A retry without a day may arrive on the next day.
        answers: { kind, until, reason: reason === '' ? null : reason, ...(day && { day }) },
        insert: report({ day, today }),
      });
      return { id, careState: (await fetchCareStatus(context, submission.userId, zone)).state };
    } catch (error) {
      if (codeOf(error) !== NOT_NOW) throw error;
      throw await refusal(context, { userId: submission.userId, zone, kind });
    }
  },
});

function checkDays({ kind, day, until }: Request, today: LocalDate): void {
  if (day && day > today) throw invalidInput('day', 'The day cannot be in the future');
  if (day && day < addDays(today, -MAX_AGE_DAYS))
    throw invalidInput('day', 'The day is more than a year ago');
  if (!until) return;
  if (kind !== 'pause') throw invalidInput('until', 'Only a pause can have an end date');
  if (until < today) throw invalidInput('until', 'Please select today or a later day');
}

/** The database checks the table again under a lock, and stores the event. */
const report =
  ({ day, today }: { day: LocalDate | null; today: LocalDate }): Insert<Stored> =>
  async ({ service }, { userId, submissionId }, { kind, until, reason }) => {
    const { data } = await service
      .rpc('report_outcome', {
        p_user: userId,
        p_submission: submissionId,
        p_kind: kind,
        p_day: day,
        p_today: today,
        p_until: until,
        p_reason: reason,
      })
      .throwOnError();
    return data as Stored[];
  };

async function refusal(
  context: FunctionContext,
  { userId, zone, kind }: { userId: string; zone: string; kind: ReportedOutcome },
): Promise<FunctionProblem> {
  const sentence =
    kind === 'loss'
      ? NO_KNOWN_PREGNANCY
      : refusalOf(await fetchCareStatus(context, userId, zone), kind, 'patient');
  // Null if another device changed it back between our two queries.
  return new FunctionProblem(
    409,
    'not_now',
    sentence ?? 'Something changed in the meantime. Please try again.',
  );
}
