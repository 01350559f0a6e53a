import { randomUUID } from 'node:crypto';
import { addDays } from '../../../../domain/time/day.ts';
import { instantOf, localDate } from '../../../../domain/time/local.ts';
import { isoFromInstant, MINUTE, type Instant } from '../../../../domain/time/instant.ts';
import type { Database } from '../../../../server/database/database.ts';
import type { Patient } from '../../../../server/testing/patient.ts';

export type Clinic = { slug: string; typeId: string; hostIds: string[] };

const USUAL = {
  slug: '',
  name: 'Initial Consultation',
  hosts: 1,
  zone: 'UTC',
  from: '08:00',
  until: '18:00',
  minutes: 30,
  buffer: 0,
  notice: 60,
  horizon: 60,
  interaction: 'video_call',
};

/** A separate appointment type, with hosts who work every day and take no other. */
export async function aClinic(database: Database, choices: Partial<typeof USUAL> = {}): Promise<Clinic> {
  const { hosts, zone, from, until, ...type } = { ...USUAL, ...choices };
  const slug = type.slug || `call-${randomUUID()}`;
  const { rows: types } = await database.query<{ id: string }>(
    `insert into public.appointment_types (slug, name, description, duration_minutes, buffer_minutes,
       minimum_notice_minutes, horizon_days, interaction_type) values ($1, $2, 'We talk.', $3, $4, $5, $6, $7) returning id`,
    [slug, type.name, type.minutes, type.buffer, type.notice, type.horizon, type.interaction],
  );
  const typeId = types[0]!.id;
  const { rows } = await database.query<{ id: string }>(
    `with host as (
       insert into public.care_team (name, role, email, time_zone)
       select 'Marisol Vega', 'coach', gen_random_uuid() || '@clinic.example', $1 from generate_series(1, $2) returning id),
     offer as (insert into public.appointment_type_hosts (appointment_type_id, host_id) select $3, id from host),
     hours as (insert into public.availability (host_id, weekday, starts_at, ends_at)
       select id, weekday, $4, $5 from host, generate_series(1, 7) as weekday)
     select id from host`,
    [zone, hosts, typeId, from, until],
  );
  return { slug, typeId, hostIds: rows.map(({ id }) => id) };
}

/** A moment some days from now, at a local time in that zone. */
export const daysAhead = (days: number, time: string, zone = 'UTC'): Instant =>
  instantOf(addDays(localDate(Date.now(), zone), days), time, zone);

type Call = { clinic: Clinic; host?: number; startsAt: Instant; minutes?: number; status?: string };

/** A call that is already booked. */
export async function keepCall(
  database: Database,
  { id: userId }: Patient,
  { clinic, host = 0, startsAt, minutes = 30, status = 'booked' }: Call,
): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, status)
     values ($1, $2, $3, $4, $5, $5, $6) returning id`,
    [
      userId,
      clinic.hostIds[host],
      clinic.typeId,
      isoFromInstant(startsAt),
      isoFromInstant(startsAt + minutes * MINUTE),
      status,
    ],
  );
  return rows[0]!.id;
}

/** Assigns a coach of their own to the patient. */
export const assignCoach = (database: Database, { id }: Patient, coachId: string | undefined) =>
  database.query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coachId]);

/** The portal's request to book this slot. */
export const bookingOf = ({ slug }: Pick<Clinic, 'slug'>, startsAt: Instant, minutes = 30) => ({
  appointmentType: slug,
  appointmentTypeName: 'Initial Consultation',
  interactionType: 'video_call',
  startTime: isoFromInstant(startsAt),
  endTime: isoFromInstant(startsAt + minutes * MINUTE),
});
