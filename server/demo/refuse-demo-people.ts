import type { Database } from '../database/database.ts';
import { BadSettings } from '../settings/bad-settings.ts';
import { DEMO_TEAM } from './team.ts';

/**
 * Anyone who can open the development mailbox next to this data could sign in as these people. Deactivated
 * ones can't sign in.
 */
export async function refuseDemoPeople(database: Database): Promise<void> {
  const { rows } = await database.query<{ email: string }>(
    `select email from public.care_team
     where email = any ($1) and invited_at is not null and deactivated_at is null order by email`,
    [DEMO_TEAM.map(({ email }) => email)],
  );
  if (rows.length === 0) return;
  const who = rows.map(({ email }) => email).join(', ');
  throw new BadSettings(
    `Not safe for production: this data holds the demo people (${who}). ` +
      'Use your own data (DATA_DIR or DATABASE_URL), or start over with npm run reset.',
  );
}
