import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { JOURNEY } from '../../domain/journey/definition.ts';
import { stepsOf } from '../../domain/journey/outline.ts';
import type { Clinic } from './fixtures.ts';

export const STEPS = JOURNEY.flatMap(stepsOf);

export const action = (page: Page, id: string) => page.locator(`main [data-action="${id}"]`);

/** Follows a link that opens a new tab. */
export async function openBeside(page: Page, name: string): Promise<Page> {
  const [beside] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('main').getByRole('link', { name }).first().click(),
  ]);
  return beside;
}

/** The kit has arrived, as for every patient in treatment. */
export const giveKit = (clinic: Clinic, email: string) =>
  clinic.sql(
    `insert into public.kit_requests (user_id, person_id, person_name, sent_on, sent_at, arrived_at)
     select user_id, gen_random_uuid(), 'Noa Berg', current_date - 20, now() - interval '20 days', now() - interval '15 days'
     from public.customers where customer_email = $1 on conflict do nothing`,
    [email],
  );

/** Completes everything before this phase for a patient. */
export async function loadTo(clinic: Clinic, email: string, phaseId: string, cycle: number | null = null) {
  const index = STEPS.findIndex((step) => step.phase.id === phaseId && step.cycle === cycle);
  for (const { phase, stage, cycle: inCycle } of STEPS.slice(0, index)) {
    await clinic.sql(
      `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
       select user_id, $2, $3, $4 from public.customers where customer_email = $1 on conflict do nothing`,
      [email, phase.id, stage.number, inCycle],
    );
  }
  if (cycle !== null) await giveKit(clinic, email);
}

/** A call with its own host, so that stories don't take each other's times. */
export const bookCall = (clinic: Clinic, email: string, slug: string, startsInMinutes: number) =>
  clinic.sql(
    `with host as (
       insert into public.care_team (name, role, email, time_zone)
       values ('Noa Berg', 'coach', $4 || '@clinic.example', 'America/New_York') returning id)
     insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select user_id, host.id, types.id, times.at, times.at + interval '30 minutes', times.at + interval '30 minutes'
     from host, public.customers, public.appointment_types as types, (select now() + make_interval(mins => $3) as at) as times
     where customer_email = $1 and slug = $2`,
    [email, slug, startsInMinutes, randomUUID()],
  );

export const completedOf = async (clinic: Clinic, email: string) =>
  (
    await clinic.sql(
      `select phase_id from public.completed_phases join public.customers using (user_id)
       join private.journey_steps using (phase_id, stage_number)
       where customer_email = $1 and completed_phases.cycle_number is not distinct from journey_steps.cycle_number
       order by step`,
      [email],
    )
  ).map(({ phase_id: phase }) => phase);
