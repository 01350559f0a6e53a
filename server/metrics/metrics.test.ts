import { expect, test } from 'vitest';
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

test('in production nobody reads them without the token, from this machine neither', async () => {
  const without = await withTestServer(PRODUCTION);
  expect((await read(without)).status).toBe(404);
  const server = await withTestServer({ ...PRODUCTION, METRICS_TOKEN: TOKEN });
  expect((await read(server)).status).toBe(404);
  expect((await read(server, { authorization: 'Bearer another-token-entirely' })).status).toBe(404);
  expect((await read(server, { authorization: `Bearer ${TOKEN}` })).status).toBe(200);
});

test('a histogram’s buckets each hold the faster ones too', () => {
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
