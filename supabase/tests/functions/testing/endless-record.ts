import type { Database } from '../../../../server/database/database.ts';
import type { Patient } from '../../../../server/testing/patient.ts';
import { connectAsSuperuser } from '../../../../server/testing/test-database.ts';

/** Rows per table: together several times the maximum of one answer, and nearly so for each table alone. */
export const ENDLESS = {
  medical_notes: 100,
  consultation_notes: 100,
  test_results: 11_000,
  survey_responses: 1_100,
  consent_history: 11_000,
  outbox: 1_000,
  audit_log: 11_000,
};

/**
 * A patient with more in every table than fits, stored without triggers. A quotation mark takes two bytes in
 * JSON.
 */
export async function keepEndlessRecord(database: Database, { id }: Patient): Promise<void> {
  const long = '"'.repeat(50_000);
  const comment = '"'.repeat(1_990);
  const answers = ['2026-11-01', '1', 'Yes', comment, '30 minutes', '1 to 2 hours', 'Found it difficult'];
  const statements: [keyof typeof ENDLESS, string, unknown[]][] = [
    [
      'medical_notes',
      `(user_id, title, noted_on, content) select $1::uuid, 'Note ' || n, '2026-10-01', $3`,
      [long],
    ],
    [
      'consultation_notes',
      `(user_id, consultation_reference, notes) select $1::uuid, 'call-' || n, $3`,
      [long],
    ],
    [
      'test_results',
      `(user_id, result_type, result, taken_at, taken_on)
       select $1::uuid, 'ovulation', 'Invalid', now() - make_interval(mins => n), (now() - make_interval(mins => n))::date`,
      [],
    ],
    [
      'survey_responses',
      `(user_id, survey, cycle_number, answers, created_at)
       select $1::uuid, 'applicator-use', 1, $3::jsonb, now() - make_interval(mins => n)`,
      [JSON.stringify([...answers, comment])],
    ],
    ['consent_history', `(user_id, consent, granted) select $1::uuid, 'research_consent', n % 2 = 0`, []],
    [
      'outbox',
      `(key, channel, recipient, subject, body_text, user_id, dropped_at)
       select n || '-' || $1::uuid, 'email', 'somebody@example.com', 'Subject', $3, $1::uuid, now()`,
      [comment],
    ],
    [
      'audit_log',
      `(actor_role, action, kind, subject_id) select 'operator', 'read', 'earlier', $1::uuid`,
      [],
    ],
  ];
  const client = await connectAsSuperuser(database);
  await client.query('set session_replication_role = replica');
  for (const [table, columnsAndRow, values] of statements) {
    await client.query(
      `insert into public.${table} ${columnsAndRow} from generate_series(1, $2::integer) as n`,
      [id, ENDLESS[table], ...values],
    );
  }
  await client.end();
}
