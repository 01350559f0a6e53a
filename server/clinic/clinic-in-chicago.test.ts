import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { logFile } from '../../domain/audit/log-file.ts';
import { usualHours } from '../../domain/coach/clinic-hours.ts';
import { replyTo } from '../../domain/coach/reply-time.ts';
import type { ExportMyDataAnswer } from '../../domain/contracts/patient/export-my-data.ts';
import { SendMessageAnswer } from '../../domain/contracts/patient/send-message.ts';
import type { Slot } from '../../domain/contracts/patient/fetch-appointment-slots.ts';
import type { TeamAccessLog } from '../../domain/contracts/team/team-access-log.ts';
import type { TeamSession } from '../../domain/contracts/team/team-session.ts';
import type { TeamToday } from '../../domain/contracts/team/team-today.ts';
import { JOURNEY } from '../../domain/journey/definition.ts';
import { stepsOf } from '../../domain/journey/outline.ts';
import { addDays } from '../../domain/time/day.ts';
import { DAY, instantFromIso, MINUTE } from '../../domain/time/instant.ts';
import { instantOf, localDate, localDateTime } from '../../domain/time/local.ts';
import { daysAhead } from '../../supabase/tests/functions/testing/clinic.ts';
import { codeFor } from '../../supabase/tests/functions/testing/leaving.ts';
import { aTeamClinic, times } from '../../supabase/tests/functions/testing/team-calls.ts';
import { newPatient, type Patient } from '../testing/patient.ts';
import { newMember, type Member } from '../testing/team.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

// A clinic in Chicago, and patients whose devices never reported a zone. What they see or get, and what is
// due for them, follows the clinic's clock.
const CHICAGO = 'America/Chicago';
const ELSEWHERE = /UTC|GMT|Universal|Eastern|Kingdom/;

let server: TestServer;
let [coach, admin]: Member[] = [];
beforeAll(async () => {
  server = await startTestServer();
  await sql(`insert into public.clinic_settings (name, value) values ('clinicTimeZone', $1)`, [CHICAGO]);
  [coach, admin] = [await newMember(server, 'coach'), await newMember(server, 'administrator')];
  await sql('update public.care_team set time_zone = $1', [CHICAGO]);
});
afterAll(() => server.stop());

const sql = async (text: string, values: unknown[] = []) => (await server.database.query(text, values)).rows;

