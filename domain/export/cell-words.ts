import { reasonWords } from '../audit/audit-words.ts';
import type { CareState } from '../care-state/facts.ts';
import { STATE_NAMES } from '../care-state/state-names.ts';
import { CALL_OUTCOME_WORDS } from '../contracts/team/team-calls.ts';
import { SAFETY_CHECK, SAFETY_QUESTIONS } from '../copy/safety-check.ts';
import { findStep } from '../journey/definition.ts';
import { CONSENT_NAMES } from '../onboarding/consent-words.ts';
import { DECISION_WORDS } from '../record/decision-entries.ts';
import {
  CALL_STATES,
  CONTACT_DIRECTION_WORDS,
  CONTACT_RESULT_WORDS,
  CONTACT_TITLES,
  OUTCOME_TITLES,
  PERIOD_TITLES,
  RESULT_TITLES,
  resultText,
  SAFETY_WORDS,
  SIGN_WORDS,
  STRENGTH_WORDS,
  SURVEY_TITLES,
  TIMER_TITLES,
} from '../record/words.ts';
import { momentIn, type Instant } from '../time/instant.ts';
import { localParts } from '../time/local.ts';
import { zoneName } from '../time/zone-name.ts';
import { titleOf } from '../worklist/items-of.ts';
import { OUTCOME_WORDS } from '../worklist/outcomes.ts';
import { headingOf } from './about.ts';
import type { Row } from './record.ts';
import { textOfHtml } from './text-of-html.ts';

/** The patient's zone and the current moment, for dates and times. */
export type Place = { zone: string; now: Instant };

const SENDERS = { patient: 'You', team: 'Your care team' };
const FILE_TYPES = { 'image/jpeg': 'JPEG picture', 'image/png': 'PNG picture', 'application/pdf': 'PDF' };

/** What the screens say for a value that the database keeps in its own words. */
const VALUES: Partial<Record<string, Record<string, string>>> = {
  'applicator_agreements.person': { self: 'You', partner: 'Your partner', surrogate: 'Your surrogate' },
  'appointments.interaction_type': { video_call: 'Video call', phone_call: 'Phone call' },
  'attention_decisions.outcome': OUTCOME_WORDS,
  'consent_history.consent': CONSENT_NAMES,
  'consultation_notes.consultation_reference': {
    'initial-consultation': 'Initial consultation',
    'post-treatment-review': 'Post-treatment review',
  },
  'documents.mimetype': FILE_TYPES,
  'message_pictures.type': FILE_TYPES,
  'message_reads.reader': SENDERS,
  'messages.sender': SENDERS,
  'outbox.channel': { email: 'Email', sms: 'Text message' },
  'outcome_events.kind': OUTCOME_TITLES,
  'patient_contacts.direction': CONTACT_DIRECTION_WORDS,
  'patient_contacts.how': CONTACT_TITLES,
  'patient_contacts.result': CONTACT_RESULT_WORDS,
  'periods.kind': PERIOD_TITLES,
  'results_taken_back.result_type': RESULT_TITLES,
  'safety_checks.outcome': SAFETY_WORDS,
  'safety_checks.reasons': SAFETY_QUESTIONS,
  'survey_responses.survey': SURVEY_TITLES,
  'symptom_reports.signs': SIGN_WORDS,
  'symptom_reports.strength': STRENGTH_WORDS,
  'test_results.result_type': RESULT_TITLES,
  'treatment_day_timers.action': TIMER_TITLES,
};

export const safetyAnswer = (answer: unknown): string =>
  SAFETY_CHECK.answers[answer as keyof typeof SAFETY_CHECK.answers] ?? String(answer);

