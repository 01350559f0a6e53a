import { expect, test } from 'vitest';
import { applyMigrations } from '../../server/database/migrate.ts';
import type { Query } from '../../server/database/query-types.ts';
import { oneConnection } from '../../server/testing/test-database.ts';

const SCHEMAS = ['public', 'private', 'auth', 'storage', 'portal_server', 'supabase_migrations'];

async function patient(query: Query, name: string): Promise<string> {
  const email = `${name}@example.com`;
  await query(`insert into public.invitations (email, first_name, last_name) values ($1, 'A', 'B')`, [email]);
  const { rows } = await query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [email],
  );
  return rows[0]!.id;
}

/** A cap and a check at 2 in the morning of UTC, of somebody of whom this zone is known. */
async function living(query: Query, name: string, zone: string | null): Promise<void> {
  const id = await patient(query, name);
  await query('update public.customers set reminder_zone = $2 where user_id = $1', [id, zone]);
  await query(
    `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'cap-in', '2026-11-10T02:00Z')`,
    [id],
  );
  await query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons, created_at)
     values ($1, 1, '{}', 'ready', '{}', '2026-11-10T02:00Z')`,
    [id],
  );
}

/** Three periods: of the patient, of a partner, and that one again as another kind. */
async function changing(query: Query): Promise<void> {
  const id = await patient(query, 'changing');
  const log = (kind: string, at: string) =>
    query(
      `insert into public.periods (user_id, day, kind, created_at) values ($1, '2026-10-01', $2, $3::timestamptz)`,
      [id, kind, at],
    );
  await log('period', '2026-10-02T12:00Z');
  await query(
    `insert into public.applicator_agreements (user_id, person, name, agreed, words_version, created_at)
     values ($1, 'partner', 'Robin', true, '1', '2026-10-03T12:00Z')`,
    [id],
  );
  await log('period', '2026-10-04T12:00Z');
  await log('unsure', '2026-10-05T12:00Z');
}

test('rows from before get the day of the zone that is known, their body, and one period a day', async () => {
  const database = await oneConnection();
  await database.transaction(async (query) => {
    for (const schema of SCHEMAS) await query(`drop schema ${schema} cascade`);
    await query('create schema public');
    await applyMigrations(query, (version) => version < '20261119100700');
    await living(query, 'west', 'America/New_York');
    await living(query, 'east', 'Asia/Tokyo');
    await living(query, 'odd', 'Not/AZone');
    await living(query, 'unknown', null);
    await changing(query);
    await applyMigrations(query);
  });
  const { rows } = await database.query<{ name: string; days: string }>(
    `select split_part(customer_email, '@', 1) as name, timers.on_day || ' ' || checks.on_day as days
     from public.customers join public.treatment_day_timers as timers using (user_id)
     join public.safety_checks as checks using (user_id) order by name`,
  );
  expect(Object.fromEntries(rows.map(({ name, days }) => [name, days]))).toEqual({
    west: '2026-11-09 2026-11-09',
    east: '2026-11-10 2026-11-10',
    odd: '2026-11-10 2026-11-10',
    unknown: '2026-11-10 2026-11-10',
  });
  const { rows: periods } = await database.query(
    `select kind, body = user_id as own, withdrawn_at is null as kept from public.periods order by created_at`,
  );
  expect(periods).toEqual([
    { kind: 'period', own: true, kept: true },
    { kind: 'period', own: false, kept: false },
    { kind: 'unsure', own: false, kept: true },
  ]);
  const { rows: noted } = await database.query(
    `select from public.audit_log where kind in ('treatment_day_timers', 'safety_checks', 'periods') and action = 'update'`,
  );
  expect(noted).toEqual([]);
});
