import type { Query } from '../database/query-types.ts';
import { withoutTrigger } from './own-trigger.ts';

/** The column with the time of each line's fact, by table. */
const TIMES = {
  appointments: 'created_at',
  attention_decisions: 'decided_at',
  coach_assignments: 'assigned_at',
  completed_phases: 'completed_at',
  consultation_notes: 'signed_at',
  documents: 'created_at',
  follow_ups: 'asked_at',
  kit_requests: 'asked_at',
  medical_notes: 'signed_at',
  message_pictures: 'created_at',
  message_reads: 'read_at',
  message_threads: 'created_at',
  messages: 'created_at',
  onboarding_info: 'updated_at',
  outcome_events: 'created_at',
  patient_alerts: 'added_at',
  patient_contacts: 'recorded_at',
  periods: 'created_at',
  safety_checks: 'created_at',
  staff_notes: 'written_at',
  survey_responses: 'created_at',
  symptom_reports: 'created_at',
  test_results: 'created_at',
};

/** Where a line's fact is, if not in a table of that name. */
const TABLES: Partial<Record<string, string>> = { documents: 'message_pictures' };

/**
 * The access log uses its own clock, so every line of the demo would be from the minute it was loaded. Each
 * line gets the time of its fact: both were written in the same order, and nothing has changed since.
 */
export const dateAuditLines = (query: Query): Promise<void> =>
  withoutTrigger(
    query,
    ['public.audit_log', 'audit_log_forgets_who'],
    async () => {
      for (const [kind, time] of Object.entries(TIMES))
        await query(
          `update public.audit_log as line set at = facts.at
           from (select id, subject_id, row_number() over (partition by subject_id order by id) as place
             from public.audit_log where kind = $1 and action = 'insert') as lines
           join (select user_id, ${time} as at, row_number() over (partition by user_id order by ctid) as place
             from public.${TABLES[kind] ?? kind}) as facts on facts.user_id = subject_id and facts.place = lines.place
           where line.id = lines.id`,
          [kind],
        );
      await query(
        `update public.audit_log as line set at = created_at from public.customers
         where kind = 'customers' and subject_id = user_id`,
      );
      await query(
        `update public.audit_log as line set at = joined_at from public.care_team
         where kind = 'team_enrolment' and subject_id = care_team.id`,
      );
    },
    () => Promise.resolve(),
  );
