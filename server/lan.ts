import { networkInterfaces } from 'node:os';
import type { Database } from './database/database.ts';
import { BadSettings } from './settings/bad-settings.ts';
import type { Settings } from './settings/settings.ts';

/** `npm start -- --lan`: the demo, for a phone on the same network too. */
export function onLan(settings: Settings, addresses = ownAddresses()): Settings {
  if (!settings.demoData)
    throw new BadSettings('--lan is for demo data only, never for production or for data of your own.');
  if (addresses.length === 0)
    throw new BadSettings('--lan needs a network, and this machine is on none. Start without it.');
  return { ...settings, host: '0.0.0.0', lanAddresses: addresses };
}

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((own) => own ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);

/** Everyone on the network can read the mailbox, so the data may only contain demo people. */
export async function refuseRealPeople({ query }: Pick<Database, 'query'>): Promise<void> {
  const { rowCount } = await query(
    `select from (select email from public.invitations union all select email from public.care_team) as people
     where email is not null and not exists (select from portal_server.demo_people where demo_people.email = people.email)
     limit 1`,
  );
  if (rowCount === 0) return;
  throw new BadSettings(
    '--lan lets everyone on this network sign in as anyone, and this data holds people who aren’t from the demo. ' +
      'Start without --lan, or with DATA_DIR set to another folder.',
  );
}
