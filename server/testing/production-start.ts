import { expect, onTestFinished } from 'vitest';
import { completeSecrets } from '../auth/keys.ts';
import { spawnPortal } from './spawn-portal.ts';

/** The log of a portal in production until it has started. */
export async function eventsOfStart(databaseUrl: string, dataFolder: string) {
  const { jwtSecret, anonKey, serviceRoleKey } = await completeSecrets({});
  const portal = await spawnPortal({
    dataFolder,
    env: {
      NODE_ENV: 'production',
      PORTAL_IS_ELSEWHERE: 'true',
      DATABASE_URL: databaseUrl,
      SITE_URL: 'https://portal.example.com',
      JWT_SECRET: jwtSecret,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'care@example.com',
    },
  });
  onTestFinished(async () => void (await portal.end('SIGTERM')));
  await expect.poll(portal.printed).toContain('"event":"started"');
  const lines = portal.printed().trim().split('\n');
  await portal.end('SIGTERM');
  return lines.map((line) => JSON.parse(line) as Record<string, string>);
}
