import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as bodyOf } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { DAY, MINUTE } from '../../domain/time/instant.ts';
import { aClinic, bookingOf, daysAhead, type Clinic } from '../../supabase/tests/functions/testing/clinic.ts';
import { fullTime } from '../../domain/time/zoned-words.ts';
import { silentLog } from '../log.ts';
import { createTexts } from '../mail/texts.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { readCalendar } from '../testing/read-calendar.ts';
import { withTestServer, type TestServer } from '../testing/test-server.ts';
import { mailServer, outboxHarness } from './testing/outbox-harness.ts';
import { leaves, readMail } from './testing/read-mail.ts';
import { startOutboxWorker } from './worker.ts';

const START = daysAhead(3, '10:00');

function work(server: TestServer) {
  const worker = startOutboxWorker(
    { ...server, texts: createTexts(server.settings, server.database), log: silentLog },
    { pollMs: 50 },
  );
  onTestFinished(worker.stop);
}

async function book(server: TestServer, patient: Patient, clinic: Clinic, startsAt = START): Promise<string> {
  const response = await fetch(`${server.url}/functions/v1/schedule-appointment`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${patient.token}`,
      'content-type': 'application/json',
      'x-client-timezone': 'America/New_York',
    },
    body: JSON.stringify(bookingOf(clinic, startsAt)),
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { id: string }).id;
}

const emailOf = async ({ database }: TestServer, { id }: Patient) =>
  String(
    (await database.query('select customer_email as email from public.customers where user_id = $1', [id]))
      .rows[0]!['email'],
  );
const wantTexts = ({ database }: TestServer, { id }: Patient) =>
  database.query(
    `update public.customers set sms_consent = true, customer_phone = '+15550100199' where user_id = $1`,
    [id],
  );
/** As if this much time had passed for all waiting messages. */
const passTime = ({ database }: TestServer, milliseconds: number) =>
  database.query(
    `update public.outbox set send_after = send_after - make_interval(secs => $1),
       send_before = send_before - make_interval(secs => $1) where sent_at is null`,
    [milliseconds / 1_000],
  );

test('a booking sends the patient an email that every email reader understands, with the call for their calendar', async () => {
  const mail = await mailServer();
  const server = await withTestServer({
    SMTP_URL: mail.url,
    MAIL_FROM: 'Béa <care@clinic.example>',
    SITE_URL: 'https://portal.example.com',
  });
  work(server);
  const patient = await newPatient(server);
  const id = await book(server, patient, await aClinic(server.database, { name: 'Rendez-vous, première' }));
  const email = await emailOf(server, patient);
  await expect.poll(() => mail.received.length).toBe(2);

  const parsed = readMail(mail.received.find(({ to }) => to.includes(email))!.source);
  expect(parsed.headers.get('subject')).toBe('Your call is booked');
  expect(parsed.headers.get('from')).toContain('<care@clinic.example>');
  const parts = leaves(parsed).map(
    ({ headers, content }) => [headers.get('content-type')!, content] as const,
  );
  expect(parts.map(([type]) => type.split(';')[0])).toEqual([
    'text/plain',
    'text/html',
    'text/calendar',
    'application/ics',
  ]);
  const [[, text], [, html], [calendarType, calendar], [, attached]] = parts as [
    (typeof parts)[0],
    (typeof parts)[0],
    (typeof parts)[0],
    (typeof parts)[0],
  ];
  expect(text).toContain('Rendez-vous, première, 30 minutes, by video.');
  expect(html).toContain('<a href="https://portal.example.com/home"');
  expect(calendarType).toContain('method=REQUEST');
  expect(attached).toBe(calendar);
  expect(readCalendar(calendar)).toEqual({
    method: 'REQUEST',
    uid: id,
    sequence: 0,
    status: 'CONFIRMED',
    startsAt: START,
    endsAt: START + 30 * MINUTE,
    attendees: [`mailto:${email}`],
    organizer: 'mailto:care@clinic.example',
  });
});

test('outside production emails and texts are kept for viewing', async () => {
  const server = await withTestServer();
  work(server);
  const patient = await newPatient(server);
  await wantTexts(server, patient);
  await book(server, patient, await aClinic(server.database));
  await expect.poll(async () => (await server.mail('+15550100199')).length).toBe(1);
  expect(await server.mail('+15550100199')).toMatchObject([
    { channel: 'sms', subject: null, text: expect.stringMatching(/^Béa: your call is booked for .*Eastern/) },
  ]);
  const email = await emailOf(server, patient);
  const kept = async () => (await fetch(`${server.url}/dev/mailbox.json?to=${email}`)).json();
  await expect.poll(kept).toMatchObject([
    {
      channel: 'email',
      subject: 'Your call is booked',
      attachments: [{ filename: 'call.ics', contentType: 'text/calendar; charset=utf-8; method=REQUEST' }],
    },
  ]);
});

test('a reminder names the time where the patient is when it is sent', async () => {
  const server = await withTestServer();
  work(server);
  const patient = await newPatient(server);
  await wantTexts(server, patient);
  await book(server, patient, await aClinic(server.database));
  await server.database.query(
    `update public.customers set time_zone = 'America/Los_Angeles', time_zone_by = 'browser' where user_id = $1`,
    [patient.id],
  );
  await passTime(server, START - DAY - Date.now() + MINUTE);
  const email = await emailOf(server, patient);
  const reminder = async (to: string, words: string) =>
    (await server.mail(to)).find(({ text }) => text.includes(words));
  await expect.poll(() => reminder(email, 'reminder of your call')).toBeTruthy();
  const { text, html } = (await reminder(email, 'reminder of your call'))!;
  for (const words of [text, html]) {
    expect(words).toContain(fullTime(START, 'America/Los_Angeles'));
    expect(words).not.toContain('Eastern Time');
  }
  await expect
    .poll(async () => (await server.mail('+15550100199')).map(({ text: words }) => words))
    .toEqual([expect.stringContaining('Pacific Time'), expect.stringContaining('Eastern Time')]);
});

test('reminders come a day and 15 minutes before the call', async () => {
  const server = await withTestServer();
  work(server);
  const patient = await newPatient(server);
  await book(server, patient, await aClinic(server.database));
  const email = await emailOf(server, patient);
  const subjects = async () => (await server.mail(email)).map(({ subject }) => subject).toReversed();
  await expect.poll(subjects).toEqual(['Your call is booked']);
  await passTime(server, START - Date.now() - DAY + MINUTE);
  await expect.poll(subjects).toEqual(['Your call is booked', 'A reminder of your call']);
  await passTime(server, DAY - 15 * MINUTE);
  await expect
    .poll(subjects)
    .toEqual(['Your call is booked', 'A reminder of your call', 'Your call is about to start']);
});

test.each([
  ['cancelled', `status = 'cancelled'`],
  [
    'moved',
    `starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour',
    busy_until = busy_until + interval '1 hour'`,
  ],
])('nothing more is sent about a call that was %s', async (_, change) => {
  const server = await withTestServer();
  const patient = await newPatient(server);
  await wantTexts(server, patient);
  const id = await book(server, patient, await aClinic(server.database));
  await server.database.query(`update public.appointments set ${change} where id = $1`, [id]);
  await passTime(server, START - Date.now() - DAY + MINUTE);
  work(server);
  const dropped = async () =>
    (await server.database.query('select from public.outbox where dropped_at is not null')).rowCount;
  await expect.poll(dropped).toBe(5);
  await passTime(server, DAY - 15 * MINUTE);
  await expect.poll(dropped).toBe(7);
  expect((await server.database.query('select from portal_server.mailbox')).rowCount).toBe(0);
});

test('reminders that were switched off are not sent; the confirmation and the cancellation are', async () => {
  const server = await withTestServer();
  work(server);
  const patient = await newPatient(server);
  await wantTexts(server, patient);
  const changed = await patient.client
    .from('customers')
    .update({ email_reminders: false, text_reminders: false })
    .eq('user_id', patient.id)
    .select('email_reminders,text_reminders');
  expect(changed.data).toEqual([{ email_reminders: false, text_reminders: false }]);
  const id = await book(server, patient, await aClinic(server.database));
  const email = await emailOf(server, patient);
  const subjects = async () => (await server.mail(email)).map(({ subject }) => subject).toReversed();
  await expect.poll(subjects).toEqual(['Your call is booked']);
  await passTime(server, START - Date.now() - DAY + MINUTE);
  const dropped = async () =>
    (
      await server.database.query('select key from public.outbox where dropped_at is not null order by key')
    ).rows.map(({ key }) => String(key).split(':')[0]);
  await expect.poll(dropped).toEqual(['day-before', 'day-before']);
  const cancelled = await fetch(`${server.url}/functions/v1/cancel-appointment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ appointmentId: id }),
  });
  expect(cancelled.status).toBe(200);
  await expect.poll(subjects).toEqual(['Your call is booked', 'Your call is canceled']);
  await expect.poll(async () => (await server.mail('+15550100199')).length).toBe(2);
});

