import type { PatientRecord } from './record.ts';

/** What a patient would call each table, in the order one would look for it. */
export const ABOUT: Record<keyof PatientRecord, string> = {
  customers: 'You',
  onboarding_info: 'Questionnaire',
  questionnaire_drafts: 'Questionnaire you haven’t saved yet',
  care_state: 'Treatment status',
  outcome_events: 'Pauses and changes in treatment',
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
  applicator_agreements_left_out: 'Earlier entries about who uses the applicator that are not in this file',
  test_results: 'Test results',
  test_results_left_out: 'Earlier test results that are not in this file',
  messages: 'Messages',
  messages_left_out: 'Earlier messages with your care team that are not in this file',
  message_threads: 'Conversations',
  message_threads_left_out: 'Earlier conversations that are not in this file',
  message_reads: 'Read receipts',
  message_reads_left_out: 'Earlier read receipts that are not in this file',
  message_pictures: 'Pictures and PDFs in your messages',
  message_pictures_left_out: 'Earlier pictures and PDFs in messages that are not in this file',
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
  staff_notes: 'Staff notes',
  staff_notes_left_out: 'Earlier staff notes that are not in this file',
  patient_alerts: 'Alerts your care team wrote',
  patient_alerts_left_out: 'Earlier alerts that are not in this file',
  follow_ups: 'Follow-ups your care team planned',
  follow_ups_left_out: 'Earlier follow-ups that are not in this file',
  results_taken_back: 'Test results your care team removed',
  results_taken_back_left_out: 'Earlier removed results that are not in this file',
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
  account_deletions: 'Account deletion',
  audit_log: 'Who opened or changed your record',
  audit_log_left_out: 'Earlier entries that are not in this file',
};

/** A table that no one has named yet is called by its own name. */
export const aboutOf = (table: string): string =>
  (ABOUT as Partial<Record<string, string>>)[table] ?? headingOf(table);

/** customer_first_name is 'First name'. */
export function headingOf(column: string): string {
  const words = column.replace(/^customer_/, '').replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`.replace(/\b(id|url|sms)\b/gi, (short) =>
    short.toUpperCase(),
  );
}
