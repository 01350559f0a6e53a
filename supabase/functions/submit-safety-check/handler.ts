import * as z from 'zod/mini';
import {
  SubmitSafetyCheckRequest,
  type SubmitSafetyCheckAnswer,
} from '../../../domain/contracts/submit-safety-check.ts';
import { safetyOutcome, type SafetyAnswers } from '../../../domain/safety/outcome.ts';
import { hasDonor } from '../../../domain/safety/questions.ts';
import { hasValidCheck } from '../../../domain/safety/standing.ts';
import { localDate } from '../../../domain/time/local.ts';
import { defineFunction } from '../_shared/define-function.ts';
import { SUBMISSIONS } from '../_shared/limits.ts';
import { invalidInput } from '../_shared/problem.ts';
import { fetchSafetyFacts, type KnownSafety } from '../_shared/safety-facts.ts';
import { zoneOf } from '../_shared/scheduling.ts';
import { earlierRow, openSubmission, storeOnce } from '../_shared/submission.ts';

type Judgement = Pick<z.output<typeof SubmitSafetyCheckAnswer>, 'outcome' | 'reasons'>;
type Stored = Judgement & { id: string };

export const handler = defineFunction({
  method: 'POST',
  caller: 'patient',
  input: SubmitSafetyCheckRequest,
  limit: SUBMISSIONS,
  run: async ({ answers }, context, headers): Promise<z.output<typeof SubmitSafetyCheckAnswer>> => {
    const submission = await openSubmission(context, headers, 'safety_checks');
    const today = localDate(context.now().getTime(), zoneOf(headers));
    const facts = await fetchSafetyFacts(context, submission.userId, today);
    // A repeat may arrive when other questions are asked; its first arrival was judged by those of its day.
    const earlier = await earlierRow<Judgement>(context, submission);
    const stored = await storeOnce<Stored>(context, submission, {
      answers: { answers: inOrderOfDatabase(answers) },
      details: {
        ...(earlier ? { outcome: earlier.outcome, reasons: earlier.reasons } : judge(answers, facts)),
        cycle: facts.cycle,
        peak_day: facts.isPeakDay ? today : null,
      },
    });
    return { id: stored.id, outcome: stored.outcome, reasons: stored.reasons };
  },
});

function judge(answers: SafetyAnswers, facts: KnownSafety): Judgement {
  const judged = safetyOutcome(answers, {
    hasDonor: hasDonor(facts.familySetUp),
    isPeakDay: facts.isPeakDay,
    hasValidCheck: hasValidCheck(facts),
  });
  if ('missing' in judged) throw invalidInput(`answers.${judged.missing[0]!}`, 'Please answer this question');
  return judged;
}

/** Shorter names first, then by letter, as jsonb keeps them: a repeat is told by the same text. */
const inOrderOfDatabase = (answers: SafetyAnswers): SafetyAnswers =>
  Object.fromEntries(
    Object.entries(answers).sort(([one], [other]) => one.length - other.length || (one < other ? -1 : 1)),
  );
