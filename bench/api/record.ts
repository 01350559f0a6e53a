import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createApp } from '../../server/app.ts';
import { createKeys } from '../../server/auth/keys.ts';
import { createDatabase, type Database } from '../../server/database/database.ts';
import type { Statement } from '../../server/database/query-types.ts';
import { silentLog } from '../../server/log.ts';
import { createMailer } from '../../server/mail/mailer.ts';
import { createServices } from '../../server/services.ts';
import { readSettings } from '../../server/settings/settings.ts';
import { headersOf, type PatientCall } from '../requests.ts';
import type { Clinic } from '../clinic.ts';

export type Recorded = { role: string; claims: string; readOnly: boolean; statement: Statement };

/** The statements that our server runs for each of these calls, in their order. */
export async function recordStatements(clinic: Clinic, calls: PatientCall[]): Promise<Recorded[][]> {
  const database = createDatabase(clinic.url, { connections: 2 });
  let heard: Recorded[] = [];
  const listening: Database = {
    ...database,
    asCaller: (caller, statement, options = {}) => {
      const { role, claims } = caller;
      heard.push({ role, claims, readOnly: options.readOnly ?? false, statement });
      return database.asCaller(caller, statement, options);
    },
  };
  const settings = readSettings({ PORT: '0' });
  const app = createApp(
    createServices({
      settings,
      database: listening,
      keys: createKeys(clinic.secrets),
      mailer: createMailer(settings, database),
      log: silentLog,
      outages: { countRefused: () => {} },
      now: () => new Date(),
    }),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((ready) => server.once('listening', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const visitor = clinic.visitors[0]!;
  const recorded: Recorded[][] = [];
  for (const call of calls) {
    heard = [];
    const response = await fetch(url + call.path(visitor), { headers: headersOf(call, clinic, visitor) });
    if (!response.ok || heard.length === 0) throw new Error(`${call.name} was answered ${response.status}.`);
    await response.body?.cancel();
    recorded.push(heard);
  }
  await new Promise((closed) => server.close(closed));
  await database.end();
  return recorded;
}
