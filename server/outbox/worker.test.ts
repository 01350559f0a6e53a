import { expect, test } from 'vitest';
import {
  deliverDue,
  type LeasedMessage,
  type Outbox,
} from '../../supabase/functions/_shared/notifications/outbox.ts';
import { postgresOutbox, senderOf } from './postgres-outbox.ts';
import { mailServer, outboxHarness } from './testing/outbox-harness.ts';
import { readMail } from './testing/read-mail.ts';

const SENT = { attempts: 1, sent: true, dropped: false, parked: false, error: null };
// Longer than any test, so a message that arrives was announced, not found by polling.
const NEVER = 600_000;

test('four workers send two hundred messages, each exactly once', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  for (let number = 0; number < 200; number += 1)
    await harness.write({ recipient: `p${number}@example.com` });
  for (let count = 0; count < 4; count += 1) harness.worker();
  const waiting = async () => (await harness.states()).filter(({ sent }) => !sent).length;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(0);
  const recipients = mail.received.flatMap(({ to }) => to);
  expect([recipients.length, new Set(recipients).size]).toEqual([200, 200]);
  for (const state of await harness.states()) expect(state).toMatchObject(SENT);
});

test('a worker notified of a new message sends it right away', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  harness.worker(harness.server(), { pollMs: NEVER });
  for (let count = 1; count <= 3; count += 1) {
    await harness.write();
    await expect.poll(() => mail.received.length, { timeout: 3_000, interval: 20 }).toBe(count);
  }
});

test('a message waits for its time', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  await harness.write({ key: 'later', send_after: new Date(Date.now() + 60_000).toISOString() });
  await harness.write({ key: 'now' });
  harness.worker();
  await expect.poll(harness.states).toMatchObject([
    { key: 'later', sent: false },
    { key: 'now', ...SENT },
  ]);
  expect(mail.received).toHaveLength(1);
  await harness.makeDue();
  await expect.poll(() => mail.received.length).toBe(2);
});

test('with the mail server down a message waits, longer each time, and goes out when the server is back', async () => {
  const first = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: first.url });
  await first.close();
  await harness.write();
  harness.worker();
  const attempts = async () => (await harness.states())[0]!['attempts'];
  const wait = async () => {
    const { rows } = await harness.database.query<{ wait: number }>(
      'select round(extract(epoch from send_after - now()))::integer as wait from public.outbox where lease is null',
    );
    return rows[0]?.wait;
  };
  for (const [tries, seconds] of [
    [1, 60],
    [2, 120],
    [3, 240],
  ] as const) {
    await expect.poll(attempts).toBe(tries);
    await expect.poll(wait).toBeGreaterThan(seconds - 10);
    expect(await wait()).toBeLessThanOrEqual(seconds);
    if (tries < 3) await harness.makeDue();
  }
  expect(await harness.states()).toMatchObject([{ sent: false, parked: false, error: 'ESOCKET' }]);
  const again = await mailServer(first.port);
  await harness.makeDue();
  await expect.poll(() => again.received.length).toBe(1);
  await expect.poll(harness.states).toMatchObject([{ attempts: 4, sent: true, error: null }]);
});

test('a message refused eight times is parked for a person, and the next one is not delayed', async () => {
  const mail = await mailServer(0, {
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? new Error(`no mailbox for ${address}`) : null),
  });
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  const delivery = harness.server();
  const [outbox, send] = [postgresOutbox(delivery), senderOf(delivery)];
  await harness.write({ key: 'a', recipient: 'gone@example.com' });
  await harness.write({ key: 'b' });
  for (let attempt = 1; attempt <= 12; attempt += 1) {
    await deliverDue(outbox, send);
    await harness.makeDue();
  }
  // A mail server's reply may contain the address, so only its code is stored.
  expect(await harness.states()).toEqual([
    { key: 'a', attempts: 8, sent: false, dropped: false, parked: true, error: 'EENVELOPE 550' },
    { key: 'b', ...SENT },
  ]);
  expect(mail.received).toHaveLength(1);
});

test('a message whose worker died after sending it is sent again under the same Message-ID', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  const id = await harness.write();
  const delivery = harness.server();
  const [message] = await postgresOutbox(delivery).lease(1, 0);
  await senderOf(delivery)(message!);
  harness.worker();
  await expect.poll(harness.states).toMatchObject([{ attempts: 2, sent: true }]);
  const ids = mail.received.map(({ source }) => readMail(source).headers.get('message-id'));
  expect(ids).toEqual([`<${id}@clinic.example>`, `<${id}@clinic.example>`]);
});

test('a worker survives losing every database connection, and still hears of new messages', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({ SMTP_URL: mail.url });
  harness.worker(harness.server(), { pollMs: NEVER });
  await harness.write();
  await expect.poll(() => mail.received.length).toBe(1);
  for (const count of [2, 3]) {
    // Waits until delivered messages are recorded; the next test is about that moment.
    await expect.poll(harness.states).toMatchObject(Array.from({ length: count - 1 }, () => SENT));
    await harness.database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await harness.write();
    await expect.poll(() => mail.received.length, { timeout: 10_000 }).toBe(count);
  }
  await expect.poll(harness.states).toMatchObject([SENT, SENT, SENT]);
});

test('a database that is down when a sent message should be recorded does not cause a second send', async () => {
  const message = { id: 'a' } as LeasedMessage;
  const [sent, noted]: [string[], unknown[]] = [[], []];
  let failures = 2;
  const outbox: Outbox = {
    lease: () => Promise.resolve([message]),
    outdatedZones: () => Promise.resolve([]),
    settle: ({ id }, error) => {
      failures -= 1;
      if (failures >= 0) return Promise.reject(new Error('connection lost'));
      noted.push([id, error]);
      return Promise.resolve();
    },
  };
  expect(await deliverDue(outbox, ({ id }) => Promise.resolve(void sent.push(id)))).toBe(1);
  expect([sent, noted]).toEqual([['a'], [['a', null]]]);
});

test('stopping finishes the current message and takes no other', async () => {
  const harness = await outboxHarness();
  const delivery = harness.server();
  const [started, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  delivery.mailer.send = () => {
    started.resolve();
    return finished.promise;
  };
  await harness.write({ key: 'a' });
  const worker = harness.worker(delivery);
  await started.promise;
  const stopped = worker.stop();
  await harness.write({ key: 'b' });
  finished.resolve();
  await stopped;
  expect(await harness.states()).toMatchObject([
    { key: 'a', ...SENT },
    { key: 'b', sent: false, attempts: 0 },
  ]);
});
