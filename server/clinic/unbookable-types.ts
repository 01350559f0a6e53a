import { LINKED_APPOINTMENT_TYPES } from '../../domain/booking/linked-appointment-types.ts';
import type { Database } from '../database/database.ts';

export type UnbookableType = { appointmentType: string; reason: string };

type Found = { slug: string; is_known: boolean; is_taken: boolean; has_hours: boolean };

/** Every appointment type that the portal links to and that no one can book, each with the command that fixes it. */
export async function unbookableTypes({ query }: Pick<Database, 'query'>): Promise<UnbookableType[]> {
  const { rows } = await query<Found>('select * from private.call_types_ready($1)', [
    LINKED_APPOINTMENT_TYPES,
  ]);
  return rows.flatMap((found) => {
    const missing = whatIsMissing(found);
    if (!missing) return [];
    return [{ appointmentType: found.slug, reason: `Patients cannot book ${found.slug}: ${missing}` }];
  });
}

function whatIsMissing({
  slug,
  is_known: exists,
  is_taken: isTaken,
  has_hours: hasHours,
}: Found): string | null {
  if (!exists) {
    return `this call type doesn’t exist. Add it in the workspace, under Clinic, or with npm run appointment-types -- add --slug ${slug} …`;
  }
  if (!isTaken) {
    return `no one takes it. Add a host in the workspace, under People, or with npm run appointment-types -- add-host --slug ${slug} --host …`;
  }
  if (!hasHours) {
    return 'its hosts have no hours. Add them in the workspace, under Calendar, or with npm run availability -- hours --host … --days … --hours …';
  }
  return null;
}
