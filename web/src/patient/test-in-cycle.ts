import type { OutcomeEvent } from '@domain/care-state/facts.ts';
import { afterTest, type AfterTest } from '@domain/cycle/after-test.ts';
import { factsOf, type Told } from '@domain/cycle/told.ts';
import { levelOf } from '@domain/results/level.ts';
import type { LocalDate } from '@domain/time/day.ts';
import { recordIn } from '@/patient/features/cycle/record.ts';

type Known = {
  /** As `cycleQuery` brought it. */
  told: unknown;
  results: Told['results'];
  events: readonly OutcomeEvent[];
  careState: Told['careState'];
};

/** What a test is in its cycle. Loaded while the patient still chooses, with the cycle's rules. */
export function testInCycle(
  known: Known,
  test: { result: string; takenOn: LocalDate },
  today: LocalDate,
): AfterTest {
  const { told, ...others } = known;
  const facts = factsOf({ ...recordIn(told), ...others });
  return afterTest(facts, { takenOn: test.takenOn, level: levelOf(test.result) }, today);
}
