import type { Database } from '../database/database.ts';

/** The clinic's time zone: as an administrator has set it, else as the environment has it for the first start. */
export async function clinicZone(
  database: Database,
  fromEnvironment: string | undefined,
): Promise<string | undefined> {
  const { rows } = await database.query<{ zone: string | null }>('select private.clinic_zone() as zone');
  return rows[0]?.zone ?? fromEnvironment;
}
