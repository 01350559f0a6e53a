import { REMINDER_NAMES } from '../account/reminders.ts';
import { reasonWords } from '../audit/audit-words.ts';
import type { CareState } from '../care-state/facts.ts';
import { STATE_NAMES } from '../care-state/state-names.ts';
import { findStep } from '../journey/definition.ts';
import { CONSENT_NAMES } from '../onboarding/consent-words.ts';
import {
  CALL_STATES,
  CONTACT_TITLES,
  OUTCOME_TITLES,
  PERIOD_TITLES,
  RESULT_TITLES,
  SAFETY_WORDS,
  SIGN_WORDS,
  SURVEY_TITLES,
  TIMER_TITLES,
} from '../record/words.ts';
import { dayOfUse } from '../surveys/day-of-use.ts';
import { momentIn, type Instant } from '../time/instant.ts';
import { localParts } from '../time/local.ts';
import { zoneName } from '../time/zone-name.ts';
import { aboutOf, headingOf } from './about.ts';
import { APPLICATOR_SURVEY, BEFORE_TREATMENT_SURVEY, QUESTIONNAIRE } from './question-words.ts';
import type { Row } from './record.ts';
import { surveyAnswers } from './survey-answers.ts';
import { textOfHtml } from './text-of-html.ts';

const CYCLE_QUESTION = 'Treatment cycle';
/** The cycle has a column that results and surveys share. */
const SURVEY_COLUMNS = [
  ...APPLICATOR_SURVEY.filter((question) => question !== CYCLE_QUESTION),
  BEFORE_TREATMENT_SURVEY,
];

export const columnsIn = (zone: string, now: Instant): string[] => [
  'About',
  'Date',
  `Time (${zoneName(zone, now)})`,
  'Cycle',
  'What',
  'Result',
  'With',
  'Details',
  ...SURVEY_COLUMNS,
];

/** Which of a table's columns answer for which of the spreadsheet's. */
type Plan = {
  when?: string | undefined;
  /** The day as the patient lived it, wherever they were then. */
  day?: string;
  cycle?: string;
  what?: string;
  result?: string;
  with?: string;
  words?: string;
  answers?: string;
};

const PLANS: Partial<Record<string, Plan>> = {
  test_results: {
    when: 'taken_at',
    day: 'taken_on',
    cycle: 'cycle_number',
    what: 'result_type',
    result: 'result',
  },
  appointments: { when: 'starts_at', what: 'name', result: 'status', with: 'host_name' },
  survey_responses: { when: 'created_at', cycle: 'cycle_number', what: 'survey', answers: 'answers' },
  periods: { when: 'day', what: 'kind' },
  outcome_events: { when: 'day', cycle: 'cycle', what: 'kind', result: 'resolved_to', words: 'reason' },
  symptom_reports: { when: 'since', what: 'signs', result: 'strength', words: 'words' },
  safety_checks: { when: 'created_at', cycle: 'cycle', result: 'outcome' },
  treatment_day_timers: { when: 'at', cycle: 'cycle', what: 'action' },
  applicator_agreements: { when: 'created_at', what: 'person', result: 'agreed', with: 'name' },
  message_threads: { when: 'created_at', what: 'topic' },
  messages: { when: 'created_at', what: 'topic', result: 'sender', with: 'person_name', words: 'text' },
  message_reads: { when: 'read_at', result: 'reader' },
  message_pictures: { when: 'created_at', result: 'type' },
  medical_notes: { when: 'noted_on', what: 'title', with: 'author_name', words: 'content' },
  consultation_notes: {
    when: 'created_at',
    what: 'consultation_reference',
    with: 'author_name',
    words: 'notes',
  },
  note_addenda: { when: 'signed_at', with: 'author_name', words: 'content' },
  patient_contacts: { when: 'contacted_at', what: 'how', with: 'person_name', words: 'words' },
  staff_notes: { when: 'written_at', with: 'person_name', words: 'text' },
  patient_alerts: { when: 'added_at', with: 'person_name', words: 'text' },
  follow_ups: { when: 'asked_at', with: 'person_name', words: 'text' },
  completed_phases: { when: 'completed_at', cycle: 'cycle_number', what: 'phase_id' },
  consent_history: { when: 'changed_at', what: 'consent', result: 'granted' },
  outbox: { when: 'created_at', what: 'subject' },
  audit_log: { when: 'at', what: 'kind', result: 'action', with: 'actor_name' },
  care_state: { result: 'state' },
};

/** Columns that begin a row if no one has planned it. */
const TIMES = ['at', 'created_at', 'updated_at', 'day'];

const MESSAGE_SENDERS = { patient: 'You', team: 'Your care team' };

/** What the screens say for a value that the database keeps in its own words. */
const VALUES: Partial<Record<string, Record<string, string>>> = {
  'test_results.result_type': RESULT_TITLES,
  'survey_responses.survey': SURVEY_TITLES,
  'periods.kind': PERIOD_TITLES,
  'messages.sender': MESSAGE_SENDERS,
  'message_reads.reader': MESSAGE_SENDERS,
  'outcome_events.kind': OUTCOME_TITLES,
  'patient_contacts.how': CONTACT_TITLES,
  'safety_checks.outcome': SAFETY_WORDS,
  'consent_history.consent': CONSENT_NAMES,
  'appointments.status': CALL_STATES,
  'appointments.interaction_type': { video_call: 'Video call', phone_call: 'Phone call' },
  'symptom_reports.signs': SIGN_WORDS,
  'treatment_day_timers.action': TIMER_TITLES,
  'test_results.result': { positive: 'Positive', negative: 'Negative', unclear: 'Unclear' },
  'consultation_notes.consultation_reference': {
    'initial-consultation': 'Initial consultation',
    'post-treatment-review': 'Post-treatment review',
  },
};

