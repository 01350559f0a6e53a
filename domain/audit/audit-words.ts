/** A line of the audit log: who did what to which type of data in a patient's record. */
export type AuditLine = {
  actorId: string | null;
  actorRole: string;
  action: 'read' | 'insert' | 'update' | 'delete';
  kind: string;
  /** The care team member who did it, if named. */
  actorName: string | null;
  staffRole: string | null;
  /** Why someone opened the record of a patient who is not their own. */
  reasonCategory: string | null;
};

type AuditColumns = {
  actor_id: string | null;
  actor_role: string;
  action: AuditLine['action'];
  kind: string;
  actor_name: string | null;
  staff_role: string | null;
  reason_category: string | null;
};

export const auditLineOf = (row: AuditColumns): AuditLine => ({
  actorId: row.actor_id,
  actorRole: row.actor_role,
  action: row.action,
  kind: row.kind,
  actorName: row.actor_name,
  staffRole: row.staff_role,
  reasonCategory: row.reason_category,
});

const KINDS: Record<string, string> = {
  customers: 'account details',
  email_address: 'email address',
  onboarding_info: 'questionnaire answers',
  test_results: 'test results',
  survey_responses: 'survey answers',
  outcome_events: 'pauses and changes in treatment',
  symptom_reports: 'reports of how you feel',
  periods: 'periods',
  safety_checks: 'safety checks',
  treatment_day_timers: 'treatment days',
  applicator_agreements: 'agreements about who uses the applicator',
  message_threads: 'conversations',
  messages: 'messages',
  message_pictures: 'files in your messages',
  message_reads: 'record of read messages',
  completed_phases: 'progress',
  consultation_notes: 'consultation notes',
  medical_notes: 'medical notes',
  appointments: 'calls',
  identity: 'name and address',
  attention_decisions: 'to-do items for your care team',
  patient_contacts: 'notes on calls and messages with you',
  staff_notes: 'staff notes',
  patient_alerts: 'alerts for your care team',
  follow_ups: 'follow-ups',
  contact: 'contact details',
  consents: 'consents',
  kit: 'kit',
  mails: 'emails',
  call_times: 'call times',
};

const VERBS = {
  read: 'opened',
  insert: 'added to',
  update: 'changed',
  delete: 'removed something from',
} as const;

const REASONS: Record<string, string> = {
  cover: 'covering for a colleague',
  'patient-asked': 'something you asked us about',
  safety: 'your safety',
  quality: 'a quality review',
};

export type AuditWords = {
  who: string;
  what: string;
  why: string | null;
  /** What was read, as an item in a list; null if it has its own sentence. */
  thing: string | null;
};

/** 'Marisol Vega, coach,', 'opened your medical notes', 'covering for a colleague' and 'medical notes'. */
export function auditWords(line: AuditLine, patientId: string): AuditWords {
  return {
    who: whoOf(line, patientId),
    what: whatOf(line),
    why: reasonWords(line.reasonCategory),
    thing: line.action === 'read' ? thingOf(line.kind) : null,
  };
}

/** Null if no reason was asked for. An unknown reason still counts as one. */
export const reasonWords = (category: string | null): string | null =>
  category === null ? null : (REASONS[category] ?? 'noted by the clinic');

function whoOf({ actorId, actorRole, actorName, staffRole }: AuditLine, patientId: string): string {
  if (actorName) return staffRole ? `${actorName}, ${staffRole},` : actorName;
  if (actorId === patientId) return 'You';
  return actorRole === 'service_role' || actorRole === 'authenticated'
    ? 'Your care team'
    : 'The clinic’s technical team';
}

const SAW_LINE = 'saw your name in the patient list';

/** Viewed without opening: 'opened your emails' would say that they read them. */
const READS: Record<string, string> = {
  mails: 'checked whether our emails reached you',
  kit: 'checked on your kit’s delivery',
  identity: 'saw your name and email address',
  access_log: 'saw your name in the access log',
  summary: SAW_LINE,
  attention: 'saw that you may need help',
  administrative_items: 'saw a to-do item about you',
  administrative_summary: SAW_LINE,
  call_times: 'looked at your call times',
  printed_record: 'printed from your record',
  consents: 'looked at which consents you gave',
  appointments: 'looked at your booked calls',
};

const INVITATION = {
  read: 'looked at your invitation',
  insert: 'invited you',
  update: 'resent your invitation',
  delete: 'revoked your invitation',
} as const;

const EMAIL_CHANGE = {
  read: 'looked at a change of your email address',
  insert: 'asked to change your email address',
  update: 'agreed to change your email address',
  delete: 'stopped a change of your email address',
} as const;

const CALL_GUEST = {
  read: 'saw who is in your video call',
  insert: 'invited a guest to your video call',
  update: 'let a guest into your video call',
  delete: 'removed a guest from your video call',
} as const;

function whatOf({ action, kind, actorName }: AuditLine): string {
  const read = action === 'read' && actorName !== null ? READS[kind] : undefined;
  if (read) return read;
  if (kind.startsWith('refused_')) return 'tried to open the team workspace';
  if (kind === 'data_export') return 'downloaded a copy of everything';
  if (kind === 'account_deletions') {
    return action === 'insert' ? 'asked to delete the account' : 'chose to keep the account';
  }
  if (kind === 'calendar_feed')
    return action === 'delete' ? 'ended your calendar feed' : 'made an address for your calendar feed';
  if (kind === 'passkey') return action === 'insert' ? 'added a passkey' : 'removed a passkey';
  if (kind === 'invitation') return INVITATION[action];
  if (kind === 'email_change') return EMAIL_CHANGE[action];
  if (kind === 'call_room') return 'joined your video call';
  if (kind === 'call_guest') return CALL_GUEST[action];
  if (kind === 'record_openings' && action === 'insert') return 'opened your record';
  if (kind === 'coach_assignments')
    return action === 'delete' ? 'removed your assigned coach' : 'chose your coach';
  if (kind === 'kit_requests')
    return action === 'insert' ? 'asked for your kit to be sent' : 'recorded where your kit is';
  if (kind === 'attention_decisions' && action === 'insert') return 'assigned or closed an item about you';
  if (kind === 'results_taken_back' && action === 'insert') return 'removed a test result';
  if (kind === 'note_drafts')
    return action === 'insert' ? 'started a note about you' : 'discarded or signed a draft note';
  if (kind === 'questionnaire_drafts')
    return action === 'insert'
      ? 'started your questionnaire'
      : 'finished or discarded your questionnaire draft';
  if (kind === 'note_addenda' && action === 'insert') return 'added to a note';
  if (kind === 'note_withdrawals' && action === 'insert') return 'withdrew a note';
  return `${VERBS[action]} your ${KINDS[kind] ?? 'record'}`;
}

/** Seeing a name in a list is not opening anything. */
function thingOf(kind: string): string | null {
  if (kind === 'identity') return null;
  return kind === 'mails' ? 'whether our emails reached you' : (KINDS[kind] ?? null);
}
