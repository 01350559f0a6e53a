import { LINKED_APPOINTMENT_TYPES } from '../../domain/booking/linked-appointment-types.ts';
import type { Database } from '../database/database.ts';

export type UnbookableType = { appointmentType: string; reason: string };

type Found = { slug: string; exists: boolean; hosts: number; hours: number };

/** Every appointment type that the portal links to and that nobody can book, each with the command that mends it. */
export async function unbookableTypes({ query }: Pick<Database, 'query'>): Promise<UnbookableType[]> {
  const { rows } = await query<Found>(
    `select slug, type.id is not null as exists,
       count(distinct host.id)::int as hosts, count(distinct availability.host_id)::int as hours
     from unnest($1::text[]) with ordinality as linked (slug, place)
       left join public.appointment_types as type using (slug)
       left join public.appointment_type_hosts as offer on offer.appointment_type_id = type.id
       left join public.care_team as host on host.id = offer.host_id and host.active
       left join public.availability on availability.host_id = host.id
     group by slug, type.id, place order by place`,
    [LINKED_APPOINTMENT_TYPES],
  );
  return rows.flatMap((found) => {
    const missing = whatIsMissing(found);
    if (!missing) return [];
    return [{ appointmentType: found.slug, reason: `Patients cannot book ${found.slug}: ${missing}` }];
  });
}

function whatIsMissing({ slug, exists, hosts, hours }: Found): string | null {
  if (!exists) {
    return `there is no such kind of call. Add it: npm run appointment-types -- add --slug ${slug} …`;
  }
  if (hosts === 0) {
    return `nobody takes it. Name a host: in the workspace, under People, or with npm run appointment-types -- add-host --slug ${slug} --host …`;
  }
  if (hours === 0) {
    return 'nobody who takes it has hours. Say when: in the workspace, under Calendar, or with npm run availability -- hours --host … --days … --hours …';
  }
  return null;
}
