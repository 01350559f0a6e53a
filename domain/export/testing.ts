import type { PatientRecord } from './record.ts';

/** A record with nothing in it but this. */
export const recordOf = (tables: Partial<PatientRecord>): PatientRecord => ({
  users: [],
  sessions: [],
  invitations: [],
  customers: [],
  consent_history: [],
  consent_history_left_out: [],
  account_deletions: [],
  onboarding_info: [],
  test_results: [],
  survey_responses: [],
  completed_phases: [],
  consultation_notes: [],
  medical_notes: [],
  appointments: [],
  documents: [],
  outbox: [],
  outbox_left_out: [],
  audit_log: [],
  audit_log_left_out: [],
  ...tables,
});
