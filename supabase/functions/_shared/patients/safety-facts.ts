import type { CareState } from '../../../../domain/care-state/facts.ts';
import type { Answers } from '../../../../domain/onboarding/questionnaire.ts';
import type { SafetyCheck, SafetyFacts } from '../../../../domain/safety/safety-status.ts';
import type { LocalDate } from '../../../../domain/time/day.ts';
import type { Instant } from '../../../../domain/time/instant.ts';
import type { FunctionContext } from '../request/context.ts';

export type KnownSafety = Omit<SafetyFacts, 'checks'> & {
  checks: readonly (SafetyCheck & { id: string })[];
  familySetUp: Answers['family_set_up'] | null;
  careState: CareState;
  /** When a blocked patient asked for an answer today. */
  answerAskedAt: Instant | null;
  /** The patient asked, and then corrected the blocking answers. */
  answerNotNeeded: boolean;
};

/** The facts that decide today's safety check. The calling function has checked the patient. */
export async function fetchSafetyFacts(
  { service }: FunctionContext,
  userId: string,
  today: LocalDate,
): Promise<KnownSafety> {
  const { data } = await service.rpc('safety_facts', { p_user: userId, p_today: today }).throwOnError();
  return data as KnownSafety;
}
