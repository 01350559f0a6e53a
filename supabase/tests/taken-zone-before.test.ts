import { expect, test } from 'vitest';
import { applyMigrations } from '../../server/database/migrate.ts';
import type { Query } from '../../server/database/query-types.ts';
import { oneConnection } from '../../server/testing/test-database.ts';

const SCHEMAS = ['public', 'private', 'auth', 'storage', 'portal_server', 'supabase_migrations'];

/** With calls that were booked in these zones, the oldest first, and a test at this moment. */
async function patient(query: Query, name: string, zones: string[], takenAt: string): Promise<void> {
  const email = `${name}@example.com`;
  await query(`insert into public.invitations (email, first_name, last_name) values ($1, 'A', 'B')`, [email]);
  const { rows } = await query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [email],
  );
  const { id } = rows[0]!;
  for (const [at, zone] of zones.entries()) {
    await query(
      `with host as (insert into public.care_team (name, role, email, time_zone) values ('A', 'coach', $2 || '@clinic.example', 'UTC')
           returning id),
         type as (insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
           values ($2, 'A call', '', 30, 'video_call') returning id)
       insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, time_zone, created_at)
       select $1, host.id, type.id, day + interval '10 hours', day + interval '11 hours', day + interval '11 hours', $3, day
       from host, type, (select timestamptz '2026-10-01T00:00Z' + make_interval(days => $4) as day) as booked`,
      [id, `${name}-${at}`, zone, at],
    );
  }
  await query(
    `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', $2)`,
    [id, takenAt],
  );
}

test('tests from before keep the day of the zone that is known of their patient, and of UTC where none is', async () => {
  const database = await oneConnection();
  await database.transaction(async (query) => {
    for (const schema of SCHEMAS) await query(`drop schema ${schema} cascade`);
    await query('create schema public');
    await applyMigrations(query, (version) => version < '20261117100100');
    await patient(query, 'moved', ['Asia/Tokyo', 'America/New_York'], '2026-11-10T02:00Z');
    await patient(query, 'east', ['Asia/Tokyo'], '2026-11-10T20:00Z');
    await patient(query, 'odd', ['Not/AZone'], '2026-11-10T02:00Z');
    await patient(query, 'unknown', [], '2026-11-10T02:00Z');
    await applyMigrations(query);
  });
  const { rows } = await database.query<{ name: string; day: string }>(
    `select split_part(customer_email, '@', 1) as name, taken_on || ' ' || coalesce(taken_zone, 'unknown') as day
     from public.test_results join public.customers using (user_id) order by name`,
  );
  expect(Object.fromEntries(rows.map(({ name, day }) => [name, day]))).toEqual({
    moved: '2026-11-09 America/New_York',
    east: '2026-11-11 Asia/Tokyo',
    odd: '2026-11-10 unknown',
    unknown: '2026-11-10 unknown',
  });
  const { rows: noted } = await database.query(
    `select from public.audit_log where kind = 'test_results' and action = 'update'`,
  );
  expect(noted).toEqual([]);
});
