import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FetchAppointmentSlotsAnswer } from '../../../domain/contracts/patient/fetch-appointment-slots.ts';
import { TeamOwnCalendarAnswer } from '../../../domain/contracts/team/team-own-calendar.ts';
import { instantFromIso, isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import { serveWithDeno } from '../../../server/testing/deno.ts';
import { newPatient, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { CalendarProblem } from '../../functions/_shared/calendars/problem.ts';
import { bookingOf } from './testing/clinic.ts';
import { aTeamClinic, LATER, START } from './testing/team-calls.ts';

const HOUR = 60 * MINUTE;
const ADDRESS = 'https://calendar.example.com/noa/private-1234/basic.ics';

let server: TestServer;
/** The calendar at every address. */
let found: () => string;
let asked: string[];
beforeAll(async () => {
  server = await startTestServer(
    {},
    {
      fetchCalendar: async (address) => {
        asked.push(address);
        return found();
      },
    },
  );
});
afterAll(() => server.stop());
beforeEach(async () => {
  asked = [];
  await sql('delete from private.busy_calendars');
});

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;
const utc = (at: Instant) => `${isoFromInstant(at).slice(0, 19).replace(/[-:]/g, '')}Z`;
const calendar = (...starts: Instant[]) =>
  [
    'BEGIN:VCALENDAR',
    ...starts.flatMap((at) => [
      'BEGIN:VEVENT',
      'SUMMARY:Dentist',
      `DTSTART:${utc(at)}`,
      `DTEND:${utc(at + HOUR)}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n');

async function ask(name: string, { token }: Pick<Member | Patient, 'token'>, body?: object) {
  const answer = await fetch(`${server.url}/functions/v1/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const connect = (member: Member, address = ADDRESS) =>
  ask('team-own-calendar', member, { action: 'connect', address });
const own = async (member: Member) =>
  TeamOwnCalendarAnswer.parse((await ask('team-own-calendar', member)).json);
const schedule = () => ask('read-busy-times', { token: server.keys.serviceRoleKey }, {});
const makeDue = () => sql('update private.busy_calendars set ask_after = now()');

async function scene() {
  const [host, patient] = [await newMember(server, 'coach'), await newPatient(server)];
  const clinic = await aTeamClinic(server, [host]);
  const offered = async (): Promise<Instant[]> => {
    const query = new URLSearchParams({
      appointmentType: clinic.slug,
      searchFrom: isoFromInstant(START - HOUR),
      searchUntil: isoFromInstant(START + 3 * HOUR),
    });
    const { json } = await ask(`fetch-appointment-slots?${query}`, patient);
    return FetchAppointmentSlotsAnswer.parse(json).map(({ start_time }) => instantFromIso(start_time));
  };
  return { host, patient, clinic, offered };
}

test('a coach connects a calendar, and patients are offered no time in which it is busy', async () => {
  const { host, offered } = await scene();
  expect(await offered()).toContain(START);
  found = () => calendar(START);
  const { status, json } = await connect(host);
  expect(status).toBe(200);
  expect(TeamOwnCalendarAnswer.parse(json).busy).toMatchObject({
    host: 'calendar.example.com',
    problem: null,
    skipped: 0,
  });
  const times = await offered();
  expect(times).not.toContain(START);
  expect(times).not.toContain(START + 30 * MINUTE);
  expect(times).toContain(START - 30 * MINUTE);
  expect(times).toContain(START + HOUR);
});

test('the database refuses a booking in a busy time, no matter who asks', async () => {
  const { host, patient, clinic } = await scene();
  found = () => calendar(START);
  await connect(host);
  expect((await ask('schedule-appointment', patient, bookingOf(clinic, START))).status).toBe(409);
  await expect(
    sql(`select private.require_present($1, $2, $3)`, [
      host.person,
      isoFromInstant(START),
      isoFromInstant(START + 30 * MINUTE),
    ]),
  ).rejects.toMatchObject({ code: '23P01' });
  expect((await ask('schedule-appointment', patient, bookingOf(clinic, LATER))).status).toBe(200);
});

test('busy times show in the calendars of their owner and of colleagues, without titles', async () => {
  const { host } = await scene();
  const colleague = await newMember(server, 'coach');
  await aTeamClinic(server, [colleague]);
  found = () => calendar(START);
  await connect(host);
  const day = isoFromInstant(START).slice(0, 10);
  const taken = [{ from: isoFromInstant(START), until: isoFromInstant(START + HOUR) }];
  const asTimes = (spans: unknown) =>
    (spans as { from: string; until: string }[]).map(({ from, until }) => ({
      from: isoFromInstant(Date.parse(from)),
      until: isoFromInstant(Date.parse(until)),
    }));
  const mine = await ask(`team-calendar?from=${day}&until=${day}`, host);
  expect(asTimes(mine.json['taken'])).toEqual(taken);
  const theirs = await ask(`team-calendar?from=${day}&until=${day}&with=${host.person}`, colleague);
  const [other] = theirs.json['others'] as { taken: unknown }[];
  expect(asTimes(other!.taken)).toEqual(taken);
  const administrator = await newMember(server, 'administrator');
  const office = await ask(`team-calendar?person=${host.person}&from=${day}&until=${day}`, administrator);
  expect(asTimes(office.json['taken'])).toEqual(taken);
  for (const { json } of [mine, theirs, office]) expect(JSON.stringify(json)).not.toContain('Dentist');
});

test('every 15 minutes the calendar is read again, and removed events no longer block booking', async () => {
  const { host, offered } = await scene();
  found = () => calendar(START);
  await connect(host);
  expect((await schedule()).json).toEqual({ read: 0, failed: 0 });
  found = () => calendar(START + HOUR);
  await makeDue();
  expect((await schedule()).json).toEqual({ read: 1, failed: 0 });
  expect((await schedule()).json).toEqual({ read: 0, failed: 0 });
  const times = await offered();
  expect(times).toContain(START);
  expect(times).not.toContain(START + HOUR);
  expect(asked).toEqual([ADDRESS, ADDRESS]);
  const [row] = await sql(
    `select ask_after between now() + interval '14 minutes' and now() + interval '15 minutes' as later from private.busy_calendars`,
  );
  expect(row!['later']).toBe(true);
});

test('a calendar that can’t be read says so and blocks nothing, until it can be read again', async () => {
  const { host, offered } = await scene();
  found = () => calendar(START);
  await connect(host);
  found = () => {
    throw new CalendarProblem('unreachable');
  };
  await makeDue();
  expect((await schedule()).json).toEqual({ read: 0, failed: 1 });
  const first = (await own(host)).busy!;
  expect(first).toMatchObject({ problem: 'unreachable', failingSince: expect.any(String) });
  expect(await offered()).toContain(START);
  found = () => '<html>Sign in</html>';
  await makeDue();
  await schedule();
  expect((await own(host)).busy).toMatchObject({
    problem: 'not-a-calendar',
    failingSince: first.failingSince,
  });
  found = () => calendar(START);
  await makeDue();
  await schedule();
  expect((await own(host)).busy).toMatchObject({ problem: null, failingSince: null });
  expect(await offered()).not.toContain(START);
});

test('after a day without an answer its owner has an item on Today, until it answers again', async () => {
  const [host, colleague] = [(await scene()).host, await newMember(server, 'coach')];
  found = () => calendar();
  await connect(host);
  const titles = async (member: Member) =>
    ((await ask('team-today', member)).json['items'] as { title: string }[]).map(({ title }) => title);
  const since = (ago: string) =>
    sql(`update private.busy_calendars set problem = 'refused', failing_since = now() - $1::interval`, [ago]);
  await since('23 hours');
  expect(await titles(host)).not.toContain('Busy times not read');
  await since('25 hours');
  expect(await titles(host)).toContain('Busy times not read');
  expect(await titles(colleague)).not.toContain('Busy times not read');
  await makeDue();
  await schedule();
  expect(await titles(host)).not.toContain('Busy times not read');
});

test('an address that can’t be read is refused right away and not stored', async () => {
  const { host } = await scene();
  found = () => {
    throw new CalendarProblem('bad-address');
  };
  expect(await connect(host)).toEqual({
    status: 400,
    json: {
      code: 'invalid_input',
      message:
        'address: This address isn’t one of a calendar on the internet. It has to start with https://.',
    },
  });
  expect((await own(host)).busy).toBeNull();
});

test.each([
  'http://calendar.example.com/a.ics',
  'calendar.example.com',
  '',
  'https://',
  'https://a b',
  'https://u:p@a.example/',
])('the address %j is asked for nothing', async (address) => {
  const { host } = await scene();
  expect((await connect(host, address)).status).toBe(400);
  expect(asked).toEqual([]);
});

test('an address for calendar programs is the same over https', async () => {
  const { host } = await scene();
  found = () => calendar();
  expect((await connect(host, 'webcal://calendar.example.com/a.ics')).status).toBe(200);
  expect(asked).toEqual(['https://calendar.example.com/a.ics']);
});

test('the address is never shown again, and ‘Disconnect’ deletes everything about it', async () => {
  const { host, offered } = await scene();
  found = () => calendar(START);
  const connected = await connect(host);
  expect(JSON.stringify(connected.json)).not.toContain('private-1234');
  expect(JSON.stringify(await own(host))).not.toContain('private-1234');
  await ask('team-own-calendar', host, { action: 'disconnect' });
  expect((await own(host)).busy).toBeNull();
  expect(await sql('select from private.busy_times where person_id = $1', [host.person])).toEqual([]);
  expect(await offered()).toContain(START);
  const lines = await sql(
    `select action from public.audit_log where kind = 'team_busy_calendar' and actor_id = $1 order by id`,
    [host.person],
  );
  expect(lines.map(({ action }) => action)).toEqual(['insert', 'delete']);
});

test('an address that was changed while the old one was read keeps the new one’s times', async () => {
  const { host, offered } = await scene();
  found = () => calendar(START);
  await connect(host);
  await makeDue();
  const [due] = await sql('select public.lease_busy_calendar(60) as due');
  found = () => calendar(START + HOUR);
  await connect(host, 'https://calendar.example.com/other.ics');
  const { person, lease } = due!['due'] as { person: string; lease: string };
  await sql(`select public.settle_busy_calendar($1, $2, 'refused', 0, '[]')`, [person, lease]);
  expect((await own(host)).busy!.problem).toBeNull();
  expect(await offered()).not.toContain(START + HOUR);
});

test('two servers never read one calendar at the same time', async () => {
  const { host } = await scene();
  found = () => calendar();
  await connect(host);
  await makeDue();
  const leases = await Promise.all([1, 2, 3].map(() => sql('select public.lease_busy_calendar(60) as due')));
  expect(leases.filter(([row]) => row!['due'] !== null)).toHaveLength(1);
});

test('administrators and patients have no feed here and no busy times', async () => {
  for (const who of [await newMember(server, 'administrator'), await newPatient(server)])
    expect((await ask('team-own-calendar', who, { action: 'connect', address: ADDRESS })).status).toBe(403);
  expect(asked).toEqual([]);
});

test('on Deno, a private address is refused by the same rules', async () => {
  const supabase = await startTestServer({}, { deployment: 'supabase' });
  const deno = await serveWithDeno('team-own-calendar', supabase);
  try {
    const { token } = await newMember(supabase, 'coach');
    const answer = await fetch(deno.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ action: 'connect', address: 'https://127.0.0.1/a.ics' }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { code: 'invalid_input', message: expect.stringContaining('isn’t one of a calendar on the internet') },
    ]);
  } finally {
    await deno.stop();
    await supabase.stop();
  }
});
