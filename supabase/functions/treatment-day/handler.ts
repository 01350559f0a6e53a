import * as z from 'zod/mini';
import {
  TreatmentDayRequest,
  type TreatmentDayNoted,
  type TreatmentDayTimers,
} from '../../../domain/contracts/patient/treatment-day.ts';
import { SAFETY_CHECK, SAFETY_OUTCOMES } from '../../../domain/copy/safety-check.ts';
import { safetyStatus, type SafetyStatus } from '../../../domain/safety/safety-status.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import {
  startsTimer,
  treatmentDayOf,
  type TreatmentDayAction,
  type TreatmentDayEvent,
} from '../../../domain/treatment-day/events.ts';
import { defineFunction, readAndWritten } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { requireAccess } from '../_shared/patients/patient.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { fetchSafetyFacts, type KnownSafety } from '../_shared/patients/safety-facts.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { earlierRow, openSubmission, storeOnce } from '../_shared/patients/submission.ts';

type Row = { action: TreatmentDayAction; at: string; reported_at: string };

/** Clocks may be slightly ahead. A timer that starts later than that is a mistake. */
const MAX_AHEAD_MS = 10 * MINUTE;
const MAX_AGE_DAYS = 7;

const timers = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: z.strictObject({}),
  run: async (_input, context): Promise<z.output<typeof TreatmentDayTimers>> => {
    const { userId, hasConsented } = await requireAccess(context);
    if (!hasConsented) return { sampleCollectedAt: null, capInsertedAt: null, capRemovedAt: null };
    const since = context.now().getTime() - MAX_AGE_DAYS * DAY;
    const { data } = await context.service
      .from('treatment_day_timers')
      .select('action,at,reported_at')
      .eq('user_id', userId)
      .gte('at', isoFromInstant(since))
      .overrideTypes<Row[], { merge: false }>()
      .throwOnError();
    const day = treatmentDayOf(data.map(eventOf));
    return {
      sampleCollectedAt: iso(day.sampleCollectedAt),
      capInsertedAt: iso(day.capInsertedAt),
      capRemovedAt: iso(day.capRemovedAt),
    };
  },
});

const eventOf = ({ action, at, reported_at: reportedAt }: Row): TreatmentDayEvent => ({
  action,
  at: instantFromIso(at),
  reportedAt: instantFromIso(reportedAt),
});

const iso = (moment: Instant | null) => (moment === null ? null : isoFromInstant(moment));

const note = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: TreatmentDayRequest,
  limit: [SUBMISSIONS, entriesADay('timers')],
  run: async (
    { action, at, zone, reportedAt },
    context,
    headers,
  ): Promise<z.output<typeof TreatmentDayNoted>> => {
    const submission = await openSubmission(context, headers, 'treatment_day_timers');
    const [moment, now] = [instantFromIso(at), context.now().getTime()];
    const reported = reportedAt === undefined ? now : instantFromIso(reportedAt);
    if (reported > now + MAX_AHEAD_MS) throw invalidInput('reportedAt', 'This cannot be in the future');
    if (moment > now + MAX_AHEAD_MS) throw invalidInput('at', 'This cannot be in the future');
    if (moment < now - MAX_AGE_DAYS * DAY) throw invalidInput('at', 'This was more than 7 days ago');
    const here = zoneOf(headers);
    const facts = await fetchSafetyFacts(context, submission.userId, localDate(now, here));
    // The cap's timer, its removal and anything that has already happened are never blocked.
    if (action === 'sample' && startsTimer(moment, now) && !(await earlierRow(context, submission))) {
      holdBack(facts);
    }
    const stored = await storeOnce<Row & { id: string }>(context, submission, {
      answers: { action },
      details: {
        at: isoFromInstant(moment),
        // Nothing is reported before it happens, no matter what the device's clock says.
        reported_at: isoFromInstant(Math.max(reported, moment)),
        on_day: localDate(moment, zone ?? here),
        cycle: facts.cycle,
      },
    });
    return { id: stored.id, action, at: isoFromInstant(instantFromIso(stored.at)) };
  },
});

function holdBack(facts: KnownSafety): void {
  if (facts.careState !== 'treatment') throw new FunctionProblem(409, 'not_now', SAFETY_CHECK.atRest);
  const safety = safetyStatus(facts);
  if (safety !== 'ready') throw new FunctionProblem(409, 'not_now', FIRST[safety]);
}

const FIRST: Record<Exclude<SafetyStatus, 'ready'>, string> = {
  check: 'Please answer the safety check first.',
  confirm: 'Please answer today’s safety check questions first.',
  held: SAFETY_OUTCOMES.stop,
};

export const handler = readAndWritten(timers, note);
