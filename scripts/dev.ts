import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'vite';
import { openDeployment } from '../server/deployment.ts';
import { consoleLog } from '../server/log.ts';
import { readSettings } from '../server/settings/settings.ts';
import { stopOnSignal } from '../server/stop-on-signal.ts';

/**
 * `npm run dev`: Vite on the usual port with hot reload; behind it the server, restarted when it or a function changes.
 * PostgreSQL belongs to this process, so that a restart of the server does not restart the database.
 */
const settings = readSettings(process.env);
const opening = openDeployment(settings, consoleLog);
let server: ChildProcess | undefined;
stopOnSignal(async () => {
  const { close } = await opening;
  if (server?.kill('SIGTERM')) await once(server, 'exit');
  await close();
});
const deployment = await opening;
const serverPort = settings.port + 1;
server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATABASE_URL: deployment.databaseUrl,
    JWT_SECRET: deployment.secrets.jwtSecret,
    SUPABASE_ANON_KEY: deployment.secrets.anonKey,
    SUPABASE_SERVICE_ROLE_KEY: deployment.secrets.serviceRoleKey,
    PORT: String(serverPort),
    SITE_URL: `http://localhost:${settings.port}`,
    PORTAL_IS_ELSEWHERE: 'true',
  },
});

const api = `http://127.0.0.1:${serverPort}`;
const paths = [
  '/auth/v1',
  '/rest/v1',
  '/functions/v1',
  '/storage/v1',
  '/config.json',
  '/health',
  '^/dev(/(?!gallery)|$)',
];
const vite = await createServer({
  root: 'web',
  server: {
    port: settings.port,
    strictPort: true,
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, { target: api, xfwd: true }])),
      '/realtime/v1': { target: api, ws: true },
    },
  },
});
await vite.listen();
console.log(`\n  The portal, with hot reload, is at http://localhost:${settings.port}\n`);
