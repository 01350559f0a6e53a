import * as z from 'zod/mini';
import {
  SubmitSafetyCheckRequest,
  type SafetyCheckSituation,
  type SubmitSafetyCheckAnswer,
} from '../../../domain/contracts/submit-safety-check.ts';
import { answerTodayBy } from '../../../domain/coach/reply-promise.ts';
import { SAFETY_CHECK } from '../../../domain/copy/safety-check.ts';
import { safetyOutcome, type SafetyAnswers, type Situation } from '../../../domain/safety/outcome.ts';
import { hasDonor } from '../../../domain/safety/questions.ts';
import { hasValidCheck, safetyStanding, type SafetyStanding } from '../../../domain/safety/standing.ts';
import { isoFromInstant } from '../../../domain/time/instant.ts';
import { localDate } from '../../../domain/time/local.ts';
import { fetchAgreement, requireAgreement } from '../_shared/agreement.ts';
import { defineFunction, readAndWritten } from '../_shared/define-function.ts';
import { SUBMISSIONS } from '../_shared/limits.ts';
import { requireAccess } from '../_shared/patient.ts';
import { FunctionProblem, invalidInput } from '../_shared/problem.ts';
import { fetchSafetyFacts, type KnownSafety } from '../_shared/safety-facts.ts';
import { zoneOf } from '../_shared/scheduling.ts';
import { earlierRow, openSubmission, storeOnce } from '../_shared/submission.ts';

type Judgement = Pick<z.output<typeof SubmitSafetyCheckAnswer>, 'outcome' | 'reasons'>;
type Stored = Judgement & { id: string };

/** What the page has to ask, before anything is answered. */
const situation = defineFunction({
  method: 'GET',
  caller: 'patient',
  input: z.strictObject({}),
  run: async (_input, context, headers): Promise<z.output<typeof SafetyCheckSituation>> => {
    const { userId, hasConsented } = await requireAccess(context);
    if (!hasConsented) return NOTHING_KNOWN;
    const [facts, agreement] = await Promise.all([
      fetchSafetyFacts(context, userId, localDate(context.now().getTime(), zoneOf(headers))),
      fetchAgreement(context, userId),
    ]);
    const asked = facts.answerAskedAt;
    const clinicZone = context.portal.coachTimeZone ?? zoneOf(headers);
    return {
      standing: standingOf(facts),
      agreement,
      ...situationOf(facts),
      answerDueAt: asked === null ? null : isoFromInstant(answerTodayBy(asked, clinicZone)),
    };
  },
});

/** Without consent nothing of a patient's health is told, and nothing is ready. */
const NOTHING_KNOWN: z.output<typeof SafetyCheckSituation> = {
  standing: 'check',
  hasDonor: false,
  isPeakDay: false,
  hasValidCheck: false,
  answerDueAt: null,
  agreement: { isNeeded: false, person: 'self', name: null },
};

const submit = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitSafetyCheckRequest,
  limit: SUBMISSIONS,
  run: async ({ answers }, context, headers): Promise<z.output<typeof SubmitSafetyCheckAnswer>> => {
    const submission = await openSubmission(context, headers, 'safety_checks');
    await requireAgreement(context, submission.userId);
    const today = localDate(context.now().getTime(), zoneOf(headers));
    const facts = await fetchSafetyFacts(context, submission.userId, today);
    // A repeat may arrive when other questions are asked; its first arrival was judged by those of its day.
    const earlier = await earlierRow<Judgement>(context, submission);
    if (!earlier && facts.careState !== 'treatment') {
      throw new FunctionProblem(409, 'not_now', SAFETY_CHECK.atRest);
    }
    const stored = await storeOnce<Stored>(context, submission, {
      answers: { answers: inOrderOfDatabase(answers) },
      details: {
        ...(earlier ? { outcome: earlier.outcome, reasons: earlier.reasons } : judge(answers, facts)),
        cycle: facts.cycle,
        peak_day: facts.peakDay,
        on_day: today,
      },
    });
    return { id: stored.id, outcome: stored.outcome, reasons: stored.reasons };
  },
});

function judge(answers: SafetyAnswers, facts: KnownSafety): Judgement {
  const judged = safetyOutcome(answers, situationOf(facts));
  if ('missing' in judged) throw invalidInput(`answers.${judged.missing[0]!}`, 'Please answer this question');
  return judged;
}

/** Outside treatment nothing is ready, whatever was answered before. */
const standingOf = (facts: KnownSafety): SafetyStanding => {
  const standing = safetyStanding(facts);
  return facts.careState === 'treatment' || standing === 'held' ? standing : 'check';
};

const situationOf = (facts: KnownSafety): Situation => ({
  hasDonor: hasDonor(facts.familySetUp),
  isPeakDay: facts.peakDay !== null,
  hasValidCheck: hasValidCheck(facts),
});

/** Shorter names first, then by letter, as jsonb keeps them: a repeat is told by the same text. */
const inOrderOfDatabase = (answers: SafetyAnswers): SafetyAnswers =>
  Object.fromEntries(
    Object.entries(answers).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1)),
  );

export const handler = readAndWritten(situation, submit);
