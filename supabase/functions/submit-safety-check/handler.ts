import * as z from 'zod/mini';
import {
  SubmitSafetyCheckRequest,
  type SafetyCheckSituation,
  type SubmitSafetyCheckAnswer,
} from '../../../domain/contracts/patient/submit-safety-check.ts';
import { answerTodayBy } from '../../../domain/coach/reply-time.ts';
import { SAFETY_CHECK } from '../../../domain/copy/safety-check.ts';
import { correctableSince, correctableUntil } from '../../../domain/safety/correction.ts';
import { safetyOutcome, type SafetyAnswers, type Situation } from '../../../domain/safety/safety-outcome.ts';
import { hasDonor } from '../../../domain/safety/questions.ts';
import { hasValidCheck, safetyStatus, type SafetyStatus } from '../../../domain/safety/safety-status.ts';
import { instantFromIso, isoFromInstant, type Instant } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import { fetchAgreement, requireAgreement } from '../_shared/patients/agreement.ts';
import type { FunctionContext } from '../_shared/request/context.ts';
import { defineFunction, readAndWritten } from '../_shared/request/define-function.ts';
import { entriesADay, SUBMISSIONS } from '../_shared/request/limits.ts';
import { requireAccess } from '../_shared/patients/patient.ts';
import { FunctionProblem, invalidInput } from '../_shared/answer/problem.ts';
import { fetchSafetyFacts, type KnownSafety } from '../_shared/patients/safety-facts.ts';
import { zoneOf } from '../_shared/appointments/scheduling.ts';
import { clinicHours } from '../_shared/team/clinic-hours.ts';
import {
  earlierRow,
  openSubmission,
  storeOnce,
  submissionReused,
  type Submission,
} from '../_shared/patients/submission.ts';

type Judgement = Pick<z.output<typeof SubmitSafetyCheckAnswer>, 'outcome' | 'reasons'>;
type Stored = Judgement & { id: string };

/** The questions for the page, before anything is answered. */
const situation = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: z.strictObject({}),
  run: async (_input, context, headers): Promise<z.output<typeof SafetyCheckSituation>> => {
    const { userId, hasConsented } = await requireAccess(context);
    if (!hasConsented) return NOTHING_KNOWN;
    const [facts, agreement, newest] = await Promise.all([
      fetchSafetyFacts(context, userId, localDate(context.now().getTime(), zoneOf(headers))),
      fetchAgreement(context, userId),
      fetchNewest(context, userId),
    ]);
    const asked = facts.answerAskedAt;
    const clinic = await clinicHours(context);
    const toCorrect = correctable(newest, facts, context.now().getTime());
    return {
      standing: statusOf(facts),
      agreement,
      ...situationOf(facts),
      answerDueAt: asked === null ? null : isoFromInstant(answerTodayBy(asked, clinic)),
      answerNotNeeded: toCorrect !== null && facts.answerNotNeeded,
      correctable: toCorrect,
    };
  },
});

/** Without consent, the answer says nothing about health, and nothing is ready. */
const NOTHING_KNOWN: z.output<typeof SafetyCheckSituation> = {
  standing: 'check',
  hasDonor: false,
  isPeakDay: false,
  hasAnsweredBefore: false,
  hasValidCheck: false,
  answerDueAt: null,
  answerNotNeeded: false,
  correctable: null,
  agreement: { isNeeded: false, person: 'self', name: null },
};

type Newest = {
  id: string;
  answers: SafetyAnswers;
  created_at: string;
  first_sent_at: string | null;
  cleared_at: string | null;
  corrected: (Stored & { submission_id: string | null })[];
};

async function fetchNewest({ service }: FunctionContext, userId: string): Promise<Newest | null> {
  const { data } = await service
    .from('safety_checks')
    .select('id,answers,created_at,first_sent_at,cleared_at,corrected')
    .eq('user_id', userId)
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle<Newest>()
    .throwOnError();
  return data;
}

/** The check that was just sent, while it can be corrected, with the questions it answered. */
function correctable(newest: Newest | null, facts: KnownSafety, now: Instant) {
  if (!newest || newest.cleared_at !== null || facts.careState !== 'treatment') return null;
  const until = correctableUntil(instantFromIso(newest.first_sent_at ?? newest.created_at));
  if (until <= now) return null;
  const { id, answers } = newest;
  return { id, until: isoFromInstant(until), answers, situation: situationOf(without(facts, id)) };
}

