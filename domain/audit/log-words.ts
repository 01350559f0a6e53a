import { auditKind, CLINIC_SETTINGS, SETTING_NAMES } from '../clinic/settings.ts';
import type { AuditLine } from './audit-words.ts';

type Act = Pick<AuditLine, 'action' | 'kind'>;

/** Kinds of things of the office, as the access log names them. Whatever is of health is the care record. */
const KINDS: Record<string, string> = {
  account_deletions: 'account deletion',
  appointments: 'calls',
  call_times: 'times of calls',
  coach_assignments: 'assigned coach',
  consents: 'consents',
  contact: 'contact details',
  customers: 'account details',
  email_address: 'email address',
  kit: 'kit',
  kit_requests: 'kit',
  mails: 'state of emails',
};

const VERBS = { read: 'Opened', insert: 'Added', update: 'Changed', delete: 'Removed' } as const;

/** What is no thing of a patient's, or was only seen. */
const SENTENCES: Record<string, string> = {
  'read access_log': 'Saw the name in this log',
  'read administrative_summary': 'Saw the line in a list',
  'read administrative_items': 'Saw the name on Today',
  'read care_record': 'Opened or changed the care record',
  'read call_room': 'Entered the video call',
  'read data_export': 'Downloaded everything',
  'read identity': 'Saw name and email address',
  'read summary': 'Saw the line in a list',
  'insert attention_decisions': 'Decided about something on Today',
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

/** 'Changed a clinic setting: Time zone' */
const SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [auditKind(name), `Changed a clinic setting: ${CLINIC_SETTINGS[name].label}`]),
);

/** 'Opened test results', 'Saw the line in a list', 'Changed the role' */
export function logWords({ action, kind }: Act): string {
  if (kind.startsWith('refused_')) return 'Was refused';
  return (
    SETTINGS[kind] ??
    SENTENCES[`${action} ${kind}`] ??
    `${VERBS[action]} ${KINDS[kind] ?? 'something of the record'}`
  );
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
