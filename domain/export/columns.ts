import { REMINDER_NAMES } from '../account/reminders.ts';
import { CONSENT_NAMES } from '../onboarding/consent-words.ts';
import { QUESTIONNAIRE } from './question-words.ts';

/** The columns that several subjects share. */
export type Shared = 'what' | 'result' | 'with' | 'words';

/**
 * Which of a table's columns fill which column of the spreadsheet. Every column of a table is either here or
 * in `FOR_PROGRAMS`.
 */
export type Plan = {
  when?: string | undefined;
  /** The day in the patient's zone at that time. */
  day?: string;
  cycle?: string;
  what?: string;
  result?: string;
  with?: string;
  words?: string;
  answers?: string;
  /** A subject's own headings for the shared columns. */
  headings?: Partial<Record<Shared, string>>;
  /** The other columns with their headings, in order. */
  more?: Record<string, string>;
};

const ENTERED = { created_at: 'Entered', logged_by_name: 'Entered by' };
const UNDONE = { withdrawn_at: 'Undone' };
const NOTE = { with: 'Written by', words: 'Note' };

export const PLANS: Partial<Record<string, Plan>> = {
  customers: {
    more: {
      customer_first_name: 'First name',
      customer_last_name: 'Last name',
      preferred_name: 'Preferred name',
      pronouns: 'Pronouns',
      birth_date: 'Birth date',
      customer_email: 'Email',
      customer_phone: 'Phone',
      shipping_line1: 'Street address',
      shipping_line2: 'Apartment, suite, etc.',
      shipping_city: 'City',
      shipping_state: 'State',
      shipping_zip: 'ZIP code',
      shipping_changed_at: 'Address changed',
      time_zone: 'Time zone',
      programme_name: 'Program',
      coach: 'Coach',
      status: 'Status',
      tracking_url: 'Kit tracking',
      onboarding_completed: 'Introduction finished',
      ...CONSENT_NAMES,
      consent_withdrawn_at: 'Consent withdrawn',
      ...REMINDER_NAMES,
      created_at: 'First sign-in',
    },
  },
  onboarding_info: { more: { ...QUESTIONNAIRE, updated_at: 'Last changed' } },
  questionnaire_drafts: { answers: 'form', more: { updated_at: 'Last changed' } },
  care_state: { result: 'state', headings: { result: 'Status' } },
  outcome_events: {
    when: 'day',
    cycle: 'cycle',
    what: 'kind',
    result: 'resolved_to',
    words: 'reason',
    headings: { what: 'Change', result: 'Decided', words: 'Reason' },
    more: {
      until: 'Until',
      created_at: 'Entered',
      recorded_by_name: 'Entered by',
      ...UNDONE,
      withdrawn_by_name: 'Undone by',
    },
  },
  symptom_reports: {
    when: 'since',
    what: 'signs',
    result: 'strength',
    words: 'words',
    headings: { what: 'Symptoms', result: 'How bad', words: 'In your words' },
    more: { urgent: 'Urgent', ...ENTERED },
  },
  periods: {
    when: 'day',
    what: 'kind',
    more: { confirmed_at: 'Said to be a new period', ...ENTERED, ...UNDONE },
  },
  safety_checks: {
    when: 'created_at',
    cycle: 'cycle',
    result: 'outcome',
    answers: 'answers',
    more: {
      peak_day: 'Peak day',
      reasons: 'To discuss with a clinician',
      cleared_at: 'Cleared',
      cleared_words: 'Reason for clearing',
      kept_at: 'Kept blocked',
      first_sent_at: 'First sent',
      corrected: 'Before you corrected it',
    },
  },
  treatment_day_timers: {
    when: 'at',
    cycle: 'cycle',
    what: 'action',
    headings: { what: 'Timer' },
    more: { on_day: 'Treatment day', reported_at: 'Entered' },
  },
  applicator_agreements: {
    when: 'created_at',
    what: 'person',
    result: 'agreed',
    with: 'name',
    headings: { what: 'Who', result: 'Agreed', with: 'Name' },
  },
  test_results: {
    when: 'taken_at',
    day: 'taken_on',
    cycle: 'cycle_number',
    what: 'result_type',
    result: 'result',
    headings: { what: 'Test' },
    more: ENTERED,
  },
  messages: {
    when: 'created_at',
    what: 'topic',
    result: 'sender',
    with: 'person_name',
    words: 'text',
    headings: { what: 'Topic', result: 'From', with: 'Written by', words: 'Message' },
    more: { by_phone: 'Answered by phone', due_at: 'Reply due' },
  },
  message_threads: { when: 'created_at', what: 'topic', headings: { what: 'Topic' } },
  message_reads: { when: 'read_at', result: 'reader', headings: { result: 'Read by' } },
  message_pictures: {
    when: 'created_at',
    result: 'type',
    headings: { result: 'Type' },
    more: { bytes: 'Size' },
  },
  appointments: {
    when: 'starts_at',
    what: 'name',
    result: 'status',
    with: 'host_name',
    headings: { what: 'Call', result: 'Status' },
    more: { ends_at: 'Ends', interaction_type: 'Type', created_at: 'Booked' },
  },
  medical_notes: {
    when: 'noted_on',
    what: 'title',
    with: 'author_name',
    words: 'content',
    headings: { what: 'Title', ...NOTE },
    more: { signed_at: 'Signed' },
  },
  consultation_notes: {
    when: 'created_at',
    what: 'consultation_reference',
    with: 'author_name',
    words: 'notes',
    headings: { what: 'Consultation', ...NOTE },
    more: { title: 'Title', signed_at: 'Signed' },
  },
  note_addenda: {
    when: 'signed_at',
    with: 'author_name',
    words: 'content',
    headings: { with: 'Written by', words: 'Addition' },
  },
  note_withdrawals: {
    when: 'signed_at',
    with: 'author_name',
    words: 'reason',
    headings: { with: 'Withdrawn by', words: 'Reason' },
  },
  patient_contacts: {
    when: 'contacted_at',
    what: 'how',
    result: 'result',
    with: 'person_name',
    words: 'words',
    headings: { what: 'How' },
    more: { direction: 'Direction', recorded_at: 'Entered', ...UNDONE },
  },
  staff_notes: { when: 'written_at', with: 'person_name', words: 'text', headings: NOTE, more: UNDONE },
  patient_alerts: {
    when: 'added_at',
    with: 'person_name',
    words: 'text',
    headings: { with: 'Written by', words: 'Alert' },
    more: { removed_at: 'Removed', removed_by_name: 'Removed by' },
  },
  follow_ups: {
    when: 'asked_at',
    with: 'person_name',
    words: 'text',
    headings: { with: 'Planned by', words: 'Task' },
    more: { due_at: 'Due' },
  },
  results_taken_back: {
    when: 'taken_back_at',
    cycle: 'cycle_number',
    what: 'result_type',
    result: 'result',
    with: 'person_name',
    headings: { what: 'Test', with: 'Removed by' },
    more: { taken_on: 'Day of the test', logged_at: 'Entered' },
  },
  kit_requests: {
    more: {
      asked_at: 'Requested',
      person_name: 'Requested by',
      sent_on: 'Sent',
      arrived_at: 'Arrived',
    },
  },
  attention_decisions: {
    when: 'decided_at',
    what: 'key',
    result: 'decision',
    with: 'person_name',
    words: 'words',
    headings: { what: 'About', result: 'Decision', with: 'Decided by', words: 'Comment' },
    more: { remind_at: 'Reminder' },
  },
  survey_responses: {
    when: 'created_at',
    cycle: 'cycle_number',
    what: 'survey',
    answers: 'answers',
    headings: { what: 'Survey' },
    more: { logged_by_name: 'Entered by' },
  },
  completed_phases: {
    when: 'completed_at',
    cycle: 'cycle_number',
    what: 'phase_id',
    headings: { what: 'Phase' },
    more: { stage_number: 'Stage', logged_by_name: 'Entered by' },
  },
  coach_assignments: { when: 'assigned_at', with: 'coach_name', headings: { with: 'Coach' } },
  consent_history: {
    when: 'changed_at',
    what: 'consent',
    result: 'granted',
    headings: { what: 'Consent', result: 'Agreed' },
  },
  documents: {
    when: 'created_at',
    what: 'name',
    result: 'mimetype',
    headings: { what: 'File', result: 'Type' },
    more: { size: 'Size', updated_at: 'Last changed' },
  },
  outbox: {
    when: 'created_at',
    what: 'subject',
    result: 'channel',
    words: 'body_text',
    headings: { what: 'Subject', result: 'Sent as', words: 'Text' },
    more: {
      recipient: 'To',
      attachments: 'Attached',
      sent_at: 'Sent',
      parked_at: 'Not delivered',
      dropped_at: 'Not sent',
    },
  },
  invitations: {
    more: {
      first_name: 'First name',
      last_name: 'Last name',
      email: 'Email',
      phone: 'Phone',
      programme_name: 'Program',
      invited_at: 'Invited',
      emailed_at: 'Emailed',
      revoked_at: 'Access ended',
    },
  },
  users: { more: { email: 'Email', created_at: 'First sign-in', last_sign_in_at: 'Last sign-in' } },
  sessions: { when: 'created_at', more: { refreshed_at: 'Last used', not_after: 'Ends' } },
  account_deletions: { more: { requested_at: 'Requested', delete_after: 'Deleted after' } },
  record_openings: {
    when: 'opened_at',
    what: 'category',
    with: 'person_name',
    words: 'words',
    headings: { what: 'Reason', with: 'Opened by' },
    more: { ends_at: 'Until' },
  },
};

