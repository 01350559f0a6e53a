import { starts } from '../cycle/starts.ts';
import { STATE_NAMES } from '../care-state/state-names.ts';
import { OTHER, SPECIFIABLE } from '../onboarding/questionnaire.ts';
import { OUTCOME_TITLES, SAFETY_WORDS, resultText, signText, strengthText } from '../record/words.ts';
import { levelOf } from '../results/level.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { daysBetween } from '../time/day.ts';
import { momentIn, type Instant } from '../time/instant.ts';
import { localDate } from '../time/local.ts';
import { longDay } from '../time/words.ts';
import { clockTime } from '../time/zoned-words.ts';
import { zoneName } from '../time/zone-name.ts';
import { callStatus } from './cell-words.ts';
import { QUESTIONNAIRE } from './question-words.ts';
import type { PatientRecord, Row } from './record.ts';

/** Starts with what a doctor who has never heard of us would want to read first. */
export type Summary = {
  name: string;
  /** When and by whom it was made, and what it doesn't include. */
  origin: string;
  reach: string;
  facts: readonly Fact[];
  tables: readonly Table[];
};
export type Fact = { label: string; value: string };
export type Table = {
  title: string;
  columns: readonly string[];
  /** Column widths, as fractions of the whole. */
  widths: readonly number[];
  /** Newest first. */
  rows: readonly (readonly string[])[];
};

type Moment = { now: Instant; zone: string };

export function summaryOf(record: PatientRecord, moment: Moment): Summary {
  const { now, zone } = moment;
  const person = record.customers[0];
  const name = [person?.customer_first_name, person?.customer_last_name].filter(Boolean).join(' ').trim();
  return {
    name: name || person?.customer_email || 'A patient',
    origin: `Created by the patient in the Béa portal on ${longDay(localDate(now, zone))}. Tests, periods and treatment reports are as the patient recorded them at home. Times in ${zoneName(zone, now)}.`,
    reach: [person?.customer_email, person?.customer_phone].filter(Boolean).join(' · '),
    facts: [...aboutThePatient(record), ...whereTheyStand(record, moment), ...theirCycle(record, zone)],
    tables: [
      inseminations(record, zone),
      pregnancyTests(record, zone),
      ovulationTests(record, zone),
      symptoms(record),
      calls(record, moment),
      notes(record),
    ].filter(({ rows }) => rows.length > 0),
  };
}

const ASKED = [
  ['user_age', 'Age'],
  ['partner_age', QUESTIONNAIRE['partner_age']!],
  ['family_set_up', QUESTIONNAIRE['family_set_up']!],
  ['trying_duration', 'Trying to conceive'],
  ['infertility_diagnosis', QUESTIONNAIRE['infertility_diagnosis']!],
  ['previous_treatments', QUESTIONNAIRE['previous_treatments']!],
  ['had_fertility_investigations', QUESTIONNAIRE['had_fertility_investigations']!],
  ['menstrual_cycle_length', 'Cycle length, self-reported'],
] as const;

const aboutThePatient = ({ onboarding_info: [answers] }: PatientRecord): Fact[] =>
  answers === undefined
    ? [{ label: 'Questionnaire', value: 'Not answered yet' }]
    : ASKED.map(([column, label]) => ({ label, value: answerTo(column, answers) })).filter(isAnswered);

function answerTo(column: string, answers: Row): string {
  const own = SPECIFIABLE.some((name) => name === column) ? answers[`${column}_other`] : null;
  return [answers[column]]
    .flat()
    .map((answer) => (answer === OTHER && own ? `${OTHER}: ${textOf(own)}` : textOf(answer)))
    .filter((answer) => answer !== '')
    .join(', ');
}

/** A form stores text or numbers. */
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const isAnswered = ({ value }: Fact) => value !== '';

function whereTheyStand(record: PatientRecord, { zone }: Moment): Fact[] {
  const { care_state: states, safety_checks: checks, outcome_events: events } = record;
  const state = states[0] && STATE_NAMES[states[0].state].export;
  const event = events.findLast(({ withdrawn_at: taken }) => !taken);
  const check = checks.at(-1);
  return [
    { label: 'Treatment', value: state ?? '' },
    { label: 'Latest change', value: event ? `${OUTCOME_TITLES[event.kind]}, ${longDay(event.day)}` : '' },
    {
      label: 'Safety check',
      value: check
        ? `${SAFETY_WORDS[check.outcome]}, ${day(check.created_at, zone)}${check.cleared_at ? `, cleared ${day(check.cleared_at, zone)}` : ''}`
        : '',
    },
  ].filter(isAnswered);
}

