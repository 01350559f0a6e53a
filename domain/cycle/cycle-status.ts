import { addDays, daysBetween, type LocalDate } from '../time/day.ts';
import { applicatorDays, type ApplicatorDay } from './applicator-days.ts';
import { cycleDay } from './cycle-day.ts';
import { known, type CycleFacts } from './facts.ts';
import { forecastGate, type ForecastGate } from './forecast-gate.ts';
import { lengths, MIN_LENGTH } from './lengths.ts';
import { levelOfDay, type Level } from './level-of-day.ts';
import { likelyFertile, likelyOvulation, type Days } from './likely-ovulation.ts';
import { noPeakYet } from './no-peak-yet.ts';
import { currentStart, lossDays, type Start } from './starts.ts';
import { latestSurges, surges, type Surge } from './surges.ts';
import { testFrom } from './test-from.ts';

export type Next =
  | 'nothing'
  | 'log-period'
  | 'wait-to-test'
  | 'test'
  | 'first-applicator'
  | 'second-applicator'
  | 'applicator-tomorrow'
  | 'after-applicators'
  | 'no-peak-yet';
export type AskCoach = 'yesterday-unused' | 'second-surge' | 'late-peak' | 'peak-at-rest';

/** Read by Home's card, the chart, reminders, the calendar and the workspace. Only `dates` contains dates. */
export type CycleStatus = {
  gate: ForecastGate;
  /** Null if no cycle is being counted. */
  day: number | null;
  levelToday: Level | null;
  next: Next;
  askCoach: AskCoach[];
  /** Null unless the gate is `ok`. */
  dates: CycleDates | null;
};
export type CycleDates = {
  startedOn: LocalDate;
  testFrom: LocalDate;
  applicators: ApplicatorDay[];
  /** Null without a surge, and after two, because no one can tell which of them was ovulation. */
  likelyOvulation: Days | null;
  likelyFertile: Days | null;
};

type Cycle = {
  gate: ForecastGate;
  start: Start | null;
  today: LocalDate;
  own: number[];
  testFromDay: number;
  found: Surge[];
  applicators: ApplicatorDay[];
};

export function cycleStatus(given: CycleFacts, givenToday: LocalDate): CycleStatus {
  const { facts, today } = known(given, givenToday);
  const cycle = cycleOf(facts, today);
  if (facts.careState !== 'treatment') {
    return { gate: cycle.gate, day: null, levelToday: null, next: 'nothing', askCoach: [], dates: null };
  }
  const { gate, start } = cycle;
  return {
    gate,
    day: start && cycleDay(start.day, today),
    levelToday: levelOfDay(facts.results, today),
    next: nextOf(cycle),
    askCoach: askCoach(cycle),
    dates: gate === 'ok' && start ? datesOf(cycle, start) : null,
  };
}

function cycleOf(facts: CycleFacts, today: LocalDate): Cycle {
  const start = currentStart(facts);
  const lastLoss = lossDays(facts).sort().at(-1) ?? '';
  const isOfCycle = (day: LocalDate) => (start ? day >= start.day : day > lastLoss);
  const all = surges(facts.results.filter(({ takenOn }) => isOfCycle(takenOn)));
  const found = start ? all : latestSurges(all);
  const usedFrom = firstDayOfUse(start, found) ?? today;
  const usedOn = facts.applicatorsUsedOn.filter((day) => day >= usedFrom);
  const own = lengths(facts);
  return {
    gate: forecastGate(facts, today),
    start,
    today,
    own,
    testFromDay: testFrom(own, facts.statedLength),
    found,
    applicators: applicatorDays(found, usedOn, today),
  };
}

/**
 * Counts generously: counting an applicator that wasn't used is safer than a third one. A patient who flew
 * west may have used theirs the day before.
 */
function firstDayOfUse(start: Start | null, [first]: readonly Surge[]): LocalDate | null {
  if (start) return addDays(start.day, -1);
  return first ? addDays(first.from, 1 - MIN_LENGTH) : null;
}

function nextOf({ gate, start, today, own, testFromDay, found, applicators }: Cycle): Next {
  if (gate === 'overdue') return 'log-period';
  const [first, second] = applicators;
  if (first?.state === 'today') return 'first-applicator';
  if (second?.state === 'today') return 'second-applicator';
  if (second?.state === 'ahead') return 'applicator-tomorrow';
  if (!start) return 'log-period';
  if (found.length > 0) return 'after-applicators';
  const day = cycleDay(start.day, today);
  if (noPeakYet(day, own, found)) return 'no-peak-yet';
  // If it isn't clear when the cycle started, waiting for a certain day could miss the surge.
  return day < testFromDay && gate !== 'unclear' ? 'wait-to-test' : 'test';
}

function askCoach({ gate, found, applicators, today }: Cycle): AskCoach[] {
  const last = found.at(-1);
  const isRecent = last !== undefined && daysBetween(last.to, today) <= 1;
  if (isRecent && found.length > 1) return ['second-surge'];
  // So late in a cycle a peak may have another reason than ovulation.
  if (gate === 'overdue') return isRecent ? ['late-peak'] : [];
  if (applicators.every(({ state }) => state !== 'ask-coach')) return [];
  return found[0]?.atRest ? ['peak-at-rest'] : ['yesterday-unused'];
}

function datesOf({ found, testFromDay, applicators }: Cycle, { day }: Start): CycleDates {
  const only = found.length === 1 ? found[0]! : null;
  return {
    startedOn: day,
    testFrom: addDays(day, testFromDay - 1),
    applicators,
    likelyOvulation: only && likelyOvulation(only),
    likelyFertile: only && likelyFertile(only),
  };
}
