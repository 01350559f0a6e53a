import type { CareState } from '../care-state/facts.ts';
import type { RecordFacts } from '../contracts/team/record-facts.ts';
import type { Cycle } from '../contracts/team/team-patient.ts';
import { cycleStatus } from '../cycle/cycle-status.ts';
import { factsOf } from '../cycle/facts-from-rows.ts';
import { OPTIONS } from '../onboarding/questionnaire.ts';
import type { LocalDate } from '../time/day.ts';
import { instantFromIso } from '../time/instant.ts';
import { careFacts } from './care.ts';
import { usedOn } from './used-on.ts';

type Patient = { careState: CareState; statedLength: unknown; today: LocalDate; zone: string };

/** Every test, for the chart. For older ones, one per day and result. */
export const testsOf = (facts: RecordFacts) => [
  ...facts.results.map(({ type, result, takenOn }) => ({ type, result, takenOn })),
  ...earlierTestsOf(facts),
];

const earlierTestsOf = ({ earlier }: RecordFacts) =>
  earlier.flatMap((one) =>
    one.kind === 'result'
      ? [...new Set(one.days)].map((takenOn) => ({ type: 'ovulation' as const, result: one.of, takenOn }))
      : [],
  );

/** The data for a record's chart, by the same rules as the patient's own chart. */
export function chartOf(facts: RecordFacts, { careState, statedLength, today, zone }: Patient): Cycle {
  const own = facts.periods.filter(({ isOfPresentBody }) => isOfPresentBody);
  const applicatorsUsedOn = usedOn(facts, zone);
  const { day, dates } = cycleStatus(
    factsOf({
      periods: own,
      bodySince: facts.bodySince,
      applicatorsUsedOn,
      results: [
        ...facts.results.map(({ receivedAt, ...result }) => ({
          ...result,
          loggedAt: instantFromIso(receivedAt),
        })),
        ...earlierTestsOf(facts),
      ],
      events: careFacts(facts).events,
      statedLength: OPTIONS.menstrual_cycle_length.find((length) => length === statedLength) ?? null,
      careState,
    }),
    today,
  );
  const applicators = dates?.applicators ?? [];
  const periods = own.map(({ day: on, kind }) => ({ day: on, kind }));
  return { day, today, periods, applicatorsUsedOn, applicators, hasForecast: dates !== null };
}