/** Calls the function, without the device's zone unless one is given. */
async function ask<Answer>(name: string, token: string, body?: object, device?: string): Promise<Answer> {
  const response = await fetch(`${server.url}/functions/v1/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(device && { 'x-client-timezone': device }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  expect(response.status, JSON.stringify(answer)).toBe(200);
  return answer as Answer;
}

async function somePatient(): Promise<Patient> {
  const patient = await newPatient(server);
  await sql(
    `update public.customers set sms_consent = true, customer_phone = '+15550100199' where user_id = $1`,
    [patient.id],
  );
  const [row] = await sql('select time_zone from public.customers where user_id = $1', [patient.id]);
  expect(row).toEqual({ time_zone: null });
  return patient;
}

type Message = { key: string; channel: string; words: string; files: string };
const messagesTo = ({ id }: Patient) =>
  sql(
    `select key, channel, concat_ws(' ', subject, body_text, body_html) as words,
       coalesce((select string_agg(file ->> 'content', '')
         from jsonb_array_elements(attachments) as file), '') as files
     from public.outbox where user_id = $1 order by created_at`,
    [id],
  ) as Promise<Message[]>;

test('emails, texts and calendar files about a call name the clinic’s time, however it was booked or changed', async () => {
  const patient = await somePatient();
  const clinic = await aTeamClinic(server, [coach!]);
  const [booked, moved] = [daysAhead(3, '10:00', CHICAGO), daysAhead(4, '14:30', CHICAGO)];
  const { id } = await ask<{ id: string }>('team-calls', coach!.token, {
    action: 'book',
    patientId: patient.id,
    appointmentType: clinic.slug,
    ...times(booked),
  });
  await ask('team-calls', coach!.token, { action: 'move', id, ...times(moved) });
  await ask('team-calls', coach!.token, { action: 'cancel', id, words: 'We are closed that day.' });
  await ask('schedule-appointment', patient.token, { appointmentType: clinic.slug, ...times(booked) });

  const messages = await messagesTo(patient);
  const timed = messages.filter(({ words }) => /\d [ap]m/.test(words));
  expect(timed.map(({ channel }) => channel)).toEqual(expect.arrayContaining(['email', 'sms']));
  expect(timed.length).toBeGreaterThan(8);
  for (const { key, words } of timed) {
    expect(words, key).toMatch(/(?:10:00 am|2:30 pm) Central Time/);
  }
  for (const { key, words, files } of messages) expect(words + files, key).not.toMatch(ELSEWHERE);
  // A calendar file contains the moment itself, which each calendar shows in its own zone.
  expect(messages.filter(({ files }) => files.includes('BEGIN:VEVENT')).length).toBeGreaterThan(3);
});

test('the zone that a patient selected wins over their browser’s, theirs over what staff set, and the clinic’s is the last', async () => {
  const patient = await somePatient();
  const clinic = await aTeamClinic(server, [coach!]);
  let days = 2;
  const zoneOfNextCall = async () => {
    days += 1;
    await ask('team-calls', coach!.token, {
      action: 'book',
      patientId: patient.id,
      appointmentType: clinic.slug,
      ...times(daysAhead(days, '16:00', CHICAGO)),
    });
    const booked = (await messagesTo(patient)).findLast(({ key }) => key.startsWith('booked:'))!;
    return /\d [ap]m ([A-Z][A-Za-z ]+ Time)/.exec(booked.words)?.[1];
  };
  const keep = async (p_zone: string | null, p_chosen = false) =>
    expect(await patient.client.rpc('keep_my_time_zone', { p_zone, p_chosen })).toMatchObject({
      error: null,
    });

  expect(await zoneOfNextCall()).toBe('Central Time');
  await ask('team-care', coach!.token, { action: 'set-time-zone', id: patient.id, zone: 'America/Denver' });
  expect(await zoneOfNextCall(), 'set by staff').toBe('Mountain Time');
  await keep('Asia/Tokyo');
  expect(await zoneOfNextCall(), 'a visit').toBe('Japan Standard Time');
  await keep('America/Los_Angeles');
  expect(await zoneOfNextCall(), 'a visit elsewhere').toBe('Pacific Time');
  await keep('Europe/London', true);
  await keep('Asia/Tokyo');
  expect(await zoneOfNextCall(), 'a selection, whatever is visited from').toBe('United Kingdom Time');
  await keep(null, true);
  await keep('Asia/Tokyo');
  expect(await zoneOfNextCall(), 'following the device again').toBe('Japan Standard Time');
});

test('a browser that reports UTC does not say where the patient is: their last known zone stays, else the clinic’s', async () => {
  const patient = await somePatient();
  const { slug } = await aTeamClinic(server, [coach!]);
  const stored = async () =>
    (await sql('select time_zone, time_zone_by from public.customers where user_id = $1', [patient.id]))[0];
  const visit = async (p_zone: string) =>
    expect(await patient.client.rpc('keep_my_time_zone', { p_zone })).toMatchObject({ error: null });
  let days = 2;
  async function zoneOfBookingFrom(device: string) {
    days += 1;
    const call = times(daysAhead(days, '11:00', CHICAGO));
    await ask('schedule-appointment', patient.token, { appointmentType: slug, ...call }, device);
    const { words } = (await messagesTo(patient)).findLast(({ key }) => key.startsWith('booked:'))!;
    return /\d [ap]m ([A-Z][A-Za-z ]+ Time)/.exec(words)?.[1];
  }

  for (const device of ['UTC', 'GMT', 'Etc/UTC', 'Etc/GMT+5']) {
    await visit(device);
    expect(await stored(), device).toEqual({ time_zone: null, time_zone_by: null });
  }
  expect(await zoneOfBookingFrom('UTC')).toBe('Central Time');
  await visit('America/Denver');
  await visit('Etc/UTC');
  expect(await stored()).toEqual({ time_zone: 'America/Denver', time_zone_by: 'browser' });
  expect(await zoneOfBookingFrom('Etc/UTC')).toBe('Mountain Time');
  expect(await zoneOfBookingFrom('America/Los_Angeles')).toBe('Pacific Time');

  const chosen = { p_zone: 'Etc/GMT', p_chosen: true };
  expect(await patient.client.rpc('keep_my_time_zone', chosen)).toMatchObject({ error: null });
  await visit('America/Denver');
  expect(await stored(), 'a patient keeps what they select').toEqual({
    time_zone: 'Etc/GMT',
    time_zone_by: 'patient',
  });
});

test('a message about a call names the zone that holds when it is sent, not the one of the booking', async () => {
  const patient = await somePatient();
  const { slug } = await aTeamClinic(server, [coach!]);
  const [byTeam, byPatient] = [daysAhead(3, '13:00', CHICAGO), daysAhead(4, '13:00', CHICAGO)];
  const book = (start: number) =>
    ask<{ id: string }>('team-calls', coach!.token, {
      action: 'book',
      patientId: patient.id,
      appointmentType: slug,
      ...times(start),
    });
  const [first, second] = [await book(byTeam), await book(byPatient)];
  const move = (zone: string) =>
    sql(`update public.clinic_settings set value = $1 where name = 'clinicTimeZone'`, [zone]);
  await move('America/Denver');
  onTestFinished(async () => void (await move(CHICAGO)));
  await ask('team-calls', coach!.token, { action: 'cancel', id: first.id, words: 'We are closed that day.' });
  await ask('cancel-appointment', patient.token, { appointmentId: second.id });

  const sent = await messagesTo(patient);
  const about = (kind: string) => sent.filter(({ key }) => key.startsWith(kind));
  for (const { words } of about('booked:')) expect(words).toContain('1:00 pm Central Time');
  const canceled = about('cancelled:');
  expect(canceled.filter(({ channel }) => channel === 'email')).toHaveLength(2);
  for (const { words } of canceled) expect(words).toContain('12:00 pm Mountain Time');
});

test('bookable times, the download and the account deletion day are in the clinic’s zone', async () => {
  const patient = await somePatient();
  const { slug } = await aTeamClinic(server, [coach!]);
  const day = addDays(localDate(Date.now(), CHICAGO), 3);
  const slots = await ask<Slot[]>(
    `fetch-appointment-slots?appointmentType=${slug}&searchFrom=${day}T00:00:00Z&searchUntil=${addDays(day, 1)}T06:00:00Z`,
    patient.token,
  );
  expect(slots.length).toBeGreaterThan(0);
  for (const { start_time: startTime, userTime } of slots)
    expect(userTime).toBe(localDateTime(instantFromIso(startTime), CHICAGO));

  await sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent) values ($1, '{pain}', 'mild', current_date - 1, false)`,
    [patient.id],
  );
  const { content } = await ask<ExportMyDataAnswer>('export-my-data', patient.token, { format: 'csv' });
  expect(content).toContain('Time (Central Time)');
  expect(content).not.toMatch(ELSEWHERE);

  await ask('request-account-deletion', patient.token, { confirmation: 'DELETE' });
  await ask('confirm-account-deletion', patient.token, { code: await codeFor(server.database, patient) });
  const leaving = (await messagesTo(patient)).at(-1)!;
  expect(leaving.words).toMatch(/\d [ap]m Central Time/);
  expect(leaving.words).not.toMatch(ELSEWHERE);
});

