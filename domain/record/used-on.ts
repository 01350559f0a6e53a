import type { RecordFacts } from '../contracts/team/record-facts.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import type { LocalDate } from '../time/day.ts';
import { instantFromIso } from '../time/instant.ts';
import { timedCaps } from '../treatment-day/events.ts';

/**
 * The days on which an applicator was used, by timers and surveys, as the patient lived them. A cap that was
 * entered by mistake is none. `private.applicators_used_on` tells the patient the same.
 */
export function usedOn({ timers, surveys }: RecordFacts, zone: string): LocalDate[] {
  const caps = timedCaps(
    timers.map(({ action, at, on, reportedAt }) => ({
      action,
      on,
      at: instantFromIso(at),
      reportedAt: instantFromIso(reportedAt),
    })),
  );
  const days = [
    ...caps.map(({ start }) => start.on),
    ...surveys
      .filter(({ survey }) => survey === 'applicator-use')
      .flatMap(({ answers }) => dayOfUse(answers, zone) ?? []),
  ];
  return [...new Set(days)];
}
