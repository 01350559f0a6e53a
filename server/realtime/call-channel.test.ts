import { afterAll, beforeAll, expect, test } from 'vitest';
import { JOIN_MINUTES_BEFORE } from '../../domain/booking/join-window.ts';
import { MINUTE, type Instant } from '../../domain/time/instant.ts';
import {
  aClinic,
  bookingOf,
  daysAhead,
  keepCall,
  type Clinic,
} from '../../supabase/tests/functions/testing/clinic.ts';
import { holdTables } from '../testing/hold-tables.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { enterByLink } from '../testing/enter-by-link.ts';
import { joined, privateChannel, realtimeOf, refusalOf } from './testing/clients.ts';

let server: TestServer;
let clinic: Clinic;
let [patient, stranger]: Patient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  clinic = await aClinic(server.database);
  [patient, stranger] = [await newPatient(server), await newPatient(server)];
});
afterAll(() => server.stop());

async function anAppointment(startsAt: Instant, status = 'booked'): Promise<string> {
  await server.database.query('delete from public.appointments');
  return keepCall(server.database, patient!, { clinic, startsAt, status });
}
const linkOf = (id: string, { sequence = 0, expiresIn = 3_600 } = {}) =>
  server.keys.sign({
    role: 'anon',
    call_id: id,
    call_sequence: sequence,
    exp: Math.floor(Date.now() / 1000) + expiresIn,
  });
/** The same, after this person has been admitted to the room. */
const enteredLinkOf = (id: string, choices?: { sequence?: number; expiresIn?: number }) =>
  linkOf(id, choices).then((link) => enterByLink(server, link));
const joinAnswer = async (id: string, token?: string) =>
  (await refusalOf(privateChannel(realtimeOf(server, token), `call:${id}`, { key: 'x' }).channel)).split(
    ':',
  )[0];

test('the two sides of a call hear and see each other', async () => {
  const id = await anAppointment(Date.now());
  const host = privateChannel(realtimeOf(server, await enteredLinkOf(id)), `call:${id}`, { key: 'host' });
  const guest = privateChannel(realtimeOf(server, patient!.token), `call:${id}`, { key: 'patient' });
  await Promise.all([joined(host.channel), joined(guest.channel)]);
  expect(await host.channel.track({})).toBe('ok');
  expect(await guest.channel.track({})).toBe('ok');
  await expect.poll(() => Object.keys(host.channel.presenceState()).toSorted()).toEqual(['host', 'patient']);
  expect(await guest.channel.send({ type: 'broadcast', event: 'signal', payload: { sdp: 'v=0' } })).toBe(
    'ok',
  );
  await expect.poll(() => host.received).toEqual([{ event: 'signal', payload: { sdp: 'v=0' } }]);
});

test('the server names each side of a call, whatever name a client claims', async () => {
  const id = await anAppointment(Date.now());
  const host = privateChannel(realtimeOf(server, await enteredLinkOf(id)), `call:${id}`, { key: 'patient' });
  const guest = privateChannel(realtimeOf(server, patient!.token), `call:${id}`, { key: 'host' });
  await Promise.all([joined(host.channel), joined(guest.channel)]);
  expect(await host.channel.track({ id: 'of the host', since: 2 ** 50 })).toBe('ok');
  expect(await guest.channel.track({ id: 'of the patient', since: 2 ** 50 })).toBe('ok');
  await expect
    .poll(() => guest.channel.presenceState())
    .toMatchObject({ host: [{ id: 'of the host' }], patient: [{ id: 'of the patient' }] });
});

test('a host’s link opens the channel to the person enter-call let in and logged, and nothing elsewhere', async () => {
  const id = await anAppointment(Date.now());
  const link = await linkOf(id);
  const noted = async () =>
    (
      await server.database.query(
        `select actor_name from public.audit_log where kind = 'call_room' and subject_id = $1`,
        [patient!.id],
      )
    ).rows;
  await server.database.query('delete from private.limits');
  const before = (await noted()).length;
  const headers = { apikey: server.keys.anonKey, authorization: `Bearer ${link}` };
  for (const procedure of ['enter_call', 'enter_call_as_host', 'read_call_link']) {
    const answer = await fetch(`${server.url}/rest/v1/rpc/${procedure}`, { method: 'POST', headers });
    expect(await answer.text()).not.toMatch(/"(part|topic|patientName)"/);
  }
  expect(await joinAnswer(id, link)).toBe('Unauthorized');
  expect(await noted()).toHaveLength(before);
  await enterByLink(server, link);
  expect(await noted()).toHaveLength(before + 1);
  expect(await joinAnswer(id, link)).toBe('joined');
});

test('no one else gets in: not another patient, not the public key, not the link of another call', async () => {
  const id = await anAppointment(Date.now());
  expect(await joinAnswer(id, stranger!.token)).toBe('Unauthorized');
  expect(await joinAnswer(id)).toBe('Unauthorized');
  expect(await joinAnswer(id, await enteredLinkOf(clinic.typeId))).toBe('Unauthorized');
  expect(await joinAnswer(id, patient!.token)).toBe('joined');
});

