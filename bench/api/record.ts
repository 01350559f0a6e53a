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
import { headersOf, type PatientRequest } from '../requests.ts';
import type { Clinic } from '../clinic.ts';

export type Recorded = { role: string; claims: string; readOnly: boolean; statement: Statement };

/** The statements that our server runs for each of these requests, in order. */
export async function recordStatements(clinic: Clinic, requests: PatientRequest[]): Promise<Recorded[][]> {
  const database = createDatabase(clinic.url, { connections: 2 });
  let statements: Recorded[] = [];
  const recording: Database = {
    ...database,
    asCaller: (caller, statement, options = {}) => {
      const { role, claims } = caller;
      statements.push({ role, claims, readOnly: options.readOnly ?? false, statement });
      return database.asCaller(caller, statement, options);
    },
  };
  const settings = readSettings({ PORT: '0' });
  const app = createApp(
    createServices({
      settings,
      database: recording,
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
  for (const request of requests) {
    statements = [];
    const response = await fetch(url + request.path(visitor), {
      headers: headersOf(request, clinic, visitor),
    });
    if (!response.ok || statements.length === 0)
      throw new Error(`${request.name} was answered ${response.status}.`);
    await response.body?.cancel();
    recorded.push(statements);
  }
  await new Promise((closed) => server.close(closed));
  await database.end();
  return recorded;
}