/** For programs only. */
const LEFT_OUT: Partial<Record<string, readonly string[]>> = {
  appointments: ['sequence', 'busy_until'],
  completed_phases: ['act'],
  // How the team's Today sorts it.
  messages: ['concern', 'place'],
  message_reads: ['place'],
  message_pictures: ['place', 'name', 'path'],
  outcome_events: ['names_cycle'],
  periods: ['reopened'],
  test_results: ['taken_zone'],
  outbox: ['key', 'purpose', 'attempts', 'send_after', 'send_before', 'appointment_sequence'],
};

const SHIPPING_NAMES = {
  shipping_line1: 'Street address',
  shipping_line2: 'Apartment, suite, etc.',
  shipping_city: 'City',
  shipping_state: 'State',
  shipping_zip: 'ZIP code',
  shipping_changed_at: 'Address changed',
};

/** What the screens call a column, where its name says less or something else. */
const ON_SCREEN: Partial<Record<string, Partial<Record<string, string>>>> = {
  customers: { ...CONSENT_NAMES, ...REMINDER_NAMES, ...SHIPPING_NAMES },
  onboarding_info: QUESTIONNAIRE,
  audit_log: { staff_role: 'Role of the person', reason_category: 'Reason' },
};

export type RowFacts = {
  date: string;
  time: string;
  cycle: string;
  what: string;
  result: string;
  with: string;
  words: string;
  /** What is left of the row, each fact behind its name. */
  others: [name: string, value: string][];
  answers: ReadonlyMap<string, string>;
};

/** What a row of the record says, in a person's words. */
export function factsOf(table: string, row: Row, zone: string): RowFacts {
  const plan = PLANS[table] ?? { when: TIMES.find((column) => row[column]) };
  const [date, time] = whenOf(plan.when && row[plan.when], zone);
  const shown = (column: string | undefined) => (column ? valueOf(table, column, row[column], zone) : '');
  return {
    date: shown(plan.day) || date,
    time,
    cycle: shown(plan.cycle),
    what: shown(plan.what),
    result: shown(plan.result),
    with: shown(plan.with),
    words: shown(plan.words),
    others: othersOf(table, row, plan, zone),
    answers: new Map(
      plan.answers ? answersIn(row, zone).filter(([question]) => question !== CYCLE_QUESTION) : [],
    ),
  };
}

/** One row of the record as one row of a single table. What no column has is in its details: the words first. */
export function cellsOf(table: string, row: Row, zone: string): string[] {
  const facts = factsOf(table, row, zone);
  const details = [facts.words, ...facts.others.map(([name, value]) => `${name}: ${value}`)];
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

const answersIn = (row: Row, zone: string) =>
  surveyAnswers({ answers: row['answers'] }).map(([, question, answer]): [string, string] => [
    question,
    question === APPLICATOR_SURVEY[0]
      ? (dayOfUse(row['answers'], zone) ?? wordsOf(answer, zone))
      : wordsOf(answer, zone),
  ]);

function othersOf(table: string, row: Row, plan: Plan, zone: string): [string, string][] {
  const planned = new Set<string | undefined>([...Object.values(plan), ...(LEFT_OUT[table] ?? [])]);
  return Object.entries(row)
    .filter(([column, value]) => isForPeople(column, value) && !planned.has(column))
    .map(([column, value]): [string, string] => [
      ON_SCREEN[table]?.[column] ?? headingOf(column),
      valueOf(table, column, value, zone),
    ]);
}

const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (column: string, value: unknown) =>
  column === 'id' || column.endsWith('_id') || (typeof value === 'string' && UUID.test(value));
/** Ids tell people nothing, and the words of what ends with 'html' are in the column next to it. */
const isForPeople = (column: string, value: unknown) =>
  !isAbsent(value) && !isId(column, value) && !column.endsWith('html');

function valueOf(table: string, column: string, value: unknown, zone: string): string {
  if (Array.isArray(value)) return value.map((each) => valueOf(table, column, each, zone)).join(', ');
  const words = wordsOf(value, zone);
  switch (`${table}.${column}`) {
    case 'care_state.state':
      return STATE_NAMES[value as CareState].export;
    case 'audit_log.reason_category':
      return reasonWords(words) ?? words;
    case 'completed_phases.phase_id':
      return (findStep(words, null) ?? findStep(words, 1))?.phase.title ?? words;
    case 'documents.name':
      return words.slice(words.lastIndexOf('/') + 1);
    case 'consultation_notes.notes':
      return textOfHtml(words);
    default:
      return VALUES[`${table}.${column}`]?.[words] ?? words;
  }
}

function wordsOf(value: unknown, zone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return MOMENT.test(value) ? whenOf(value, zone).join(' ') : value;
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, zone)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .filter(([name, each]) => isForPeople(name, each))
    .map(([name, each]) => `${headingOf(name)}: ${wordsOf(each, zone)}`)
    .join(', ');
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/;

/** A day as it is, a moment as the patient's calendar and clock show it. */
function whenOf(value: unknown, zone: string): [date: string, time: string] {
  if (typeof value !== 'string') return ['', ''];
  const moment = momentIn(value);
  if (!MOMENT.test(value) || Number.isNaN(moment)) return [value, ''];
  const { date, time } = localParts(moment, zone);
  return [date, time];
}