test('an expired link, a forged one and one for an older state of the call are refused', async () => {
  const id = await anAppointment(Date.now());
  expect(await joinAnswer(id, await enteredLinkOf(id, { expiresIn: -1 }))).toBe('InvalidJWTToken');
  expect(await joinAnswer(id, `${(await linkOf(id)).slice(0, -5)}AAAAA`)).toBe('InvalidJWTToken');
  await server.database.query(`update public.appointments set starts_at = starts_at - interval '1 minute'`);
  expect(await joinAnswer(id, await enteredLinkOf(id))).toBe('Unauthorized');
  expect(await joinAnswer(id, await enteredLinkOf(id, { sequence: 1 }))).toBe('joined');
});

test.each([
  ['before its window', JOIN_MINUTES_BEFORE * MINUTE + 5_000, 'booked', 'Unauthorized'],
  ['as soon as its window opens', JOIN_MINUTES_BEFORE * MINUTE - 5_000, 'booked', 'joined'],
  ['in its last moment', -30 * MINUTE + 20_000, 'booked', 'joined'],
  ['when it is over', -30 * MINUTE - 1_000, 'booked', 'Unauthorized'],
  ['when it was cancelled', 0, 'cancelled', 'Unauthorized'],
])('%s both sides of a call hear the same', async (_, startsIn, status, answer) => {
  const id = await anAppointment(Date.now() + startsIn, status);
  expect(await joinAnswer(id, patient!.token)).toBe(answer);
  expect(await joinAnswer(id, await enteredLinkOf(id))).toBe(answer);
});

test('a host in the call is removed when the link expires', async () => {
  const id = await anAppointment(Date.now());
  const { channel } = privateChannel(
    realtimeOf(server, await enteredLinkOf(id, { expiresIn: 2 })),
    `call:${id}`,
  );
  await joined(channel);
  await expect.poll(() => channel.state, { timeout: 5_000 }).toBe('closed');
});

/** Both sides of a call that can be reassigned, and what they receive. */
async function bothSides() {
  const id = await anAppointment(Date.now());
  const host = privateChannel(realtimeOf(server, await enteredLinkOf(id)), `call:${id}`, { key: 'host' });
  const guest = privateChannel(realtimeOf(server, patient!.token), `call:${id}`, { key: 'patient' });
  await Promise.all([joined(host.channel), joined(guest.channel)]);
  expect(await host.channel.track({})).toBe('ok');
  await expect.poll(() => Object.keys(guest.channel.presenceState())).toEqual(['host']);
  return { id, host, guest };
}

test('a host in the call is removed when it is reassigned, and its patient stays', async () => {
  const { id, host, guest } = await bothSides();
  const { hostIds } = await aClinic(server.database);
  await server.database.query('update public.appointments set host_id = $2 where id = $1', [id, hostIds[0]]);
  const signal = { type: 'broadcast', event: 'signal', payload: { sdp: 'v=0' } } as const;
  expect(await guest.channel.send(signal)).toBe('ok');
  await expect.poll(() => host.channel.state).toBe('closed');
  await expect.poll(() => Object.keys(guest.channel.presenceState())).toEqual([]);
  expect(host.received).toEqual([]);
  expect(guest.channel.state).toBe('joined');
  expect(await joinAnswer(id, await enteredLinkOf(id, { sequence: 1 }))).toBe('joined');
});

test.each([
  ['cancelled', `update public.appointments set status = 'cancelled' where id = $1`],
  ['deleted', 'delete from public.appointments where id = $1'],
])('both sides are removed from a call that is %s', async (_, change) => {
  const { id, host, guest } = await bothSides();
  await server.database.query(change, [id]);
  await expect.poll(() => [host.channel.state, guest.channel.state]).toEqual(['closed', 'closed']);
});

test('a call that is canceled while someone joins it lets them in no longer', async () => {
  const id = await anAppointment(Date.now());
  const { channel } = privateChannel(realtimeOf(server, patient!.token), `call:${id}`);
  channel.on('postgres_changes', { event: '*', schema: 'public', table: 'test_results' }, () => {});
  // Runs after the query for the channel's rights.
  const held = await holdTables(server, 'public.test_results');
  const joining = joined(channel);
  await expect.poll(held.blocked).toBe(1);
  await server.database.query(`update public.appointments set status = 'cancelled' where id = $1`, [id]);
  await held.release();
  await joining;
  await expect.poll(() => channel.state).toBe('closed');
});

