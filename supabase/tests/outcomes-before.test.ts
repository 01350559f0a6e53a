import { expect, test } from 'vitest';
import { applyMigrations } from '../../server/database/migrate.ts';
import { oneConnection } from '../../server/testing/test-database.ts';
import type { Query } from '../../server/database/query-types.ts';

const SCHEMAS = ['public', 'private', 'auth', 'storage', 'portal_server', 'supabase_migrations'];

async function patient(
  query: Query,
  name: string,
  status: string,
  before: string | null = null,
): Promise<string> {
  const email = `${name}@example.com`;
  await query(`insert into public.invitations (email, first_name, last_name) values ($1, 'A', 'B')`, [email]);
  const { rows } = await query<{ id: string }>(
    'insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id',
    [email],
  );
  const { id } = rows[0]!;
  await query('update public.customers set status = $2, status_before_pregnancy = $3 where user_id = $1', [
    id,
    status,
    before,
  ]);
  return id;
}

const logPositive = (query: Query, id: string) =>
  query(`select public.store_positive_result($1, gen_random_uuid(), 1, now() - interval '3 days')`, [id]);

test('patients from before there were events stand where their status says, and a positive still takes its phases along', async () => {
  const database = await oneConnection();
  await database.transaction(async (query) => {
    for (const schema of SCHEMAS) await query(`drop schema ${schema} cascade`);
    await query('create schema public');
    await applyMigrations(query, (version) => version < '20261117');
    await patient(query, 'active', 'Active');
    await patient(query, 'paused', 'Paused');
    await patient(query, 'withdrawn', 'Withdrawn');
    await patient(query, 'called-pregnant', 'Pregnant');
    await logPositive(query, await patient(query, 'pregnant', 'Active'));
    await logPositive(query, await patient(query, 'pregnant-from-pause', 'Paused'));
    const otherwise = await patient(query, 'decided-otherwise', 'Active');
    await logPositive(query, otherwise);
    await query(`update public.customers set status = 'Active' where user_id = $1`, [otherwise]);
    await applyMigrations(query);
  });
  const stands = async () =>
    Object.fromEntries(
      (
        await database.query<{ name: string; stands: string }>(
          `select split_part(customer_email, '@', 1) as name, private.care_state(user_id) || ', ' || status as stands
           from public.customers`,
        )
      ).rows.map(({ name, stands: where }) => [name, where]),
    );
  const same = {
    active: 'treatment, Active',
    paused: 'paused, Paused',
    withdrawn: 'stopped, Withdrawn',
    'called-pregnant': 'pregnant, Pregnant',
    'decided-otherwise': 'treatment, Active',
  };
  expect(await stands()).toEqual({
    ...same,
    pregnant: 'pregnant, Pregnant',
    'pregnant-from-pause': 'pregnant, Pregnant',
  });
  await database.query('delete from public.test_results');
  expect(await stands()).toEqual({
    ...same,
    pregnant: 'treatment, Active',
    'pregnant-from-pause': 'paused, Paused',
  });
  expect((await database.query('select from public.completed_phases')).rowCount).toBe(0);
});
