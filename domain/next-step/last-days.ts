import { bleedingIs } from '../care-state/bleeding.ts';
import type { PeriodKind } from '../cycle/period.ts';
import { isTooEarly, pregnancyTestFrom } from '../results/too-early.ts';
import { daysBetween, type LocalDate } from '../time/day.ts';
import type { NextStepFacts } from './facts.ts';

type Known = {
  results: readonly { type: string; result: string; cycle: number | null; takenOn: LocalDate }[];
  periods: readonly { kind: string; day: LocalDate }[];
};

/**
 * The last day of each type of entry that the next step depends on. A negative test counts in its own
 * treatment cycle.
 */
export function lastDaysIn(
  { results, periods }: Known,
  cycle: number,
): Pick<NextStepFacts, 'lastNegativeOn' | 'lastOvulationTestOn' | 'lastPeriodOn'> {
  const negatives = results.filter(
    (one) => one.type === 'PREGNANCY' && one.result === 'negative' && one.cycle === cycle,
  );
  const ovulationTests = results.filter(({ type }) => type === 'ovulation');
  return {
    lastNegativeOn: latest(negatives.map(({ takenOn }) => takenOn)),
    lastOvulationTestOn: latest(ovulationTests.map(({ takenOn }) => takenOn)),
    lastPeriodOn: latest(periods.filter(({ kind }) => kind === 'period').map(({ day }) => day)),
  };
}

const latest = (days: readonly LocalDate[]): LocalDate | null => days.toSorted().at(-1) ?? null;

type Uses = Pick<Known, 'periods'> & {
  results: readonly Pick<Known['results'][number], 'type' | 'takenOn'>[];
  usedOn: readonly LocalDate[];
};

/**
 * Of someone whose last pregnancy test was hard to read: whether it was too early, and from when another one
 * counts. If the forecast gate of treatment is closed, no screen shows a date.
 */
export function earlyUnclearIn(
  { results, periods, usedOn }: Uses,
  { dates }: { dates: unknown },
): NextStepFacts['earlyUnclear'] {
  const takenOn = latest(results.filter(({ type }) => type === 'PREGNANCY').map((one) => one.takenOn));
  const lastUse = latest(usedOn);
  const periodDays = periods.filter(({ kind }) => kind === 'period').map(({ day }) => day);
  if (!takenOn || !lastUse || !isTooEarly(takenOn, { usedOn, periods: periodDays })) return null;
  return { from: dates === null ? null : pregnancyTestFrom(lastUse) };
}

/** The next step mentions a bleeding for this long; then a call, new notes or a review come first again. */
const BLEEDING_DAYS = 7;

/**
 * The last entry of the past week in what may be a pregnancy, judged as on the care team's Today. A period
 * logged later replaces an entry made by mistake.
 */
export function bleedingOf(
  periods: readonly { kind: PeriodKind; day: LocalDate }[],
  facts: Parameters<typeof bleedingIs>[1],
  today: LocalDate,
): NextStepFacts['bleeding'] {
  const last = periods
    .filter(({ day }) => daysBetween(day, today) < BLEEDING_DAYS)
    .toSorted((one, other) => one.day.localeCompare(other.day))
    .at(-1);
  const is = last ? bleedingIs(last, facts) : null;
  return is === null ? null : is === 'with-loss' ? 'loss' : 'bleeding';
}