/** A column's value in plain words. */
export function cellWords(table: string, column: string, row: Row, place: Place): string {
  const value = row[column];
  if (isAbsent(value)) return '';
  const words = () => wordsOf(value, place);
  const role = column.endsWith('_name') && row[column.replace(/name$/, 'role')];
  if (typeof role === 'string') return `${words()}, ${role}`;
  switch (`${table}.${column}`) {
    case 'appointments.status':
      return callStatus(row, place.now);
    case 'attention_decisions.key':
      return titleOf(words());
    case 'attention_decisions.decision':
      return typeof row['outcome'] === 'string'
        ? cellWords(table, 'outcome', row, place)
        : resultText(DECISION_WORDS[words() as keyof typeof DECISION_WORDS] ?? words());
    case 'care_state.state':
    case 'outcome_events.resolved_to':
      return STATE_NAMES[value as CareState].export;
    case 'completed_phases.phase_id':
      return (findStep(words(), null) ?? findStep(words(), 1))?.phase.title ?? words();
    case 'consultation_notes.notes':
      return textOfHtml(words());
    case 'customers.coach':
      return ['name', 'email'].map((name) => (value as Row)[name]).join(', ');
    case 'customers.time_zone':
      return zoneName(words(), place.now);
    case 'documents.name':
      return words().includes('/messages/')
        ? 'A file in your messages'
        : words().slice(words().lastIndexOf('/') + 1);
    case 'documents.size':
    case 'message_pictures.bytes':
      return sizeWords(Number(value));
    case 'messages.by_phone':
      return value === true ? 'Yes' : '';
    case 'outbox.attachments':
      return (value as Row[]).map(({ filename }) => filename).join(', ');
    case 'record_openings.category':
      return resultText(reasonWords(words()) ?? words());
    case 'results_taken_back.result':
    case 'test_results.result':
      return resultText(words());
    case 'safety_checks.corrected':
      return (value as Row[]).map((before) => correctedWords(before, place)).join('\n');
    case 'safety_checks.reasons':
    case 'symptom_reports.signs':
      return (value as string[]).map((each) => VALUES[`${table}.${column}`]?.[each] ?? each).join(', ');
    default:
      return VALUES[`${table}.${column}`]?.[words()] ?? words();
  }
}

/** As in the list of calls, a call that has ended is no longer booked. */
export function callStatus({ status, outcome, ends_at: end }: Row, now: Instant): string {
  if (typeof outcome === 'string') return CALL_OUTCOME_WORDS[outcome as keyof typeof CALL_OUTCOME_WORDS];
  if (status === 'booked' && typeof end === 'string' && momentIn(end) < now) return 'Past';
  return CALL_STATES[status as keyof typeof CALL_STATES] ?? String(status);
}

function correctedWords(before: Row, place: Place): string {
  const answers = Object.entries((before['answers'] ?? {}) as Row).map(
    ([id, answer]) => `${questionWords(id)} ${safetyAnswer(answer)}`,
  );
  return `${wordsOf(before['at'], place)}: ${cellWords('safety_checks', 'outcome', before, place)}. ${answers.join(' ')}`;
}

export const questionWords = (id: string): string =>
  (SAFETY_QUESTIONS as Partial<Record<string, string>>)[id] ?? headingOf(id);

const MB = 1024 * 1024;
const sizeWords = (bytes: number): string =>
  bytes < MB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MB).toFixed(1)} MB`;

const isAbsent = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (column: string, value: unknown) =>
  column === 'id' || column.endsWith('_id') || (typeof value === 'string' && UUID.test(value));
/** Ids mean nothing to people, and columns ending in 'html' repeat the column next to them as markup. */
export const isForPeople = (column: string, value: unknown): boolean =>
  !isAbsent(value) && !isId(column, value) && !column.endsWith('html');

export function wordsOf(value: unknown, place: Place): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return MOMENT.test(value) ? whenOf(value, place).join(' ') : value;
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, place)).join(', ');
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.entries(value)
    .filter(([name, each]) => isForPeople(name, each))
    .map(([name, each]) => `${headingOf(name)}: ${wordsOf(each, place)}`)
    .join(', ');
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*$/;

/** A day stays as it is. A moment becomes a date and time in the patient's zone. */
export function whenOf(value: unknown, { zone }: Place): [date: string, time: string] {
  if (typeof value !== 'string') return ['', ''];
  const moment = momentIn(value);
  if (!MOMENT.test(value) || Number.isNaN(moment)) return [value, ''];
  const { date, time } = localParts(moment, zone);
  return [date, time];
}
