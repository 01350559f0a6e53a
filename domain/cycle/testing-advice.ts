import type { LocalDate } from '../time/day.ts';
import { shortMonthAndDay } from '../time/words.ts';
import type { ForecastGate } from './forecast-gate.ts';
import { cycleStatus, type AskCoach, type CycleStatus, type Next } from './cycle-status.ts';
import { daysOfLife, type Entry, type Life, type DayOfLife } from './testing-life.ts';

type Row = { days: LocalDate[]; numbers: (number | null)[]; place: string; cells: string[] };

/** One invented patient's cycle as a table for a clinician. Consecutive days with the same advice share a row. */
export function adviceTable(life: Life): string {
  const rows: Row[] = [];
  for (const lived of daysOfLife(life)) {
    const row = rowOf(lived);
    const last = rows.at(-1);
    const isSame = last?.place === row.place && last.cells.join('|') === row.cells.join('|');
    if (isSame) {
      last.days.push(...row.days);
      last.numbers.push(...row.numbers);
    } else rows.push(row);
  }
  const lines = rows.map((row) => [datesOf(row, life), dayNumbers(row)].concat(row.cells));
  const table = [HEAD, HEAD.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`);
  return [`## ${life.title}`, '', life.about, '', ...table, ''].join('\n');
}

const HEAD = ['Date', 'Day', 'Logged', 'To do', 'Dates shown'];

function rowOf({ day, zone, facts, logged }: DayOfLife): Row {
  const status = cycleStatus(facts, day);
  const cells = [logged.map(loggedWords).join(', '), toDoWords(status), dateWords(status)];
  return { days: [day], numbers: [status.day], place: zone, cells };
}

function datesOf({ days, place }: Row, { stays }: Life): string {
  const dates = span(days.map(shortMonthAndDay));
  return stays.length > 1 ? `${dates}, ${place.split('/').at(-1)}` : dates;
}

const span = (words: readonly string[]): string =>
  words.length === 1 ? words[0]! : `${words[0]} to ${words.at(-1)}`;

const dayNumbers = ({ numbers }: Row): string => (numbers.includes(null) ? '' : span(numbers.map(String)));

function loggedWords(entry: Entry): string {
  if (entry.kind === 'test') return entry.level;
  if (entry.kind === 'applicator') return 'applicator used';
  if (entry.kind !== 'bleeding') return STATE[entry.kind];
  return `${BLEEDING[entry.as]}${entry.isTakenBack ? ' (undone)' : ''}`;
}

const BLEEDING = {
  period: '**period**',
  unsure: '**period, unsure**',
  'bleed-with-loss': 'bleeding with a loss',
};
const STATE: Record<Exclude<Entry['kind'], 'test' | 'applicator' | 'bleeding'>, string> = {
  treatment: 'treatment resumes',
  paused: 'treatment paused',
  pregnant: 'pregnancy test positive',
  unsure: 'pregnancy test unclear',
  'after-loss': 'loss',
  stopped: 'treatment stopped',
};

function toDoWords({ next, askCoach, gate }: CycleStatus): string {
  const coach = askCoach.map((reason) => COACH[reason]);
  return [NEXT[next], ...coach].join('; ') + (gate === 'ok' ? '' : ` (${GATE[gate]})`);
}

const NEXT: Record<Next, string> = {
  nothing: 'nothing is asked',
  'log-period': 'log the first day of the period',
  'wait-to-test': 'not yet time to test',
  test: 'test',
  'first-applicator': '**first applicator today**',
  'second-applicator': '**second applicator today**',
  'applicator-tomorrow': 'an applicator tomorrow',
  'after-applicators': 'both applicator days are over',
  'no-peak-yet': 'no peak: keep the applicators for the next cycle',
};
const COACH: Record<AskCoach, string> = {
  'yesterday-unused': 'ask the coach about yesterday’s applicator, if it was not used',
  'second-surge': 'ask the coach about the second surge',
  'late-peak': 'ask the coach about a peak so late',
  'peak-at-rest': 'ask the coach about a peak of before treatment resumed',
};
const GATE: Record<Exclude<ForecastGate, 'ok'>, string> = {
  'no-period': 'no period known',
  unclear: 'unclear when the cycle began',
  overdue: 'the period is overdue',
  irregular: 'irregular',
  paused: 'paused',
  pregnant: 'pregnant',
  unsure: 'pregnancy test unclear',
  'after-loss': 'after a loss',
  stopped: 'stopped',
};

function dateWords({ dates, next }: CycleStatus): string {
  if (!dates) return 'none';
  const { testFrom, applicators, likelyOvulation, likelyFertile } = dates;
  if (next === 'wait-to-test') return `start testing on ${shortMonthAndDay(testFrom)}`;
  return [
    applicators.length > 0
      ? `applicators ${applicators.map(({ day }) => shortMonthAndDay(day)).join(', ')}`
      : '',
    likelyOvulation ? `ovulation likely ${daysWords(likelyOvulation)}` : '',
    likelyFertile ? `likely fertile ${daysWords(likelyFertile)}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

const daysWords = ({ from, to }: { from: LocalDate; to: LocalDate }): string =>
  `${shortMonthAndDay(from)} to ${shortMonthAndDay(to)}`;
