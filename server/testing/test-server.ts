import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { completeSecrets, createKeys } from '../auth/keys.ts';
import { createDatabase } from '../database/database.ts';
import { watchOutages } from '../database/outage.ts';
import { maxConnectionsPerAddress } from '../http/connections-per-address.ts';
import { serveHttp } from '../http/serve.ts';
import { silentLog, type Log } from '../log.ts';
import { createMailer } from '../mail/mailer.ts';
import { startRealtime } from '../realtime/start.ts';
import { LIMITS, type Limits } from '../realtime/limits.ts';
import { createSendLimits } from '../realtime/send-limits.ts';
import { createServices, type Services } from '../services.ts';
import { readSettings } from '../settings/settings.ts';
import { testDatabase, type DeploymentKind } from './test-database.ts';

export type Mail = {
  to: string;
  channel: string;
  subject: string;
  text: string;
  html: string;
  code: string | null;
  sentAt: string;
};

export type TestServer = Services & {
  url: string;
  databaseUrl: string;
  invite: (email: string) => Promise<void>;
  mail: (to: string) => Promise<Mail[]>;
  stop: () => Promise<void>;
};

type Choices = {
  now?: () => Date;
  log?: Log;
  /** Replaces the calendars at people's own addresses. */
  fetchCalendar?: Services['fetchCalendar'];
  /** The type of database: ours, or a Supabase project's. */
  deployment?: DeploymentKind;
  database?: { url: string };
  limits?: Limits;
  /** Connections per address. */
  maxPerAddress?: number;
  port?: number;
};

/** The real server on a real port with a database of its own. `environment` is what a clinic would set. */
export async function startTestServer(
  environment: NodeJS.ProcessEnv = {},
  {
    now = () => new Date(),
    log = silentLog,
    fetchCalendar,
    deployment = 'embedded',
    database: shared,
    limits = LIMITS,
    maxPerAddress,
    port = 0,
  }: Choices = {},
): Promise<TestServer> {
  const own = shared ? null : await testDatabase(deployment);
  const databaseUrl = shared?.url ?? own!.url;
  const database = own?.database ?? createDatabase(databaseUrl);
  const settings = readSettings({ RATE_LIMIT_SCALE: '1000', ...environment, PORT: '0' });
  const keys = createKeys(
    await completeSecrets({ jwtSecret: 'a-secret-for-tests-that-is-long-enough', ...settings.secrets }),
  );
  const outages = watchOutages(database, log);
  const services = createServices({
    settings,
    database,
    keys,
    now,
    ...(fetchCalendar && { fetchCalendar }),
    log: outages.log,
    outages,
    mailer: createMailer(settings, database),
  });
  const sendLimits = createSendLimits(limits, settings.rateLimitScale);
  const server = serveHttp(createApp(services, sendLimits), {
    port,
    hostname: '127.0.0.1',
    maxPerAddress: maxPerAddress ?? maxConnectionsPerAddress(settings),
  });
  const realtime = startRealtime(services, server, { sendLimits, limits });
  await new Promise((ready) => server.once('listening', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...services,
    url,
    databaseUrl,
    invite: async (email) => {
      await database.query(
        `insert into public.invitations (email, first_name, last_name) values ($1, 'Test', 'Patient')`,
        [email],
      );
    },
    mail: async (to) => {
      const { rows } = await database.query<Mail>(
        `select recipient as to, channel, subject, body_text as text, body_html as html, code, sent_at as "sentAt"
         from portal_server.mailbox where recipient = $1 order by id desc`,
        [to],
      );
      return rows;
    },
    stop: async () => {
      await realtime.stop();
      const closed = new Promise((done) => server.close(done));
      // A connection whose answer was just read only becomes idle after that, and its client would keep it
      // for seconds.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 5);
      await closed;
      clearInterval(closeIdle);
      outages.stop();
      if (own) await own.remove();
      else await database.end();
    },
  };
}

/** For tests that need a server to themselves. */
export async function withTestServer(environment: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const server = await startTestServer(environment);
  onTestFinished(() => server.stop());
  return server;
}
