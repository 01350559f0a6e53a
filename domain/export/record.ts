import type { CareState, OutcomeEventKind, ResolvedTo } from '../care-state/facts.ts';
import type { PeriodKind } from '../cycle/period.ts';
import type { ApplicatorPerson } from '../safety/agreement.ts';
import type { SafetyOutcome } from '../safety/safety-outcome.ts';
import type { TreatmentDayAction } from '../treatment-day/events.ts';

/** A database row. The database decides its columns. */
export type Row = Readonly<Record<string, unknown>>;

/** Everything stored about one patient, table by table, and what had to be left out. */
export type PatientRecord = Tables & LeftOut;

type Tables = {
  users: readonly Row[];
  sessions: readonly Row[];
  invitations: readonly Row[];
  customers: readonly CustomerRow[];
  consent_history: readonly ConsentRow[];
  account_deletions: readonly Row[];
  onboarding_info: readonly OnboardingRow[];
  questionnaire_drafts: readonly Row[];
  care_state: readonly CareStateRow[];
  coach_assignments: readonly Row[];
  test_results: readonly ResultRow[];
  outcome_events: readonly OutcomeRow[];
  symptom_reports: readonly SymptomRow[];
  periods: readonly PeriodRow[];
  safety_checks: readonly SafetyCheckRow[];
  treatment_day_timers: readonly TimerRow[];
  applicator_agreements: readonly AgreementRow[];
  message_threads: readonly Row[];
  messages: readonly MessageRow[];
  message_reads: readonly Row[];
  message_pictures: readonly Row[];
  survey_responses: readonly SurveyRow[];
  completed_phases: readonly Row[];
  consultation_notes: readonly ConsultationNoteRow[];
  medical_notes: readonly MedicalNoteRow[];
  note_addenda: readonly AddendumRow[];
  note_withdrawals: readonly Row[];
  patient_contacts: readonly ContactRow[];
  staff_notes: readonly Row[];
  patient_alerts: readonly Row[];
  follow_ups: readonly Row[];
  results_taken_back: readonly Row[];
  kit_requests: readonly Row[];
  attention_decisions: readonly Row[];
  appointments: readonly AppointmentRow[];
  documents: readonly DocumentRow[];
  outbox: readonly Row[];
  record_openings: readonly Row[];
  audit_log: readonly AuditRow[];
};

/** Tables that grow without limit. The file contains as many of their newest rows as fit. */
type Growing =
  | 'medical_notes'
  | 'consultation_notes'
  | 'note_addenda'
  | 'note_withdrawals'
  | 'patient_contacts'
  | 'staff_notes'
  | 'patient_alerts'
  | 'follow_ups'
  | 'attention_decisions'
  | 'results_taken_back'
  | 'test_results'
  | 'outcome_events'
  | 'symptom_reports'
  | 'periods'
  | 'safety_checks'
  | 'treatment_day_timers'
  | 'applicator_agreements'
  | 'message_threads'
  | 'messages'
  | 'message_reads'
  | 'message_pictures'
  | 'appointments'
  | 'documents'
  | 'survey_responses'
  | 'sessions'
  | 'consent_history'
  | 'outbox'
  | 'record_openings'
  | 'audit_log';
/** At most one row each: how many earlier lines the file leaves out, and where to find them. */
type LeftOut = Record<`${Growing}_left_out`, readonly LeftOutRow[]>;
export type LeftOutRow = Row & { lines: number; note: string };

export type CustomerRow = Row & {
  user_id: string;
  customer_email: string;
  customer_first_name: string | null;
  customer_last_name: string | null;
  customer_phone: string | null;
  birth_date?: string | null;
  status: string;
};
export type ConsentRow = Row & { id: number; consent: string; granted: boolean; changed_at: string };
export type OnboardingRow = Row & { user_id: string; updated_at: string };
export type ResultRow = Row & {
  id: string;
  result_type: string;
  result: string;
  cycle_number: number | null;
  taken_at: string;
  created_at: string;
};
export type CareStateRow = Row & { state: CareState };
export type OutcomeRow = Row & {
  id: string;
  kind: OutcomeEventKind;
  day: string;
  until: string | null;
  reason: string | null;
  resolved_to: ResolvedTo | null;
  created_at: string;
  withdrawn_at: string | null;
};
export type SymptomRow = Row & {
  id: string;
  signs: readonly string[];
  strength: string;
  since: string;
  words: string | null;
  urgent: boolean;
  created_at: string;
};
export type PeriodRow = Row & {
  id: string;
  day: string;
  kind: PeriodKind;
  created_at: string;
  withdrawn_at: string | null;
};
type SafetyAnswers = { id: string; answers: Readonly<Record<string, string>>; outcome: SafetyOutcome };
export type SafetyCheckRow = Row &
  SafetyAnswers & {
    /** Answers the patient sent earlier and corrected. */
    corrected: readonly (SafetyAnswers & { at: string })[];
    created_at: string;
    cleared_at: string | null;
    cleared_words: string | null;
  };
export type TimerRow = Row & { id: string; action: TreatmentDayAction; at: string; created_at: string };
export type AgreementRow = Row & {
  id: string;
  person: ApplicatorPerson;
  name: string | null;
  agreed: boolean;
  created_at: string;
};
export type MessageRow = Row & {
  id: string;
  topic: string;
  sender: 'patient' | 'team';
  text: string;
  by_phone: boolean;
  person_name: string | null;
  person_role: string | null;
  created_at: string;
};
export type SurveyRow = Row & {
  id: string;
  survey: string;
  cycle_number: number | null;
  answers: unknown;
  created_at: string;
};
/** Null in notes from before they were signed. */
type Signed = { author_name: string | null; author_role: string | null };
export type ContactRow = Row & {
  id: string;
  how: string;
  words: string;
  person_name: string;
  person_role: string;
  contacted_at: string;
};
export type AddendumRow = Row &
  Signed & { id: string; note_id: string; content: string; html: string | null; signed_at: string };
export type ConsultationNoteRow = Row &
  Partial<Signed> & {
    id: string;
    consultation_reference: string;
    notes: string;
    created_at: string;
  };
export type MedicalNoteRow = Row &
  Partial<Signed> & {
    id: string;
    title: string;
    noted_on: string;
    content: string;
    created_at: string;
  };
export type AppointmentRow = Row & {
  id: string;
  name: string;
  host_name: string;
  starts_at: string;
  ends_at: string;
  status: string;
  created_at: string;
};
export type DocumentRow = Row & {
  id: string;
  bucket_id: string;
  name: string;
  mimetype: string | null;
  size: number | null;
  created_at: string;
};
export type AuditRow = Row & {
  id: number;
  at: string;
  actor_id: string | null;
  actor_role: string;
  action: 'read' | 'insert' | 'update' | 'delete';
  kind: string;
  actor_name: string | null;
  staff_role: string | null;
  reason_category: string | null;
  subject_id: string;
};
