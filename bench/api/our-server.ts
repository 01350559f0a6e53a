import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/app.ts';
import { createKeys } from '../../server/auth/keys.ts';
import { createDatabase } from '../../server/database/database.ts';
import { serveHttp } from '../../server/http/serve.ts';
import { consoleLog } from '../../server/log.ts';
import { createMailer } from '../../server/mail/mailer.ts';
import { createServices } from '../../server/services.ts';
import { readSettings, type Secrets } from '../../server/settings/settings.ts';

/**
 * The product's own server, as `npm start` runs it in production, with a log line per request, but without
 * the portal's files.
 */
const { DATABASE_URL = '', SECRETS = '' } = process.env;
const settings = readSettings({ PORT: '0', LOG_REQUESTS: 'true' });
const database = createDatabase(DATABASE_URL);
const app = createApp(
  createServices({
    settings,
    database,
    keys: createKeys(JSON.parse(SECRETS) as Secrets),
    mailer: createMailer(settings, database),
    log: consoleLog,
    outages: { countRefused: () => {} },
    now: () => new Date(),
  }),
);
const server = serveHttp(app, { port: 0, hostname: '127.0.0.1', maxPerAddress: 1_000 });
server.on('listening', () => process.send?.((server.address() as AddressInfo).port));
