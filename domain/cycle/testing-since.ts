import { addDays, type LocalDate } from '../time/day.ts';
import { known, type CycleFacts } from './facts.ts';
import { forecastGate, type ForecastGate } from './forecast-gate.ts';
import { lengths } from './lengths.ts';
import { currentStart } from './starts.ts';
import { surges } from './surges.ts';
import { testFrom } from './test-from.ts';

/**
 * For the care team, who may contact a patient even if no date is shown to the patient. A cycle doesn't end
 * just because it is long.
 */
const ASKED_IN = new Set<ForecastGate>(['ok', 'overdue', 'irregular']);

/**
 * When the current cycle started, and from which day to test. Null if that isn't known or a peak was found.
 */
export function testingSince(
  given: CycleFacts,
  givenToday: LocalDate,
): { startedOn: LocalDate; testFrom: LocalDate } | null {
  const { facts, today } = known(given, givenToday);
  const start = currentStart(facts);
  if (!start || !ASKED_IN.has(forecastGate(facts, today))) return null;
  if (surges(facts.results.filter(({ takenOn }) => takenOn >= start.day)).length > 0) return null;
  const day = testFrom(lengths(facts), facts.statedLength);
  return { startedOn: start.day, testFrom: addDays(start.day, day - 1) };
}
