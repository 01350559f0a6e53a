import type { Page } from '@playwright/test';
import type { Clinic } from './fixtures.ts';
import type { Known } from './patient-steps.ts';

export const KIND = 'Clinical Coach Support Call';
const SLUG = 'clinical-coach-support-call';

/** A team member who takes this call type. */
export const takesCalls = (clinic: Clinic, email: string) =>
  clinic.sql(
    `insert into public.appointment_type_hosts (appointment_type_id, host_id)
     select type.id, person.id from public.appointment_types as type, public.care_team as person
     where slug = $1 and email = $2`,
    [SLUG, email],
  );

export const worksEveryDay = (clinic: Clinic, email: string) =>
  clinic.sql(
    `insert into public.availability (host_id, weekday, starts_at, ends_at)
     select id, weekday, '09:00', '17:00' from public.care_team, generate_series(1, 7) as weekday where email = $1`,
    [email],
  );

/** A host with hours all day, who never signs in. */
export async function aHost(clinic: Clinic, name: string): Promise<string> {
  const email = `${crypto.randomUUID()}@clinic.example`;
  await clinic.sql(
    `with person as (
       insert into public.care_team (name, role, email, time_zone) values ($1, 'coach', $2, 'America/New_York') returning id)
     insert into public.availability (host_id, weekday, starts_at, ends_at)
     select id, weekday, '00:00', '24:00' from person, generate_series(1, 7) as weekday`,
    [name, email],
  );
  await takesCalls(clinic, email);
  return email;
}

export const keepCall = (clinic: Clinic, { id }: Known, email: string, hoursFromNow: number) =>
  clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, person.id, type.id, at, at + interval '30 minutes', at + interval '30 minutes'
     from public.appointment_types as type, public.care_team as person,
       (select date_trunc('hour', now()) + $4 * interval '1 hour' as at) as chosen
     where slug = $2 and email = $3`,
    [id, SLUG, email, hoursFromNow],
  );

export const daysOf = (page: Page) => page.getByRole('list', { name: 'The week' });
export const callOf = (page: Page, { name }: Known) =>
  daysOf(page).getByRole('listitem').filter({ hasText: name }).last();
export const mailsTo = async (clinic: Clinic, { email }: Known) =>
  (
    await clinic.sql(
      `select subject from public.outbox where recipient = $1 and send_after <= now() order by created_at`,
      [email],
    )
  ).map(({ subject }) => subject);
