import type { Database } from '../database/database.ts';
import { stillBooked } from './hosts.ts';

type Kind = { slug: string; name: string };
type Work = { kinds: Kind[]; patients: number };

/** A colleague's calls and patients. The command reads them first, because leaving ends both. */
export async function workOf(database: Database, id: string): Promise<Work> {
  const { rows: kinds } = await database.query<Kind>(
    `select slug, name from public.appointment_type_hosts
     join public.appointment_types on appointment_types.id = appointment_type_id where host_id = $1 order by slug`,
    [id],
  );
  const { rows } = await database.query<{ patients: number }>(
    'select count(*)::integer as patients from public.coach_assignments where coach_id = $1',
    [id],
  );
  return { kinds, patients: rows[0]!.patients };
}

/** What a person who has left leaves to their colleagues. */
export async function leftBehind(
  database: Database,
  id: string,
  { kinds, patients }: Work,
): Promise<string[]> {
  const { rows: untaken } = await database.query<Kind>(
    `select slug, name from public.appointment_types where slug = any ($1) and not exists (
       select from public.appointment_type_hosts join public.care_team on care_team.id = host_id and active
       where appointment_type_id = appointment_types.id) order by slug`,
    [kinds.map(({ slug }) => slug)],
  );
  return [
    ...(kinds.length > 0 ? [`and no longer takes: ${kinds.map(({ slug }) => slug).join(', ')}`] : []),
    ...untaken.map(
      ({ slug, name }) =>
        `No one takes ${name} now. To change it: npm run appointment-types -- add-host --slug ${slug} --host EMAIL`,
    ),
    ...(patients > 0 ? [lostCoach(patients)] : []),
    ...(await stillBooked(database, id)),
  ];
}

const lostCoach = (patients: number): string =>
  patients === 1
    ? '1 patient no longer has a coach. All coaches can see them until someone assigns one.'
    : `${patients} patients no longer have a coach. All coaches can see them until someone assigns one.`;

/** What a coach or clinician lacks before patients can book them. */
export async function missingForCalls(database: Database, email: string, name: string): Promise<string[]> {
  const { rows } = await database.query<{ takes: boolean; works: boolean }>(
    `select exists (select from public.appointment_type_hosts where host_id = id) as takes,
       exists (select from public.availability where host_id = id) as works
     from public.care_team where email = $1`,
    [email],
  );
  const { takes, works } = rows[0]!;
  if (takes && works) return [];
  return [
    `${name} takes no calls yet.${takes ? '' : ` Set which calls: npm run appointment-types -- add-host --slug SLUG --host ${email}`}`,
    ...(works
      ? []
      : [`Set the hours: npm run availability -- hours --host ${email} --days mon-fri --hours 09:00-17:00`]),
  ];
}