function theirCycle(record: PatientRecord, zone: string): Fact[] {
  const periods = record.periods
    .filter(({ withdrawn_at: taken }) => !taken)
    .map(({ day: first, kind }) => ({ day: first, kind, withdrawn: false }))
    .toSorted((one, other) => one.day.localeCompare(other.day));
  const days = starts(periods).map(({ day: first }) => first);
  const between = days.slice(1).map((first, at) => daysBetween(days[at]!, first));
  const last = periods.findLast(({ kind }) => kind === 'period');
  const peak = record.test_results.findLast(isPeak);
  return [
    { label: 'Last period started', value: last ? longDay(last.day) : '' },
    { label: 'Days between periods, newest last', value: between.slice(-6).join(', ') },
    { label: 'Last LH peak', value: peak ? dayOfTest(peak, zone) : '' },
  ].filter(isAnswered);
}

const isOvulation = ({ result_type: type }: { result_type: string }) => type === 'ovulation';
const isPeak = (row: { result_type: string; result: string }) =>
  isOvulation(row) && levelOf(row.result) === 'peak';

const inseminations = ({ survey_responses: surveys }: PatientRecord, zone: string): Table => ({
  title: 'Home inseminations',
  columns: ['Day', 'Cycle', 'Medication', 'Sample rested', 'Cap worn', 'How it went'],
  widths: [2.2, 0.8, 2.4, 2, 1.6, 3],
  rows: surveys
    .filter(({ survey, answers }) => survey === 'applicator-use' && Array.isArray(answers))
    .map(({ answers }) => (answers as unknown[]).map(textOf).with(0, dayOfUse(answers, zone) ?? ''))
    .toSorted((one, other) => other[0]!.localeCompare(one[0]!))
    .map(([on = '', cycle = '', taken = '', which = '', rest = '', cap = '', went = '', more = '']) => [
      on && longDay(on),
      cycle,
      which ? `${taken}: ${which}` : taken,
      rest,
      cap,
      more ? `${went}: ${more}` : went,
    ]),
});

const pregnancyTests = ({ test_results: results }: PatientRecord, zone: string): Table => ({
  title: 'Pregnancy tests',
  columns: ['Day', 'Cycle', 'Result'],
  widths: [2.2, 0.8, 9],
  rows: newestFirst(results.filter((row) => !isOvulation(row))).map((row) => [
    dayOfTest(row, zone),
    String(row.cycle_number ?? ''),
    resultText(row.result),
  ]),
});

/** Peaks matter more than the many tests around them, so they aren't cut. */
const ovulationTests = ({ test_results: results }: PatientRecord, zone: string): Table => {
  const tests = newestFirst(results.filter(isOvulation));
  return {
    title: 'Ovulation tests (LH in urine), peaks first',
    columns: ['Day', 'Time', 'Result'],
    widths: [2.2, 1.6, 8.2],
    rows: [...tests.filter(isPeak), ...tests.filter((row) => !isPeak(row))].map((row) => [
      dayOfTest(row, zone),
      clockTime(momentIn(row.taken_at), zone),
      row.result,
    ]),
  };
};

const symptoms = ({ symptom_reports: reports }: PatientRecord): Table => ({
  title: 'How the patient felt',
  columns: ['Started', 'Signs', 'Severity', 'In their words'],
  widths: [2.2, 3, 1.6, 5.2],
  rows: newestFirst(reports).map(({ since, signs, strength, words }) => [
    longDay(since),
    signs.map(signText).join(', '),
    strengthText(strength),
    words ?? '',
  ]),
});

const calls = ({ appointments }: PatientRecord, { now, zone }: Moment): Table => ({
  title: 'Calls with the care team',
  columns: ['Day', 'Call', 'With', 'Status'],
  widths: [2.2, 4.6, 3.4, 1.8],
  rows: newestFirst(appointments).map((call) => [
    day(call.starts_at, zone),
    call.name,
    call.host_name,
    callStatus(call, now),
  ]),
});

const notes = ({ medical_notes: written }: PatientRecord): Table => ({
  title: 'Notes the patient can show you in the portal',
  columns: ['Day', 'Title', 'Written by'],
  widths: [2.2, 6.4, 3.4],
  rows: newestFirst(written).map(({ noted_on: on, title, author_name: author }) => [
    longDay(on),
    title,
    author ?? '',
  ]),
});

/** The record lists the oldest first. */
const newestFirst = <Each>(rows: readonly Each[]): Each[] => rows.toReversed();

/** The day in the patient's zone at that time. */
const dayOfTest = ({ taken_on: on, taken_at: at }: Row & { taken_at: string }, zone: string): string =>
  day(typeof on === 'string' ? on : at, zone);

/** Accepts a moment or a day. */
const day = (text: string, zone: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? longDay(text) : longDay(localDate(momentIn(text), zone));
