/** A line of the audit log: who did what to which kind of thing in a patient's record. */
export type AuditLine = {
  actorId: string | null;
  actorRole: string;
  action: 'read' | 'insert' | 'update' | 'delete';
  kind: string;
};

const KINDS: Record<string, string> = {
  customers: 'account details',
  email_address: 'email address',
  onboarding_info: 'questionnaire answers',
  test_results: 'test results',
  survey_responses: 'survey answers',
  completed_phases: 'progress',
  consultation_notes: 'consultation notes',
  medical_notes: 'medical notes',
  appointments: 'calls',
};

const VERBS = {
  read: 'opened',
  insert: 'added to',
  update: 'changed',
  delete: 'removed something from',
} as const;

export type AuditWords = { who: string; what: string };

/** 'You' and 'opened your medical notes'. */
export function auditWords(line: AuditLine, patientId: string): AuditWords {
  return { who: whoOf(line, patientId), what: whatOf(line) };
}

function whoOf({ actorId, actorRole }: AuditLine, patientId: string): string {
  if (actorId === patientId) return 'You';
  return actorRole === 'service_role' || actorRole === 'authenticated'
    ? 'Your care team'
    : 'The people who run the portal';
}

function whatOf({ action, kind }: AuditLine): string {
  if (kind === 'data_export') return 'downloaded a copy of everything';
  if (kind === 'account_deletions') {
    return action === 'insert' ? 'asked to delete the account' : 'chose to keep the account';
  }
  return `${VERBS[action]} your ${KINDS[kind] ?? 'record'}`;
}