/** Columns that mean nothing to a person, or repeat another column. Ids are left out everywhere. */
export const FOR_PROGRAMS: Partial<Record<string, readonly string[]>> = {
  account_deletions: ['leased_until'],
  applicator_agreements: ['words_version'],
  appointments: ['sequence', 'busy_until', 'time_zone', 'outcome', 'outcome_at'],
  attention_decisions: ['version', 'outcome', 'seen_until'],
  completed_phases: ['act'],
  customers: ['time_zone_by', 'surrogacy_changed_at', 'phone_changed_by_team'],
  documents: ['bucket_id'],
  kit_requests: ['sent_at'],
  medical_notes: ['created_at'],
  // The sort order of the team's Today.
  messages: ['concern', 'place'],
  message_reads: ['place'],
  message_pictures: ['place', 'name'],
  outbox: [
    'key',
    'purpose',
    'attempts',
    'send_after',
    'send_before',
    'appointment_sequence',
    'leased_until',
    'last_error',
  ],
  outcome_events: ['names_cycle'],
  periods: ['reopened'],
  questionnaire_drafts: ['answers_at'],
  results_taken_back: ['taken_at'],
  safety_checks: ['on_day'],
  test_results: ['taken_zone'],
  treatment_day_timers: ['created_at'],
};
