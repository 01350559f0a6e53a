import { randomUUID } from 'node:crypto';
import { signInPatient, type Patient } from '../rest/testing.ts';
import type { TestServer } from './test-server.ts';

export type { Patient };

/** An invited patient who is signed in and, by default, has consented. */
export async function newPatient(server: TestServer, { consent = true } = {}): Promise<Patient> {
  const patient = await signInPatient(server, `${randomUUID()}@example.com`);
  if (consent) {
    await server.database.query(
      'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
      [patient.id],
    );
  }
  return patient;
}

export async function signOut({ database }: TestServer, { id }: Patient): Promise<void> {
  await database.query('delete from auth.sessions where user_id = $1', [id]);
}

/** As if the record had been closed during the session. */
export async function closeRecord({ database }: TestServer, { id }: Patient): Promise<void> {
  await database.query('delete from public.customers where user_id = $1', [id]);
}

/** Completes a phase of treatment in this cycle for the patient. */
export async function beginCycle(
  { database }: TestServer,
  { id }: Patient,
  cycle: number,
  at: string | null = null,
): Promise<void> {
  await database.query(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, completed_at)
     values ($1, 'ovulation', 3, $2, coalesce($3, now()))`,
    [id, cycle, at],
  );
}

/** Completes every phase of a treatment cycle, so that Home shows the next one. */
export async function completeCycle(
  { database }: TestServer,
  { id }: Patient,
  cycle: number,
  at: string | null = null,
): Promise<void> {
  await database.query(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number, completed_at)
     select $1, phase_id, 3, $2, coalesce($3, now()) from public.journey_phases where stage_number = 3`,
    [id, cycle, at],
  );
}
