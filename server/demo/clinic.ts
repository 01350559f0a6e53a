import type { Query } from '../database/query-types.ts';
import { DEMO_TEAM, DEMO_TIME_ZONE, type DemoMember } from './team.ts';

type DemoType = {
  slug: string;
  name: string;
  /** For administrators, where the name follows from health. */
  neutralName?: string;
  description: string;
  minutes: number;
  notice: number;
  role: DemoMember['role'];
};

const TYPES: DemoType[] = [
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
    description: 'Time with your coach for anything your treatment brings up.',
    minutes: 30,
    notice: 60,
    role: 'coach',
  },
  {
    slug: 'safety-call',
    name: 'Safety call',
    neutralName: 'Clinician call',
    description: 'Fifteen minutes with a clinician about your answers to the safety check.',
    minutes: 15,
    notice: 15,
    role: 'clinician',
  },
  {
    slug: 'short-call',
    name: 'Short call',
    description: 'Fifteen minutes with a clinician for a quick question.',
    minutes: 15,
    notice: 15,
    role: 'clinician',
  },
];

/** The demo's clinic: three coaches, two clinicians, an administrator and the call types. */
export async function addClinic(query: Query): Promise<void> {
  for (const { name, role, email, bio, portrait, calls } of DEMO_TEAM) {
    await query(
      `with person as (
         insert into public.care_team (name, role, email, time_zone, bio, portrait) values ($1, $2, $3, $4, $5, $9) returning id)
       insert into public.availability (host_id, weekday, starts_at, ends_at)
       select person.id, weekday, $7::time, $8::time from person, unnest($6::integer[]) as weekday`,
      [
        name,
        role,
        email,
        DEMO_TIME_ZONE,
        bio,
        calls?.days ?? [],
        calls?.from ?? null,
        calls?.until ?? null,
        portrait ?? null,
      ],
    );
  }
  for (const { slug, name, neutralName = null, description, minutes, notice, role } of TYPES) {
    await query(
      `with type as (
         insert into public.appointment_types
           (slug, name, description, duration_minutes, buffer_minutes, minimum_notice_minutes, horizon_days,
           interaction_type, neutral_name)
         values ($1, $2, $3, $4, 15, $5, 60, 'video_call', $7) returning id)
       insert into public.appointment_type_hosts (appointment_type_id, host_id)
       select type.id, care_team.id from type join public.care_team on care_team.role = $6
       where exists (select from public.availability where host_id = care_team.id)`,
      [slug, name, description, minutes, notice, role, neutralName],
    );
  }
}