/** As if this check hadn't been sent. */
const without = (facts: KnownSafety, id: string): KnownSafety => ({
  ...facts,
  checks: facts.checks.filter((check) => check.id !== id),
});

const submit = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitSafetyCheckRequest,
  limit: [SUBMISSIONS, entriesADay('safety checks')],
  run: async ({ answers, corrects }, context, headers): Promise<z.output<typeof SubmitSafetyCheckAnswer>> => {
    const submission = await openSubmission(context, headers, 'safety_checks');
    await requireAgreement(context, submission.userId);
    const today = localDate(context.now().getTime(), zoneOf(headers));
    const facts = await fetchSafetyFacts(context, submission.userId, today);
    // A retry may arrive when other questions are asked. The first arrival was judged by that day's
    // questions.
    const earlier = await earlierRow<Judgement>(context, submission);
    if (!earlier && facts.careState !== 'treatment') {
      throw new FunctionProblem(409, 'not_now', SAFETY_CHECK.atRest);
    }
    const where = { cycle: facts.cycle, peak_day: facts.peakDay, on_day: today };
    const kept = { answers: inOrderOfDatabase(answers) };
    if (corrects !== undefined) {
      const judged = earlier ?? judge(answers, without(facts, corrects));
      return correct(context, submission, corrects, { ...kept, ...judgementOf(judged), ...where });
    }
    const corrected = earlier ? null : await correctedSince(context, submission);
    if (corrected) return corrected;
    const stored = await storeOnce<Stored>(context, submission, {
      answers: kept,
      details: { ...judgementOf(earlier ?? judge(answers, facts)), ...where },
    });
    return { id: stored.id, ...judgementOf(stored) };
  },
});

const judgementOf = ({ outcome, reasons }: Judgement): Judgement => ({ outcome, reasons });

/** The server decides whether it is in time, and waits for a clinician who is deciding about the answers. */
async function correct(
  { service, now }: FunctionContext,
  { userId, submissionId }: Submission,
  check: string,
  corrected: Record<string, unknown>,
): Promise<Stored> {
  const { data } = await service
    .rpc('correct_safety_check', {
      p_user: userId,
      p_check: check,
      p_since: isoFromInstant(correctableSince(now().getTime())),
      p_new: corrected,
      p_submission: submissionId,
    })
    .throwOnError();
  const { problem, ...stored } = data as Stored & { problem?: keyof typeof PROBLEMS };
  if (problem) throw PROBLEMS[problem]();
  return stored;
}

const notNow = (words: string) => () => new FunctionProblem(409, 'not_now', words);
const PROBLEMS = {
  reused: submissionReused,
  not_newest: notNow(SAFETY_CHECK.notNewest),
  decided: notNow(SAFETY_CHECK.decided),
  too_late: notNow(SAFETY_CHECK.tooLate),
};

/** A repeat that arrives after its answers were corrected gets its own judgment, and is not stored again. */
async function correctedSince(
  context: FunctionContext,
  { userId, submissionId }: Submission,
): Promise<Stored | null> {
  if (submissionId === null) return null;
  const newest = await fetchNewest(context, userId);
  const repeated = newest?.corrected.find((each) => each.submission_id === submissionId);
  return repeated ? { id: repeated.id, ...judgementOf(repeated) } : null;
}

function judge(answers: SafetyAnswers, facts: KnownSafety): Judgement {
  const judged = safetyOutcome(answers, situationOf(facts));
  if ('missing' in judged) throw invalidInput(`answers.${judged.missing[0]!}`, 'Please answer this question');
  return judged;
}

/** Outside treatment nothing is ready, no matter what was answered before. */
const statusOf = (facts: KnownSafety): SafetyStatus => {
  const standing = safetyStatus(facts);
  return facts.careState === 'treatment' || standing === 'held' ? standing : 'check';
};

const situationOf = (facts: KnownSafety): Situation => ({
  hasDonor: hasDonor(facts.familySetUp),
  isPeakDay: facts.peakDay !== null,
  hasAnsweredBefore: facts.checks.length > 0,
  hasValidCheck: hasValidCheck(facts),
});

/** Shorter names first, then alphabetical, as jsonb stores them, so that a repeat has the same text. */
const inOrderOfDatabase = (answers: SafetyAnswers): SafetyAnswers =>
  Object.fromEntries(
    Object.entries(answers).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1)),
  );

export const handler = readAndWritten(situation, submit);
