import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, expectToast, type Clinic } from './fixtures.ts';
import { press } from './logging-steps.ts';

export type AppointmentType = { slug: string; name: string };

const DEFAULTS = {
  interaction: 'video_call',
  zone: 'America/New_York',
  from: '08:00',
  until: '18:00',
  minutes: 30,
  buffer: 0,
  notice: 60,
  horizon: 60,
  /** Days from today, in the host's calendar, without hours. */
  daysOff: [] as number[],
};

/**
 * Adds an appointment type with its own host who works every day, so that tests don't take each other's
 * slots.
 */
export async function addAppointmentType(
  clinic: Clinic,
  choices: Partial<typeof DEFAULTS> = {},
): Promise<AppointmentType> {
  const { zone, from, until, daysOff, ...type } = { ...DEFAULTS, ...choices };
  const slug = `story-${randomUUID().slice(0, 8)}`;
  const name = `Story Call ${slug.slice(-4)}`;
  await clinic.sql(
    `with type as (
       insert into public.appointment_types (slug, name, description, duration_minutes, buffer_minutes,
         minimum_notice_minutes, horizon_days, interaction_type)
       values ($1, $2, 'We take our time.', $3, $4, $5, $6, $7) returning id),
     host as (
       insert into public.care_team (name, role, email, time_zone)
       values ('Noa Berg', 'coach', $1 || '@clinic.example', $8) returning id),
     offer as (insert into public.appointment_type_hosts select type.id, host.id from type, host),
     off as (insert into public.days_off select id, (now() at time zone $8)::date + day from host, unnest($11::integer[]) day)
     insert into public.availability (host_id, weekday, starts_at, ends_at)
     select id, weekday, $9::time, $10::time from host, generate_series(1, 7) as weekday`,
    [
      slug,
      name,
      type.minutes,
      type.buffer,
      type.notice,
      type.horizon,
      type.interaction,
      zone,
      from,
      until,
      daysOff,
    ],
  );
  return { slug, name };
}

/** Another patient books this time tomorrow, in New York's zone. */
export async function takeTomorrow(
  clinic: Clinic,
  { slug }: AppointmentType,
  patient: string,
  time: string,
): Promise<void> {
  await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select customers.user_id, offer.host_id, types.id, taken.at, taken.at + length, taken.at + length
     from public.customers, public.appointment_types as types
     join public.appointment_type_hosts as offer on offer.appointment_type_id = types.id
     cross join lateral (select make_interval(mins => types.duration_minutes) as length,
       ((now() at time zone 'America/New_York')::date + 1 + $3::time) at time zone 'America/New_York' as at) as taken
     where types.slug = $1 and customers.customer_email = $2`,
    [slug, patient, time],
  );
}

/** Books as the patient, for 10:30 tomorrow morning. */
export async function bookTomorrow(page: Page, slug: string): Promise<void> {
  await page.goto(`/schedule?appointmentType=${slug}`);
  await press(page, 'Next day');
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible();
  await press(page, '10:30 am');
  await page.getByRole('dialog', { name: 'Book a Call' }).getByRole('button', { name: 'Confirm' }).click();
  await expectToast(page, 'Success', 'Call scheduled successfully');
}
