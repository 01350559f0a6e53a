import type { Query } from '../database/query-types.ts';

const HOSTS = [
  {
    name: 'Marisol Vega',
    role: 'coach',
    email: 'coach@example.com',
    zone: 'America/New_York',
    bio: 'Marisol has walked beside people on their way to a family for twelve years, first as a midwife and now as a coach.',
    days: [1, 2, 3, 4, 5, 6, 7],
    hours: ['08:00', '22:00'],
  },
  {
    name: 'Dr. Anneke Lind',
    role: 'clinician',
    email: 'clinician@example.com',
    zone: 'America/New_York',
    bio: 'Anneke is a fertility clinician. She listens first, explains plainly and leaves time for every question.',
    days: [1, 2, 3, 4, 5],
    hours: ['09:00', '17:00'],
  },
] as const;

const TYPES = [
  {
    slug: 'initial-consultation',
    name: 'Initial Consultation',
    description: 'A video call with a licensed clinician about your history, your goals and your plan.',
    minutes: 45,
    notice: 120,
    role: 'clinician',
  },
  {
    slug: 'post-treatment-review',
    name: 'Post-Treatment Review',
    description: 'Look back on your treatment with your clinician, and talk about what comes next.',
    minutes: 45,
    notice: 120,
    role: 'clinician',
  },
  {
    slug: 'meet-your-clinical-coach',
    name: 'Meet Your Clinical Coach',
    description: 'Get to know your coach, go through the kit together and ask whatever is on your mind.',
    minutes: 30,
    notice: 60,
    role: 'coach',
  },
  {
    slug: 'clinical-coach-support-call',
    name: 'Clinical Coach Support Call',
    description: 'Time with your coach for anything that your treatment brings up.',
    minutes: 30,
    notice: 60,
    role: 'coach',
  },
] as const;

/** The demonstration's clinic: one coach, one clinician and the four kinds of call. */
export async function addClinic(query: Query): Promise<void> {
  for (const { name, role, email, zone, bio, days, hours } of HOSTS) {
    await query(
      `with host as (
         insert into public.care_team (name, role, email, time_zone, bio) values ($1, $2, $3, $4, $5) returning id)
       insert into public.availability (host_id, weekday, starts_at, ends_at)
       select host.id, weekday, $7::time, $8::time from host, unnest($6::integer[]) as weekday`,
      [name, role, email, zone, bio, days, ...hours],
    );
  }
  for (const { slug, name, description, minutes, notice, role } of TYPES) {
    await query(
      `with type as (
         insert into public.appointment_types
           (slug, name, description, duration_minutes, buffer_minutes, minimum_notice_minutes, horizon_days, interaction_type)
         values ($1, $2, $3, $4, 15, $5, 60, 'video_call') returning id)
       insert into public.appointment_type_hosts (appointment_type_id, host_id)
       select type.id, care_team.id from type join public.care_team on care_team.role = $6`,
      [slug, name, description, minutes, notice, role],
    );
  }
}
