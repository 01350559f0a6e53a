import type { Database } from '../database/database.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * The portal's URL: as this command was told, else as the portal was told when it last started. Null if
 * neither says so and the portal is a clinic's: an address of this machine would lead no one there.
 */
export async function siteAddress({ query }: Database, settings: Settings): Promise<string | null> {
  const { siteUrl, port, databaseUrl } = settings;
  if (siteUrl !== `http://localhost:${port}`) return siteUrl;
  const { rows } = await query<{ address: string }>(
    `select value #>> '{}' as address from portal_server.facts where name = 'site'`,
  );
  return rows[0]?.address ?? (databaseUrl === null ? siteUrl : null);
}