test('the promise to reply, the FHIR record and the file of the access log are by the clinic’s clock', async () => {
  const patient = await somePatient();
  const before = Date.now();
  const { dueAt } = SendMessageAnswer.parse(
    await ask('send-message', patient.token, { topic: 'The kit', text: 'How long does it take?' }),
  );
  const promised = replyTo(before, usualHours(CHICAGO)).by;
  expect(instantFromIso(dueAt!) - promised).toBeGreaterThanOrEqual(0);
  expect(instantFromIso(dueAt!) - promised).toBeLessThan(MINUTE);

  const { content } = await ask<ExportMyDataAnswer>('export-my-data', patient.token, { format: 'fhir' });
  expect(content).not.toMatch(ELSEWHERE);

  const { timeZone } = await ask<TeamSession>('team-session', admin!.token);
  const { lines } = await ask<TeamAccessLog>(`team-access-log?patient=${patient.id}`, admin!.token);
  const file = logFile(lines, timeZone, before);
  expect(file).toContain('Time (Central Time)');
  expect(file).not.toMatch(ELSEWHERE);
});

test('due times follow the clinic’s hours, and a kit is late from the clinic’s midnight', async () => {
  const patient = await somePatient();
  const sentOn = addDays(localDate(Date.now(), CHICAGO), -12);
  await sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent) values ($1, '{pain}', 'mild', current_date - 1, false)`,
    [patient.id],
  );
  await sql(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons) values ($1, 1, '{}', 'stop', '{}')`,
    [patient.id],
  );
  await ask('team-care', coach!.token, { action: 'send-kit', id: patient.id });
  await ask('team-kits', admin!.token, {
    id: patient.id,
    trackingUrl: 'https://carrier.example/1',
    sentOn,
    seen: null,
  });

  const shown = async (who: Member) =>
    (await ask<TeamToday>('team-today', who.token)).items.filter((item) => item.patient?.id === patient.id);
  const items = await shown(coach!);
  expect(items.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Symptoms reported', 'Safety check to review']),
  );
  for (const { title, dueAt } of items) {
    const time = localDateTime(instantFromIso(dueAt), CHICAGO).slice(11);
    expect(time >= '08:00' && time <= '22:00', `${title} at ${time}`).toBe(true);
  }
  const end = items.find(({ rule }) => rule === 'safety-check')!.dueAt;
  expect(localDateTime(instantFromIso(end), CHICAGO)).toMatch(/T22:00$/);

  const [late] = await shown(admin!);
  expect(late).toMatchObject({ title: 'Kit late' });
  expect(instantFromIso(late!.since)).toBe(instantOf(addDays(sentOn, 8), '00:00', CHICAGO));
});

test('a reminder waits for the patient’s morning, which is the clinic’s', async () => {
  const patient = await somePatient();
  for (const { stage, phase } of JOURNEY.slice(0, 2).flatMap(stepsOf))
    await sql('insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, $2, $3)', [
      patient.id,
      phase.id,
      stage.number,
    ]);
  await sql('update public.customers set testing_reminders = true where user_id = $1', [patient.id]);
  await sql(`insert into public.periods (user_id, day, kind) values ($1, $2, 'period')`, [
    patient.id,
    addDays(localDate(Date.now(), CHICAGO), -1),
  ]);
  await ask('send-cycle-reminders', server.keys.serviceRoleKey, {});
  const [next] = await sql(
    'select private.epoch_ms(look_after) as at from private.cycle_reminder_looks where user_id = $1',
    [patient.id],
  );
  const at = Number(next!['at']);
  expect(localDateTime(at, CHICAGO)).toMatch(/T08:00$/);
  expect(at - Date.now()).toBeLessThan(DAY + MINUTE);
});
