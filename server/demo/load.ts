import type { Database, Query } from '../database/database.ts';
import { DEMO_PATIENTS, type DemoPatient } from './patients.ts';

/** Loads the demonstration once, on the first start of an empty database. */
export async function loadDemo(database: Database): Promise<void> {
  await database.transaction(async (query) => {
    const first = await query(
      `insert into portal_server.facts (name, value) values ('demo', to_jsonb(now())) on conflict do nothing returning name`,
    );
    if (first.rowCount === 0) return;
    for (const patient of DEMO_PATIENTS) await addPatient(query, patient);
  });
}

async function addPatient(query: Query, patient: DemoPatient): Promise<void> {
  const { email, first, last } = patient;
  await query(
    `insert into public.invitations (email, first_name, last_name) values ($1, $2, $3) on conflict (email) do nothing`,
    [email, first, last],
  );
  if (patient.neverSignedIn) return;
  const { rows } = await query<{ id: string }>(
    `insert into auth.users (email, email_confirmed_at) values ($1, now()) returning id`,
    [email],
  );
  await query(
    `update public.customers set privacy_policy_accepted = true, data_usage_consent = true, research_consent = true,
       onboarding_completed = true, status = coalesce($2, status), tracking_url = $3 where user_id = $1`,
    [rows[0]!.id, patient.status ?? null, patient.trackingUrl ?? null],
  );
}
