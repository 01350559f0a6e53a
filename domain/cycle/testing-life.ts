import type { CareState } from '../care-state/facts.ts';
import { addDays, type LocalDate } from '../time/day.ts';
import type { Instant } from '../time/instant.ts';
import { instantOf, localDate, type LocalTime } from '../time/local.ts';
import type { CycleFacts, OvulationFact } from './facts.ts';
import type { PeriodKind } from './period.ts';

/** Where someone lives from a certain moment on, in local time. */
export type Stay = { zone: string; from: LocalDate; at?: LocalTime };
type Reported =
  | { kind: 'test'; level: OvulationFact['level'] }
  | { kind: 'bleeding'; as: PeriodKind; isTakenBack?: boolean }
  | { kind: 'applicator' }
  | { kind: CareState };
/** If a day occurs in two stays, `stay` says in which one it was reported. */
export type Entry = Reported & { day: LocalDate; at?: LocalTime; stay?: number };
export type Life = {
  title: string;
  about: string;
  stated: CycleFacts['statedLength'];
  stays: Stay[];
  until: LocalDate;
  entries: Entry[];
};

const USUAL_TIME: Partial<Record<Entry['kind'], LocalTime>> = { bleeding: '07:00', test: '08:00' };
/** The time between the day's test and an applicator in the evening. */
const TIME_OF_ADVICE = '20:00';
const EVENING = '21:30';

export type DayOfLife = { day: LocalDate; zone: string; facts: CycleFacts; logged: Entry[] };

/**
 * Every day as the patient lived it in each place, with the facts known that day. As in the product, days
 * come from moments and zones.
 */
export function daysOfLife(life: Life): DayOfLife[] {
  const reported = life.entries
    .map((entry) => ({ entry, moment: momentOf(entry, life) }))
    .sort((one, other) => one.moment - other.moment);
  return life.stays.flatMap(({ zone, from }, stay) => {
    const next = life.stays[stay + 1];
    const left = next ? startOf(next) : Infinity;
    const days = daysFrom(from, next ? localDate(left, zone) : life.until);
    const logged = reported.filter(({ entry }) => stayOf(entry, life) === stay).map(({ entry }) => entry);
    return days
      .map((day) => ({ day, moment: instantOf(day, TIME_OF_ADVICE, zone) }))
      .filter(({ moment }) => moment < left)
      .map(({ day, moment }) => ({
        day,
        zone,
        logged: logged.filter((entry) => entry.day === day),
        facts: factsOf(
          reported.filter((one) => one.moment <= moment),
          life,
        ),
      }));
  });
}

const startOf = ({ zone, from, at = '00:00' }: Stay): Instant => instantOf(from, at, zone);

const stayOf = ({ day, stay }: Entry, { stays }: Life): number =>
  stay ?? stays.findLastIndex(({ from }) => from <= day);

const momentOf = (entry: Entry, life: Life): Instant =>
  instantOf(entry.day, entry.at ?? USUAL_TIME[entry.kind] ?? EVENING, life.stays[stayOf(entry, life)]!.zone);

function daysFrom(first: LocalDate, last: LocalDate): LocalDate[] {
  return first > last ? [] : [first, ...daysFrom(addDays(first, 1), last)];
}

function factsOf(known: { entry: Entry; moment: Instant }[], life: Life): CycleFacts {
  const facts = { periods: [], results: [], applicatorsUsedOn: [], pauses: [], losses: [] } as Mutable;
  let careState: CareState = 'treatment';
  for (const { entry, moment } of known) {
    const day = localDate(moment, life.stays[stayOf(entry, life)]!.zone);
    if (entry.kind === 'test') facts.results.push({ takenOn: day, level: entry.level });
    else if (entry.kind === 'applicator') facts.applicatorsUsedOn.push(day);
    else if (entry.kind === 'bleeding') {
      facts.periods.push({ day, kind: entry.as, withdrawn: entry.isTakenBack ?? false });
    } else {
      careState = entry.kind;
      if (careState === 'after-loss') facts.losses.push(day);
      const open = facts.pauses.find(({ until }) => until === null);
      if (careState === 'paused') facts.pauses.push({ from: day, until: null });
      else if (open) open.until = day;
    }
  }
  return { ...facts, statedLength: life.stated, careState };
}

type Mutable = {
  [Name in 'periods' | 'results' | 'applicatorsUsedOn' | 'pauses' | 'losses']: CycleFacts[Name][number][];
};
