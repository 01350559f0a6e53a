/** A line of the audit log: who did what to which kind of thing in a patient's record. */
export type AuditLine = {
  actorId: string | null;
  actorRole: string;
  action: 'read' | 'insert' | 'update' | 'delete';
  kind: string;
  /** The person of the care team who did it, where one was named. */
  actorName: string | null;
  staffRole: string | null;
  /** Why somebody opened the record of a patient who is not their own. */
  reasonCategory: string | null;
};

const KINDS: Record<string, string> = {
  customers: 'account details',
  email_address: 'email address',
  onboarding_info: 'questionnaire answers',
  test_results: 'test results',
  survey_responses: 'survey answers',
  outcome_events: 'pauses and changes of treatment',
  symptom_reports: 'reports of how you feel',
  periods: 'periods',
  safety_checks: 'safety checks',
  treatment_day_timers: 'treatment days',
  applicator_agreements: 'agreements of who uses the applicator',
  message_threads: 'conversations',
  messages: 'messages',
  message_pictures: 'pictures of your messages',
  message_reads: 'list of what was read of your messages',
  completed_phases: 'progress',
  consultation_notes: 'consultation notes',
  medical_notes: 'medical notes',
  appointments: 'calls',
  identity: 'name and address',
  attention_decisions: 'list of what needs your care team',
  patient_contacts: 'notes of calls and messages with you',
  contact: 'contact details',
  consents: 'consents',
  kit: 'kit',
  mails: 'mails',
  call_times: 'times of calls',
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
  quality: 'a quality check',
};

export type AuditWords = {
  who: string;
  what: string;
  why: string | null;
  /** What was read, where it stands in a list of several things; null for what is told in a sentence of its own. */
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

/** Null where no reason was asked for; one that is not known yet is still told to be one. */
export const reasonWords = (category: string | null): string | null =>
  category === null ? null : (REASONS[category] ?? 'noted by the clinic');

function whoOf({ actorId, actorRole, actorName, staffRole }: AuditLine, patientId: string): string {
  if (actorName) return staffRole ? `${actorName}, ${staffRole},` : actorName;
  if (actorId === patientId) return 'You';
  return actorRole === 'service_role' || actorRole === 'authenticated'
    ? 'Your care team'
    : 'The clinic’s technical team';
}

const SAW_LINE = 'saw your line in the list of patients';

/** What somebody looked at without opening it: 'opened your mails' would say that they read them. */
const READS: Record<string, string> = {
  mails: 'checked whether our emails reached you',
  kit: 'looked at the delivery of your kit',
  identity: 'saw your name and email address',
  access_log: 'saw your name in the access log',
  summary: SAW_LINE,
  attention: 'saw that you may need somebody',
  administrative_items: 'saw that something is to be sent or settled for you',
  administrative_summary: SAW_LINE,
  call_times: 'looked at when your calls are',
  consents: 'looked at which consents you gave',
  appointments: 'looked at your booked calls',
};

const INVITATION = {
  read: 'looked at your invitation',
  insert: 'invited you',
  update: 'sent your invitation again',
  delete: 'ended your invitation',
} as const;

function whatOf({ action, kind, actorName }: AuditLine): string {
  const read = action === 'read' && actorName !== null ? READS[kind] : undefined;
  if (read) return read;
  if (kind.startsWith('refused_')) return 'tried to open the team workspace';
  if (kind === 'data_export') return 'downloaded a copy of everything';
  if (kind === 'account_deletions') {
    return action === 'insert' ? 'asked to delete the account' : 'chose to keep the account';
  }
  if (kind === 'invitation') return INVITATION[action];
  if (kind === 'call_room') return 'entered your video call';
  if (kind === 'record_openings' && action === 'insert') return 'opened your record';
  if (kind === 'coach_assignments')
    return action === 'delete' ? 'ended the assignment of your coach' : 'chose your coach';
  if (kind === 'kit_requests')
    return action === 'insert' ? 'asked for your kit to be sent' : 'recorded where your kit is';
  if (kind === 'attention_decisions' && action === 'insert')
    return 'decided who looks after something of yours';
  if (kind === 'results_taken_back' && action === 'insert') return 'took back a test result';
  if (kind === 'note_drafts')
    return action === 'insert' ? 'began a note about you' : 'ended a draft of a note';
  if (kind === 'questionnaire_drafts')
    return action === 'insert'
      ? 'began to fill in your questionnaire'
      : 'ended the draft of your questionnaire';
  if (kind === 'note_addenda' && action === 'insert') return 'added to a note';
  if (kind === 'note_withdrawals' && action === 'insert') return 'withdrew a note';
  return `${VERBS[action]} your ${KINDS[kind] ?? 'record'}`;
}

/** Whoever saw a name in a list has opened nothing. */
function thingOf(kind: string): string | null {
  if (kind === 'identity') return null;
  return kind === 'mails' ? 'whether our emails reached you' : (KINDS[kind] ?? null);
}
