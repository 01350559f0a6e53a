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
  /** When someone whom the check blocks asked for an answer today. */
  answerAskedAt: Instant | null;
  /** They asked, and then corrected the answers that blocked them. */
  answerNotNeeded: boolean;
};

/** What decides about the safety check today, for a patient whom the calling function has let in. */
export async function fetchSafetyFacts(
  { service }: FunctionContext,
  userId: string,
  today: LocalDate,
): Promise<KnownSafety> {
  const { data } = await service.rpc('safety_facts', { p_user: userId, p_today: today }).throwOnError();
  return data as KnownSafety;
}
