import { randomUUID } from 'node:crypto';
import type { Database } from '../../../server/database/database.ts';
import { connectAsSuperuser } from '../../../server/testing/test-database.ts';
import { AREAS } from '../areas.ts';
import { keepRecord } from '../records.ts';

/** Never sent by anyone: where it turns up in an answer, someone's record has leaked. */
const DAY = '2001-02-03';
const INSTANT = `${DAY} 04:05:06.789123Z`;

export type Victim = {
  id: string;
  email: string;
  /** Known to the attacker, who uses them wherever they fit. */
  ids: string[];
  submissionId: string;
  canaries: string[];
};

/** A patient with a row in every table; each row holds a canary, in its text or, where it has none, in its times. */
export async function markVictim(
  database: Database,
  patient: { id: string; email: string },
): Promise<Victim> {
  const mark = `canary-${randomUUID()}`;
  const submissionId = randomUUID();
  await keepRecord(database, patient, mark);
  const client = await connectAsSuperuser(database);
  await client.query('set session_replication_role = replica');
  for (const [table, set, belongsTo = 'user_id'] of [
    ['customers', `created_at = '${INSTANT}'`],
    ['onboarding_info', `updated_at = '${INSTANT}'`],
    ['questionnaire_drafts', `updated_at = '${INSTANT}'`],
    ['test_results', `taken_at = '${INSTANT}', taken_on = '${DAY}', created_at = now()`],
    ['outcome_events', `created_at = '${INSTANT}'`],
    ['symptom_reports', `submission_id = '${submissionId}'`],
    ['periods', `day = '${DAY}'`],
    ['safety_checks', `created_at = '${INSTANT}'`],
    ['treatment_day_timers', `at = '${INSTANT}', on_day = '${INSTANT}'::date`],
    ['applicator_agreements', `created_at = '${INSTANT}'`],
    ['message_threads', `created_at = '${INSTANT}'`],
    ['messages', `created_at = '${INSTANT}'`],
    ['message_reads', `read_at = '${INSTANT}'`],
    ['message_pictures', `created_at = '${INSTANT}'`],
    ['completed_phases', `completed_at = '${INSTANT}'`],
    ['consent_history', `changed_at = '${INSTANT}'`],
    ['audit_log', `at = '${INSTANT}'`, 'subject_id'],
    ['outbox', `send_after = '2100-01-01', created_at = '${INSTANT}'`],
    ['appointments', `created_at = '${INSTANT}', submission_id = '${submissionId}'`],
    ['account_deletions', `requested_at = '${INSTANT}', delete_after = '2100-01-01'`],
    ['survey_responses', `submission_id = '${submissionId}'`],
  ]) {
    await client.query(`update public.${table} set ${set} where ${belongsTo} = $1`, [patient.id]);
  }
  await client.query(
    `update public.test_results set submission_id = $2 where user_id = $1 and result_type = 'ovulation'`,
    [patient.id, submissionId],
  );
  await client.end();
  const room = await database.query('select room from public.appointments where user_id = $1', [patient.id]);
  return {
    ...patient,
    submissionId,
    ids: await idsOf(database, patient.id),
    canaries: [mark, DAY, String(room.rows[0]!['room'])],
  };
}

async function idsOf(database: Database, userId: string): Promise<string[]> {
  const tables = [
    'test_results',
    'survey_responses',
    'outcome_events',
    'symptom_reports',
    'periods',
    'safety_checks',
    'treatment_day_timers',
    'applicator_agreements',
    'message_threads',
    'messages',
    'message_reads',
    'message_pictures',
    'completed_phases',
    'consultation_notes',
    'medical_notes',
  ];
  const { rows } = await database.query<{ id: string }>(
    [...tables, 'appointments', 'outbox']
      .map((table) => `select id from public.${table} where user_id = $1`)
      .join(' union all '),
    [userId],
  );
  return rows.map((row) => row.id);
}

/** A fingerprint of everything that is the victim's, or no one's, by table. */
export async function fingerprints(database: Database, victim: Victim): Promise<Record<string, string>> {
  const prints: Record<string, string> = {};
  const tables = [
    ...Object.values(AREAS)
      .flat()
      .map((name) => `public.${name}`),
    'auth.users',
    'storage.objects',
  ];
  for (const table of tables) {
    const { rows } = await database.query<{ print: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(row::text, ';' order by row::text), '')) as print
       from (select to_jsonb(t) as row from ${table} as t) as rows
       where not exists (select from auth.users where id <> $1
         and strpos(coalesce(row ->> 'user_id', row ->> 'subject_id', row ->> 'email', row ->> 'name', row ->> 'id', ''),
           case when row ? 'first_name' then users.email else users.id::text end) > 0)`,
      [victim.id],
    );
    prints[table] = rows[0]!.print;
  }
  return prints;
}
