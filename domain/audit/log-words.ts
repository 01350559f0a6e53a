import type { AuditLine } from './audit-words.ts';

type Act = Pick<AuditLine, 'action' | 'kind'>;

/** Kinds of things, as the access log names them; never what they say. */
const KINDS: Record<string, string> = {
  account_deletions: 'account deletion',
  applicator_agreements: 'agreement',
  appointments: 'calls',
  call_times: 'times of calls',
  coach_assignments: 'assigned coach',
  completed_phases: 'progress',
  consents: 'consents',
  consultation_notes: 'consultation notes',
  contact: 'contact details',
  customers: 'account details',
  email_address: 'email address',
  kit: 'kit',
  kit_requests: 'kit',
  mails: 'state of mails',
  medical_notes: 'medical notes',
  message_pictures: 'pictures of messages',
  message_reads: 'what was read of messages',
  message_threads: 'conversation',
  messages: 'messages',
  note_addenda: 'addendum of a note',
  note_drafts: 'draft of a note',
  note_withdrawals: 'withdrawal of a note',
  onboarding_info: 'questionnaire',
  questionnaire_drafts: 'draft of the questionnaire',
  outcome_events: 'changes of treatment',
  patient_contacts: 'contacts',
  periods: 'periods',
  results_taken_back: 'result taken back',
  safety_checks: 'safety checks',
  survey_responses: 'survey answers',
  symptom_reports: 'reports of symptoms',
  test_results: 'test results',
  treatment_day_timers: 'treatment days',
};

const VERBS = { read: 'Opened', insert: 'Added', update: 'Changed', delete: 'Removed' } as const;

/** What is no thing of a patient's, or was only seen. */
const SENTENCES: Record<string, string> = {
  'read access_log': 'Saw the name in this log',
  'read administrative_summary': 'Saw the line in a list',
  'read administrative_items': 'Saw the name on Today',
  'read attention': 'Saw on Today what needs somebody',
  'read call_room': 'Entered the video call',
  'read data_export': 'Downloaded everything',
  'read identity': 'Saw name and email address',
  'read summary': 'Saw the line in a list',
  'insert attention_decisions': 'Decided about something on Today',
  'insert message_reads': 'Saw new messages',
  'update message_reads': 'Saw new messages',
  'insert record_openings': 'Opened the record with a reason',
  'insert invitation': 'Invited the patient',
  'update invitation': 'Sent the invitation again',
  'delete invitation': 'Ended the invitation',
  'insert team_invitation': 'Invited to the team',
  'insert team_role_proposal': 'Proposed a new role',
  'update team_role': 'Changed the role',
  'insert team_factor': 'Set up the authenticator app',
  'delete team_factor': 'Reset the authenticator app',
  'insert team_enrolment': 'Began to set up an authenticator app',
  'update team_factor_lock': 'Five wrong codes: the app was locked',
  'update team_set_up_lock': 'Five wrong setup codes',
  'update team_hosts': 'Changed which calls they take',
  'update team_hours': 'Changed the hours',
  'insert team_absences': 'Added an absence',
  'delete team_absences': 'Removed an absence',
  'delete team_member': 'Deactivated',
};

/** 'Opened test results', 'Saw the line in a list', 'Changed the role' */
export function logWords({ action, kind }: Act): string {
  if (kind.startsWith('refused_')) return 'Was refused';
  return SENTENCES[`${action} ${kind}`] ?? `${VERBS[action]} ${KINDS[kind] ?? 'something of the record'}`;
}

/** For which another coach's record is opened. */
export const REASONS_GIVEN: Record<string, string> = {
  cover: 'Covering for a colleague',
  'patient-asked': 'The patient asked',
  safety: 'Safety',
  quality: 'Quality review',
};

/** In the words in which the reason was given. */
export const reasonGiven = (category: string): string => REASONS_GIVEN[category] ?? 'Another reason';
