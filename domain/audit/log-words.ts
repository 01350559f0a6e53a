import { auditKind, CLINIC_SETTINGS, SETTING_NAMES } from '../clinic/settings.ts';
import type { AuditLine } from './audit-words.ts';

type Act = Pick<AuditLine, 'action' | 'kind'>;

/** The office's data types, as the access log names them. Everything about health is the care record. */
const KINDS: Record<string, string> = {
  account_deletions: 'account deletion',
  appointments: 'calls',
  call_times: 'call times',
  coach_assignments: 'assigned coach',
  consents: 'consents',
  contact: 'contact details',
  customers: 'account details',
  email_address: 'email address',
  kit: 'kit',
  kit_requests: 'kit',
  mails: 'email delivery status',
};

const VERBS = { read: 'Opened', insert: 'Added', update: 'Changed', delete: 'Removed' } as const;

/** Not a patient's data, or only viewed. */
const SENTENCES: Record<string, string> = {
  'read access_log': 'Viewed name in this log',
  'read administrative_summary': 'Viewed in list',
  'read administrative_items': 'Viewed on Today',
  'read care_record': 'Opened or changed the care record',
  'read call_room': 'Joined the video call',
  'insert call_guest': 'Invited a guest to the video call',
  'update call_guest': 'Let a guest into the video call',
  'delete call_guest': 'Removed a guest from the video call',
  'insert email_change': 'Asked to change the email address',
  'update email_change': 'Agreed to change the email address',
  'delete email_change': 'Stopped a change of the email address',
  'read data_export': 'Downloaded everything',
  'read identity': 'Viewed name and email address',
  'read printed_record': 'Printed from the record',
  'read summary': 'Viewed in list',
  'insert attention_decisions': 'Closed or reassigned an item',
  'insert record_openings': 'Opened the record with a reason',
  'insert invitation': 'Invited the patient',
  'update invitation': 'Resent the invitation',
  'update invited_details': 'Changed the invitation’s details',
  'delete invitation': 'Revoked the invitation',
  'insert team_invitation': 'Invited to the team',
  'insert team_role_proposal': 'Proposed a new role',
  'delete team_role_proposal': 'Declined a new role',
  'update team_role': 'Changed the role',
  'update team_person': 'Changed name or time zone',
  'update team_profile': 'Changed the coach profile',
  'insert team_factor': 'Set up the authenticator app',
  'delete team_factor': 'Reset the authenticator app',
  'insert team_enrolment': 'Started setting up an authenticator app',
  'update team_factor_lock': 'Locked out after five wrong codes',
  'update team_set_up_lock': 'Five wrong setup codes',
  'update team_hosts': 'Changed which calls they take',
  'update team_hours': 'Changed the hours',
  'insert team_absences': 'Added an absence',
  'delete team_absences': 'Removed an absence',
  'delete team_member': 'Deactivated',
  'insert team_appointment_type': 'Added a call type',
  'update team_appointment_type': 'Changed a call type',
  'insert team_saved_reply': 'Added a saved reply',
  'update team_saved_reply': 'Changed a saved reply',
  'delete team_saved_reply': 'Removed a saved reply',
  'insert calendar_feed': 'Made a calendar feed',
  'update calendar_feed': 'Made a new address for the calendar feed',
  'delete calendar_feed': 'Ended the calendar feed',
  'insert team_calendar_feed': 'Made a calendar feed',
  'update team_calendar_feed': 'Made a new address for the calendar feed',
  'delete team_calendar_feed': 'Ended the calendar feed',
  'insert team_busy_calendar': 'Connected a calendar for busy times',
  'update team_busy_calendar': 'Connected another calendar for busy times',
  'delete team_busy_calendar': 'Disconnected the calendar for busy times',
  'insert team_note_template': 'Added a note template',
  'update team_note_template': 'Changed a note template',
  'delete team_note_template': 'Removed a note template',
};

/** 'Changed a clinic setting: Time zone' */
const SETTINGS = Object.fromEntries(
  SETTING_NAMES.map((name) => [auditKind(name), `Changed a clinic setting: ${CLINIC_SETTINGS[name].label}`]),
);

/** 'Opened test results', 'Viewed in list', 'Changed the role' */
export function logWords({ action, kind }: Act): string {
  if (kind.startsWith('refused_')) return 'Access denied';
  return (
    SETTINGS[kind] ??
    SENTENCES[`${action} ${kind}`] ??
    `${VERBS[action]} ${KINDS[kind] ?? 'part of the record'}`
  );
}

/** Why another coach's record was opened. */
export const REASONS_GIVEN: Record<string, string> = {
  cover: 'Covering for a colleague',
  'patient-asked': 'The patient asked',
  safety: 'Safety',
  quality: 'Quality review',
};

/** In the words the reason was given in. */
export const reasonGiven = (category: string): string => REASONS_GIVEN[category] ?? 'Another reason';
