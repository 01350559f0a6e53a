import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClock } from '../auth/testing/staff.ts';
import { loadDemo } from '../demo/load.ts';
import { DEMO_TEAM } from '../demo/team.ts';
import { portalFacts } from '../functions/portal-facts.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const clock = testClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({}, { now: clock.now });
  await loadDemo(server, { portal: portalFacts(server.settings), keys: server.keys });
});
afterAll(() => server.stop());

const text = async (path: string) => (await fetch(`${server.url}/dev/${path}`)).text();
const codesIn = (html: string) => [...html.matchAll(/<dd>(\d{6})<\/dd>/g)].map(([, code]) => code);
const secondsIn = (html: string) => Number(/id="seconds">(\d+)</.exec(html)?.[1]);

test('the apps’ codes come with their remaining seconds, and are refreshed without the page', async () => {
  const page = await text('mailbox');
  expect(page).toContain('<script src="/dev/mailbox.js" defer>');
  const left = secondsIn(page);
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(30);
  expect(codesIn(await text('mailbox/apps'))).toEqual(codesIn(page));
  clock.pass(left);
  const next = await text('mailbox/apps');
  expect(codesIn(next)).toHaveLength(DEMO_TEAM.length);
  expect(codesIn(next)).not.toEqual(codesIn(page));
  expect(secondsIn(next)).toBeGreaterThan(25);
});

test('each address has one code, and a patient has none', async () => {
  expect(codesIn(await text('mailbox/apps?to=Coach@example.com'))).toHaveLength(1);
  expect(await text('mailbox/apps?to=stage1@example.com')).toBe('');
});
