import { REMINDER_NAMES } from '../account/reminders.ts';
import { reasonWords } from '../audit/audit-words.ts';
import type { CareState } from '../care-state/facts.ts';
import { surfacesOf } from '../care-state/surfaces.ts';
import { CONSENT_NAMES } from '../onboarding/consent-words.ts';
import { surveyAnswers } from './survey-answers.ts';
import { QUESTIONNAIRE } from './question-words.ts';
import type { PatientRecord, Row } from './record.ts';

/** Tells spreadsheets that the letters are UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
const HEADER = ['About', 'Number', 'What', 'Value'];

/** What a patient would call each table, in the order in which one would look for it. */
export const ABOUT: Record<keyof PatientRecord, string> = {
  customers: 'You',
  onboarding_info: 'Questionnaire',
  care_state: 'Where you stand',
  outcome_events: 'Pauses and changes of treatment',
  outcome_events_left_out: 'Earlier pauses and changes that are not in this file',
  symptom_reports: 'How you felt',
  symptom_reports_left_out: 'Earlier reports of how you felt that are not in this file',
  periods: 'Periods',
  periods_left_out: 'Earlier periods that are not in this file',
  safety_checks: 'Safety checks',
  safety_checks_left_out: 'Earlier safety checks that are not in this file',
  treatment_day_timers: 'Treatment days',
  treatment_day_timers_left_out: 'Earlier treatment days that are not in this file',
  applicator_agreements: 'Who uses the applicator',
  applicator_agreements_left_out: 'Earlier statements of who uses the applicator that are not in this file',
  test_results: 'Test results',
  test_results_left_out: 'Earlier test results that are not in this file',
  appointments: 'Calls',
  appointments_left_out: 'Earlier calls that are not in this file',
  medical_notes: 'Medical notes',
  medical_notes_left_out: 'Earlier medical notes that are not in this file',
  consultation_notes: 'Consultation notes',
  consultation_notes_left_out: 'Earlier consultation notes that are not in this file',
  note_addenda: 'Additions to notes',
  note_addenda_left_out: 'Earlier additions to notes that are not in this file',
  note_withdrawals: 'Withdrawn notes',
  note_withdrawals_left_out: 'Earlier withdrawn notes that are not in this file',
  patient_contacts: 'Contacts with your care team',
  patient_contacts_left_out: 'Earlier contacts that are not in this file',
  results_taken_back: 'Test results that your care team took back',
  results_taken_back_left_out: 'Earlier results that were taken back and are not in this file',
  kit_requests: 'Your kit',
  attention_decisions: 'What your care team decided',
  attention_decisions_left_out: 'Earlier decisions that are not in this file',
  survey_responses: 'Surveys',
  survey_responses_left_out: 'Earlier surveys that are not in this file',
  completed_phases: 'Plan: completed phases',
  consent_history: 'Consents',
  consent_history_left_out: 'Earlier consents that are not in this file',
  documents: 'Documents',
  documents_left_out: 'Earlier documents that are not in this file',
  outbox: 'Messages from us',
  outbox_left_out: 'Earlier messages that are not in this file',
  invitations: 'Invitation',
  users: 'Sign-in',
  sessions: 'Sessions',
  sessions_left_out: 'Earlier sessions that are not in this file',
  account_deletions: 'Leaving',
  audit_log: 'Who opened or changed your record',
  audit_log_left_out: 'Earlier lines that are not in this file',
};

/** What the screens call a column, where its name says less or something else. */
const ON_SCREEN: Partial<Record<string, Partial<Record<string, string>>>> = {
  customers: { ...CONSENT_NAMES, ...REMINDER_NAMES },
  onboarding_info: QUESTIONNAIRE,
  audit_log: { actor_name: 'Person', staff_role: 'Role of the person', reason_category: 'Reason' },
};

/**
 * One line for each value (RFC 4180): tables with different columns fit in one file, and a spreadsheet can filter by what
 * a line is about. Records are counted within their table, and each is a piece of the text: there may be ten thousand.
 */
export function* csvPieces(record: PatientRecord): Generator<string> {
  const rowsOf: Record<string, readonly Row[]> = record;
  yield BYTE_ORDER_MARK + lineOf(HEADER.map(cell));
  // A table that nobody has named yet comes last, under its own name.
  for (const table of new Set([...Object.keys(ABOUT), ...Object.keys(record)])) {
    const about = cell(aboutOf(table));
    for (const [at, row] of rowsOf[table]!.entries())
      yield factsOf(table, row)
        .map(([what, value]) => lineOf([about, String(at + 1), cell(what), cell(value)]))
        .join('');
  }
}

const lineOf = (cells: string[]): string => `${cells.join(',')}\r\n`;

const aboutOf = (table: string): string =>
  (ABOUT as Partial<Record<string, string>>)[table] ?? headingOf(table);

/** What is not there needs no line. */
const factsOf = (table: string, row: Row): Fact[] =>
  Object.entries(row).flatMap(([column, value]) =>
    value === null || value === undefined ? [] : factsIn(table, column, value),
  );

type Fact = [what: string, value: string];

function factsIn(table: string, column: string, value: unknown): Fact[] {
  if (table === 'survey_responses' && column === 'answers') {
    return surveyAnswers({ answers: value }).flatMap(([, question, answer]): Fact[] =>
      answer === null || answer === '' ? [] : [[question, wordsOf(answer)]],
    );
  }
  if (table === 'consent_history' && column === 'consent') return [['Consent', consentName(wordsOf(value))]];
  if (table === 'care_state')
    return [['State', surfacesOf({ state: value as CareState, afterLoss: false }).export]];
  const what = ON_SCREEN[table]?.[column] ?? headingOf(column);
  if (table === 'audit_log' && column === 'reason_category') return [[what, reasonWords(wordsOf(value))!]];
  return [[what, wordsOf(value)]];
}

const consentName = (consent: string): string =>
  (CONSENT_NAMES as Partial<Record<string, string>>)[consent] ?? consent;

/** customer_first_name is 'First name'. */
function headingOf(column: string): string {
  const words = column.replace(/^customer_/, '').replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`.replace(/\b(id|url|sms)\b/gi, (short) =>
    short.toUpperCase(),
  );
}

function wordsOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  const isList = Array.isArray(value) && value.every((each) => typeof each === 'string');
  return isList ? value.join(', ') : JSON.stringify(value);
}

/** A spreadsheet would run what begins like a formula; behind an apostrophe it is text. */
const FORMULA = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

function cell(value: string): string {
  const inert = FORMULA.test(value) || /^[\t\r\n]/.test(value) ? `'${value}` : value;
  // A semicolon or a tab parts cells for some spreadsheets; in quotes it parts nothing.
  return /[",;\t\r\n']/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
