import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import { forgetExpired } from './auth/forget-expired.ts';
import { checkKeys, createKeys } from './auth/keys.ts';
import { keepFirstSettings } from './clinic/settings.ts';
import { publishArticles } from './content/publish-articles.ts';
import { watchOutages } from './database/outage.ts';
import { startDeletionTimer } from './deletions/deletion-timer.ts';
import { startFunctionTimer, type Fetch } from './functions/function-timer.ts';
import type { Deployment } from './deployment.ts';
import { maxConnectionsPerAddress } from './http/connections-per-address.ts';
import { serveHttp } from './http/serve.ts';
import { consoleLog } from './log.ts';
import { createMailer } from './mail/mailer.ts';
import { createTexts } from './mail/texts.ts';
import { startOutboxWorker } from './outbox/worker.ts';
import { LIMITS } from './realtime/limits.ts';
import { deleteOldMessages } from './realtime/replay.ts';
import { createSendLimits } from './realtime/send-limits.ts';
import { startRealtime } from './realtime/start.ts';
import { createServices, type Services } from './services.ts';
import { BadSettings } from './settings/bad-settings.ts';
import type { Settings } from './settings/settings.ts';
import { checkStoreIdentity } from './storage/stores/store-identity.ts';
import { removeOrphanedFiles } from './storage/orphaned-files.ts';
import { publishGuides } from './storage/publish-guides.ts';

export type RunningServer = { url: string; stop: () => Promise<void> };

const HOUSEKEEPING_INTERVAL_MS = 3_600_000;
const REMINDER_INTERVAL_MS = 60_000;
const WATCH_INTERVAL_MS = 60_000;
const BUSY_TIMES_INTERVAL_MS = 60_000;
const SHUTDOWN_TIMEOUT_MS = 10_000;

/** Opens the port. Stopping waits up to ten seconds for open requests and messages that are being sent. */
export async function startServer(
  settings: Settings,
  { database, secrets }: Pick<Deployment, 'database' | 'secrets'>,
): Promise<RunningServer> {
  const keys = createKeys(secrets);
  await checkKeys(keys);
  const outages = watchOutages(database, consoleLog);
  const services = createServices({
    settings,
    database,
    keys,
    mailer: createMailer(settings, database),
    log: outages.log,
    outages,
    now: () => new Date(),
  });
  await checkStoreIdentity(services);
  await keepFirstSettings(services);
  await publishGuides(services);
  await publishArticles(services);
  const sendLimits = createSendLimits(LIMITS, settings.rateLimitScale);
  const app = createApp(services, sendLimits);
  const server = serveHttp(app, {
    port: settings.port,
    hostname: settings.host,
    maxPerAddress: maxConnectionsPerAddress(settings),
  });
  const realtime = startRealtime(services, server, { sendLimits });
  await listening(server, settings);
  await recordAddress(services);
  const housekeeping = setInterval(() => {
    runHousekeeping(services).catch((error: unknown) => services.log('housekeeping failed', {}, error));
  }, HOUSEKEEPING_INTERVAL_MS);
  housekeeping.unref();
  const outbox = startOutboxWorker({ ...services, texts: createTexts(settings, database) });
  const fetchSelf = (request: Request) => app.fetch(request, {});
  const fetchScheduled = noting(services, fetchSelf);
  const deletions = startDeletionTimer(services, fetchScheduled);
  const reminders = startFunctionTimer(services, fetchScheduled, {
    name: 'send-cycle-reminders',
    failure: 'reminders not sent',
    intervalMs: REMINDER_INTERVAL_MS,
  });
  const watch = startFunctionTimer(services, fetchScheduled, {
    name: 'watch-attention',
    failure: 'items not watched',
    intervalMs: WATCH_INTERVAL_MS,
  });
  const busyTimes = startFunctionTimer(services, fetchScheduled, {
    name: 'read-busy-times',
    failure: 'busy times not read',
    intervalMs: BUSY_TIMES_INTERVAL_MS,
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: settings.production ? settings.siteUrl : `http://localhost:${port}`,
    stop: async () => {
      clearInterval(housekeeping);
      // Otherwise a keep-alive connection could send request after request and keep the port open.
      server.prependListener('request', (_, response) => response.setHeader('Connection', 'close'));
      await realtime.stop();
      const closed = new Promise((done) => server.close(done));
      const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
      const closeAll = setTimeout(() => server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
      await Promise.all([
        closed,
        outbox.stop(),
        deletions.stop(),
        reminders.stop(),
        watch.stop(),
        busyTimes.stop(),
      ]);
      clearInterval(closeIdle);
      clearTimeout(closeAll);
      services.mailer.close();
      outages.stop();
    },
  };
}

/**
 * For commands that email people and run in a shell without the portal's settings
 * (server/commands/site-address.ts).
 */
const recordAddress = ({ database, settings }: Services) =>
  database.query(
    `insert into portal_server.facts (name, value) values ('site', to_jsonb($1::text))
     on conflict (name) do update set value = excluded.value`,
    [settings.siteUrl],
  );

/** Lets administrators see when each schedule last worked, as on Supabase. */
const noting =
  ({ database }: Services, fetchSelf: Fetch): Fetch =>
  async (request) => {
    const answer = await fetchSelf(request);
    const name = request.url.slice(request.url.lastIndexOf('/') + 1);
    await database.query('select public.mark_schedule_run($1, $2)', [name, answer.status]);
    return answer;
  };

const runHousekeeping = (services: Services) =>
  Promise.all([
    services.database.query('select public.forget_old_limits()'),
    services.database.query('select public.forget_old_drafts()'),
    forgetExpired(services.database),
    deleteOldMessages(services.database),
    removeOrphanedFiles(services),
  ]);

const listening = (server: Server, settings: Settings) =>
  new Promise<void>((ready, failed) => {
    server.once('listening', ready);
    server.once('error', (error) => failed(portProblem(error, settings)));
  });

function portProblem(error: NodeJS.ErrnoException, { port, host }: Settings): Error {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken. Set PORT to a different port.`,
    EACCES: `Port ${port} needs more rights than this user has. Set PORT above 1023 and put a proxy in front.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
    ENOTFOUND: `HOST ${host} is not an address of this machine.`,
  };
  const sentence = sentences[error.code ?? ''];
  return sentence ? new BadSettings(sentence) : error;
}
