import { auditLineOf, auditWords } from '../audit/audit-words.ts';
import { SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { zoneName } from '../time/zone-name.ts';
import { aboutOf, headingOf } from './about.ts';
import {
  cellWords,
  isForPeople,
  questionWords,
  safetyAnswer,
  whenOf,
  wordsOf,
  type Place,
} from './cell-words.ts';
import { FOR_PROGRAMS, PLANS, type Plan, type Shared } from './columns.ts';
import { APPLICATOR_SURVEY, BEFORE_TREATMENT_SURVEY, QUESTIONNAIRE } from './question-words.ts';
import type { AuditRow, Row } from './record.ts';
import { surveyAnswers } from './survey-answers.ts';

const CYCLE_QUESTION = 'Treatment cycle';
/** Left out because results and surveys share a column for the cycle. */
const SURVEY_COLUMNS = [
  ...APPLICATOR_SURVEY.filter((question) => question !== CYCLE_QUESTION),
  BEFORE_TREATMENT_SURVEY,
];

export const columnsIn = (place: Place): string[] => [
  'About',
  'Date',
  timeIn(place),
  'Cycle',
  'What',
  'Result',
  'With',
  'Details',
  ...SURVEY_COLUMNS,
];

export const timeIn = ({ zone, now }: Place): string => `Time (${zoneName(zone, now)})`;

/** The first columns of a row from a table without a plan. */
const TIMES = ['at', 'created_at', 'updated_at', 'day'];

export type RowFacts = {
  date: string;
  time: string;
  cycle: string;
  /** The shared columns under the subject's own headings, in its order. */
  headings: Record<Shared, string>;
  /** The rest of the row, each fact by its name. */
  others: [name: string, value: string][];
  answers: ReadonlyMap<string, string>;
} & Record<Shared, string>;

const HEADINGS: Record<Shared, string> = { what: 'What', result: 'Result', with: 'With', words: 'Details' };

/** A row of the record in plain words. */
export function factsOf(table: string, row: Row, place: Place): RowFacts {
  if (table === 'audit_log') return accessFacts(row as AuditRow, place);
  const plan = PLANS[table] ?? { when: TIMES.find((column) => row[column]) };
  const [date, time] = whenOf(plan.when && row[plan.when], place);
  const shown = (column: string | undefined) => (column ? cellWords(table, column, row, place) : '');
  return {
    date: shown(plan.day) || date,
    time,
    cycle: shown(plan.cycle),
    what: shown(plan.what),
    result: shown(plan.result),
    with: shown(plan.with),
    words: shown(plan.words),
    headings: { ...plan.headings, ...HEADINGS, ...plan.headings },
    others: othersOf(table, row, plan, place),
    answers: new Map(plan.answers ? answersIn(table, row, place) : []),
  };
}

/**
 * One row of the record as a row of the single table. Facts without a column go into its details, words
 * first.
 */
export function cellsOf(table: string, row: Row, place: Place): string[] {
  const facts = factsOf(table, row, place);
  const others = [...facts.answers]
    .filter(([question]) => !SURVEY_COLUMNS.includes(question))
    .concat(facts.others)
    .filter(([, value]) => value !== '');
  const details = [facts.words, ...others.map(([name, value]) => `${name}: ${value}`)];
  return [
    aboutOf(table),
    facts.date,
    facts.time,
    facts.cycle,
    facts.what,
    facts.result,
    facts.with,
    details.filter((each) => each !== '').join('; '),
    ...SURVEY_COLUMNS.map((question) => facts.answers.get(question) ?? ''),
  ];
}

/** In the words of the list 'Who opened my record'. */
function accessFacts(row: AuditRow, place: Place): RowFacts {
  const [date, time] = whenOf(row.at, place);
  const { who, what, why } = auditWords(auditLineOf(row), row.subject_id);
  return {
    date,
    time,
    cycle: '',
    what,
    result: '',
    with: who.replace(/,$/, ''),
    words: '',
    headings: { with: 'Who', what: 'What', result: 'Result', words: 'Details' },
    others: why ? [['Reason', why]] : [],
    answers: new Map(),
  };
}

/** Questions in the order they were asked, each with its answer. */
function answersIn(table: string, row: Row, place: Place): [question: string, answer: string][] {
  const given = (row['answers'] ?? row['form'] ?? {}) as Row;
  if (table === 'safety_checks')
    return inOrderOf(SAFETY_QUESTIONS, given).map(([id, answer]) => [
      questionWords(id),
      safetyAnswer(answer),
    ]);
  if (table === 'questionnaire_drafts')
    return inOrderOf(QUESTIONNAIRE, given).map(([name, answer]) => [
      QUESTIONNAIRE[name] ?? headingOf(name),
      wordsOf(answer, place),
    ]);
  return surveyAnswers({ answers: row['answers'] })
    .filter(([, question]) => question !== CYCLE_QUESTION)
    .map(([, question, answer]) => [
      question,
      (question === APPLICATOR_SURVEY[0] && dayOfUse(row['answers'], place.zone)) || wordsOf(answer, place),
    ]);
}

/** The database doesn't keep the order of keys. */
function inOrderOf(names: object, given: Row): [string, unknown][] {
  const order = Object.keys(names);
  return Object.entries(given)
    .filter(([name, answer]) => isForPeople(name, answer))
    .toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

function othersOf(table: string, row: Row, plan: Plan, place: Place): [string, string][] {
  const { more = {}, headings: _, ...shared } = plan;
  const planned = new Set<string | undefined>([
    ...Object.values(shared),
    ...Object.keys(more),
    ...(FOR_PROGRAMS[table] ?? []),
  ]);
  // A column without a name here comes last, under its database name.
  const unnamed = Object.keys(row).filter((column) => !planned.has(column) && !isRoleOfAName(column, row));
  return [...Object.keys(more), ...unnamed].map((column) => [
    more[column] ?? headingOf(column),
    isForPeople(column, row[column]) ? cellWords(table, column, row, place) : '',
  ]);
}

/** The role appears next to the name: 'Marisol Vega, coach'. */
const isRoleOfAName = (column: string, row: Row) =>
  column.endsWith('_role') && Boolean(row[column.replace(/role$/, 'name')]);
