import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { askForCode } from '../auth/testing/patients.ts';
import { recordBackup } from '../backup/last-backup.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { createMetrics } from './metrics.ts';

const TOKEN = 'a-token-for-metrics';
const PRODUCTION = {
  NODE_ENV: 'production',
  SITE_URL: 'https://portal.example.com',
  JWT_SECRET: 'Yk0hR2vQ9dWm4sXc7pLb1nTz6gJf3uAe8oKi5rHy',
  SUPABASE_ANON_KEY: 'anon',
  SUPABASE_SERVICE_ROLE_KEY: 'service',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'care@example.com',
};

const read = async ({ url }: TestServer, headers: Record<string, string> = {}) => {
  const response = await fetch(`${url}/metrics`, { headers });
  return { status: response.status, text: await response.text() };
};

test('Prometheus finds requests, times, the pool, the outbox and the memory', async () => {
  const server = await withTestServer();
  await server.database.query(
    `insert into public.outbox (key, channel, recipient, body_text, parked_at)
     values ('a', 'email', 'a@example.com', 'Hello', null), ('b', 'email', 'b@example.com', 'Hello', now())`,
  );
  await fetch(`${server.url}/health`);
  const wanted = 'http_requests_total{method="GET",route="/health",status="200"} 1';
  await expect.poll(async () => (await read(server)).text).toContain(wanted);
  const { text } = await read(server);
  expect(text).toContain('http_request_duration_seconds_count{route="/health"} 1');
  expect(text).toContain('portal_outbox_messages{state="waiting"} 1');
  expect(text).toContain('portal_outbox_messages{state="parked"} 1');
  expect(text).toMatch(/^portal_database_connections\{state="idle"\} \d+$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m);
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{[^{}]*\})? [\d.e+-]+)$/);
  }
});

test('overdue email, failing emails, the disk and the last backup are exported', async () => {
  const server = await withTestServer({ DATA_DIR: tmpdir(), SMTP_URL: 'smtp://127.0.0.1:9' });
  await server.database.query(
    `insert into public.outbox (key, channel, recipient, body_text, send_after, last_error)
     values ('late', 'email', 'a@example.com', 'Hello', now() - interval '6 minutes', null),
       ('on time', 'email', 'b@example.com', 'Hello', now() - interval '1 minute', null),
       ('failed', 'email', 'c@example.com', 'Hello', now() + interval '1 hour', 'ECONNECTION')`,
  );
  const before = (await read(server)).text;
  expect(before).toContain('portal_outbox_overdue_messages 1\n');
  expect(before).toContain('portal_outbox_retrying_messages 1\n');
  expect(before).toContain('portal_code_mails_total{result="failed"} 0\n');
  expect(before).toContain('portal_backup_last_success_timestamp_seconds 0\n');
  await server.invite('ada@example.com');
  expect((await askForCode(server, 'ada@example.com')).status).toBe(503);
  await recordBackup(server.database, new Date('2026-11-15T02:30:00.000Z'));
  const { text } = await read(server);
  expect(text).toContain('portal_code_mails_total{result="failed"} 1\n');
  expect(text).toContain('portal_code_mails_total{result="sent"} 0\n');
  expect(text).toContain(
    `portal_backup_last_success_timestamp_seconds ${Date.UTC(2026, 10, 15, 2, 30) / 1000}\n`,
  );
  const bytes = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
  expect(bytes('portal_disk_free_bytes')).toBeGreaterThan(0);
  expect(bytes('portal_disk_size_bytes')).toBeGreaterThan(bytes('portal_disk_free_bytes'));
});

test('without a data folder there is no disk to report', async () => {
  const server = await withTestServer({ DATA_DIR: join(tmpdir(), 'no-such-folder') });
  const { status, text } = await read(server);
  expect(status).toBe(200);
  expect(text).not.toContain('portal_disk');
});

test('in production no one reads them without the token, not even from this machine', async () => {
  const without = await withTestServer(PRODUCTION);
  expect((await read(without)).status).toBe(404);
  const server = await withTestServer({ ...PRODUCTION, METRICS_TOKEN: TOKEN });
  expect((await read(server)).status).toBe(404);
  expect((await read(server, { authorization: 'Bearer another-token-entirely' })).status).toBe(404);
  expect((await read(server, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('each histogram bucket includes the faster ones', () => {
  const metrics = createMetrics();
  for (const seconds of [0.004, 0.3, 60]) {
    metrics.observe({ method: 'GET', route: '/home', status: 200, seconds });
  }
  const bucket = (bound: string) =>
    metrics
      .render()
      .find((line) => line.includes(`le="${bound}"`))
      ?.split(' ')
      .at(-1);
  expect(['0.005', '0.25', '0.5', '10', '+Inf'].map(bucket)).toEqual(['1', '1', '2', '2', '3']);
});