test('a worker that was down sends no stale reminder', async () => {
  const server = await withTestServer();
  const patient = await newPatient(server);
  await book(server, patient, await aClinic(server.database));
  await passTime(server, START - Date.now() + MINUTE);
  work(server);
  const email = await emailOf(server, patient);
  await expect.poll(async () => (await server.mail(email)).length).toBe(1);
  const waiting = `select from public.outbox where sent_at is null and dropped_at is null`;
  await expect.poll(async () => (await server.database.query(waiting)).rowCount).toBe(0);
  // During the call, its confirmation still helps, but the reminders don't.
  expect((await server.mail(email)).map(({ subject }) => subject)).toEqual(['Your call is booked']);
});

test('a text goes to the service in Twilio’s format, and is retried when the service fails', async () => {
  const asked: { headers: IncomingMessage['headers']; form: Record<string, string> }[] = [];
  const service = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      asked.push({ headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)) });
      response.writeHead(asked.length === 1 ? 503 : 201).end('{"to":"+15550100199"}');
    });
  });
  await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
  onTestFinished(() => new Promise<void>((closed) => service.close(() => closed())));
  const harness = await outboxHarness({
    SMS_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/Messages.json`,
    SMS_TOKEN: 'AC1:secret',
    SMS_FROM: '+15550100000',
  });
  const id = await harness.write({
    channel: 'sms',
    recipient: '+15550100199',
    subject: null,
    body_html: null,
  });
  harness.worker();
  await expect.poll(harness.states).toMatchObject([{ attempts: 1, sent: false, error: 'HTTP 503' }]);
  await harness.makeDue();
  await expect.poll(harness.states).toMatchObject([{ attempts: 2, sent: true, error: null }]);
  expect(asked).toHaveLength(2);
  expect(asked[1]).toMatchObject({
    headers: {
      authorization: `Basic ${Buffer.from('AC1:secret').toString('base64')}`,
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
      'idempotency-key': id,
    },
    form: { To: '+15550100199', From: '+15550100000', Body: 'Hello' },
  });
});

test('a clinic in production without a text service sends email and no texts', async () => {
  const mail = await mailServer();
  const harness = await outboxHarness({
    NODE_ENV: 'production',
    SITE_URL: 'https://portal.example.com',
    JWT_SECRET: 'Yk0hR2vQ9dWm4sXc7pLb1nTz6gJf3uAe8oKi5rHy',
    SUPABASE_ANON_KEY: 'anon',
    SUPABASE_SERVICE_ROLE_KEY: 'service',
    SMTP_URL: mail.url,
  });
  await harness.write({ key: 'mail' });
  await harness.write({ key: 'text', channel: 'sms', recipient: '+15550100199' });
  harness.worker();
  await expect.poll(harness.states).toMatchObject([
    { key: 'mail', sent: true },
    { key: 'text', sent: false, dropped: true, parked: false },
  ]);
  expect((await harness.database.query('select from portal_server.mailbox')).rowCount).toBe(0);
});