test('the link emailed with a booking opens only that call, and moving the call creates a new one', async () => {
  await server.database.query('delete from public.appointments');
  const startsAt = daysAhead(3, '10:00');
  const post = async (name: string, body: object) => {
    const response = await fetch(`${server.url}/functions/v1/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient!.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string };
  };
  const links = async () => {
    const { rows } = await server.database.query<{ body_text: string }>(
      `select body_text from public.outbox where recipient like '%@clinic.example' order by created_at`,
    );
    return rows.map(({ body_text: text }) => /\/call\/(\S+)/.exec(text)![1]!);
  };
  const { id } = await post('schedule-appointment', bookingOf(clinic, startsAt));
  const later = bookingOf(clinic, startsAt + 60 * MINUTE);
  await post('reschedule-appointment', {
    appointmentId: id,
    startTime: later.startTime,
    endTime: later.endTime,
  });
  const [first, second] = await links();
  await server.database.query(
    `alter table public.appointments disable trigger count_change;
     update public.appointments set starts_at = now(), ends_at = now() + interval '30 minutes', busy_until = now() + interval '30 minutes';
     alter table public.appointments enable trigger count_change`,
  );
  expect(await joinAnswer(id, await enterByLink(server, first!))).toBe('Unauthorized');
  expect(await joinAnswer(id, await enterByLink(server, second!))).toBe('joined');
});

test('a guest has a line to each side once both have let them in, hears nothing of theirs, and loses both when removed', async () => {
  const id = await anAppointment(Date.now());
  const host = await enteredLinkOf(id);
  const { rows } = await server.database.query<{ id: string }>(
    `insert into private.call_guests (call_id, sequence, name, arrived_at, device) values ($1, 0, 'Maria Ortiz', now(), '\\xbea0') returning id`,
    [id],
  );
  const guest = rows[0]!.id;
  const signed = (device?: string) =>
    server.keys.sign({
      role: 'anon',
      guest_id: guest,
      ...(device !== undefined && { guest_device: device }),
      exp: Math.floor(Date.now() / 1000) + 3_600,
    });
  const link = await signed('bea0');
  const lineOf = (token: string, side: string) =>
    privateChannel(realtimeOf(server, token), `guest:${guest}:${side}`, { key: 'x' });
  const refused = async (token: string, side: string) =>
    (await refusalOf(lineOf(token, side).channel)).split(':')[0];
  const decide = (column: string) =>
    server.database.query(`update private.call_guests set ${column} = now() where id = $1`, [guest]);
  for (const column of ['agreed_at', 'admitted_at']) {
    for (const side of ['host', 'patient']) expect(await refused(link, side)).toBe('Unauthorized');
    await decide(column);
  }
  const lines = [
    lineOf(link, 'host'),
    lineOf(link, 'patient'),
    lineOf(host, 'host'),
    lineOf(patient!.token, 'patient'),
  ];
  await Promise.all(lines.map(({ channel }) => joined(channel)));
  // The link that was sent opens nothing by itself, nor with another device's pass.
  for (const token of [await signed(), await signed('bea1')])
    for (const side of ['host', 'patient']) expect(await refused(token, side)).toBe('Unauthorized');
  await lines[0]!.channel.track({});
  await expect.poll(() => Object.keys(lines[2]!.channel.presenceState())).toEqual(['guest']);
  expect(await joinAnswer(id, link)).toBe('Unauthorized');
  expect(await refused(host, 'patient')).toBe('Unauthorized');
  expect(await refused(patient!.token, 'host')).toBe('Unauthorized');
  expect(await refused(stranger!.token, 'patient')).toBe('Unauthorized');

  await decide('removed_at');
  for (const { channel } of lines) await expect.poll(() => channel.state).not.toBe('joined');
  for (const side of ['host', 'patient']) expect(await refused(link, side)).toBe('Unauthorized');
});

test.each([
  [
    'whose invitation ends',
    `update public.invitations set revoked_at = now()
     where email = (select customer_email from public.customers where user_id = $1)`,
  ],
  ['who withdraws a consent', `update public.customers set data_usage_consent = false where user_id = $1`],
])('a patient %s is out of the call within seconds, and so is everyone in it', async (_who, end) => {
  const leaving = await newPatient(server);
  await server.database.query('delete from public.appointments');
  const id = await keepCall(server.database, leaving, { clinic, startsAt: Date.now() });
  const topic = `call:${id}`;
  const [host, other] = [
    privateChannel(realtimeOf(server, await enteredLinkOf(id)), topic, { key: 'host' }),
    privateChannel(realtimeOf(server, leaving.token), topic, { key: 'patient' }),
  ];
  await Promise.all([joined(host.channel), joined(other.channel)]);
  await server.database.query(end, [leaving.id]);
  await expect.poll(() => host.channel.state, { timeout: 3_000 }).not.toBe('joined');
  await expect.poll(() => other.channel.state, { timeout: 3_000 }).not.toBe('joined');
  expect(await joinAnswer(id, leaving.token)).not.toBe('joined');
  expect(await joinAnswer(id, await enteredLinkOf(id))).toBe('Unauthorized');
});
