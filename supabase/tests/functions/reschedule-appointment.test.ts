import { expect } from 'vitest';
import { ScheduledAppointment } from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { isoFromInstant, MINUTE, type Instant } from '../../../domain/time/instant.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { calendarOf, calendarTime } from './testing/calendar.ts';
import { changeTests } from './testing/changes.ts';
import { aClinic, assignCoach, daysAhead, keepCall, type Clinic } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const START = daysAhead(3, '10:00');
const LATER = daysAhead(4, '14:30');
const TAKEN = { status: 409, json: { code: 'slot_taken' } };
/** A moment in PostgreSQL's format. */
const stored = (instant: Instant) => isoFromInstant(instant).replace('T', ' ').replace('.000Z', '+00');
const times = (startsAt: Instant, minutes = 30) => ({
  startTime: isoFromInstant(startsAt),
  endTime: isoFromInstant(startsAt + minutes * MINUTE),
});

inBothDeployments('reschedule-appointment', (deployment) => {
  const move = ({ token }: Patient, appointmentId: string, startsAt: Instant, headers = {}) =>
    deployment.call({ body: { appointmentId, ...times(startsAt) }, token, headers });
  const booked = async (choices = {}) => {
    const { database } = deployment.server();
    const [clinic, patient] = [await aClinic(database, choices), await deployment.patient()];
    return { clinic, patient, id: await keepCall(database, patient, { clinic, startsAt: START }) };
  };
  const keep = async (clinic: Clinic, startsAt: Instant, host = 0) => {
    const patient = await deployment.patient();
    return { patient, id: await keepCall(deployment.server().database, patient, { clinic, startsAt, host }) };
  };
  const callsOf = (patient: Patient) => deployment.rows<Record<string, unknown>>('appointments', patient);
  const messagesOf = (patient: Patient) => deployment.rows<Record<string, string>>('outbox', patient);

  test('a moved call is the same call at another time, in the zone of the browser that moved it', async () => {
    const { clinic, patient, id } = await booked({ buffer: 15 });
    const answer = await move(patient, id, LATER, { 'x-client-timezone': 'Asia/Kolkata' });
    expect(answer.status).toBe(200);
    expect(ScheduledAppointment.parse(answer.json)).toMatchObject({
      id,
      status: 'booked',
      ...times(LATER),
    });
    expect(await callsOf(patient)).toMatchObject([
      {
        id,
        host_id: clinic.hostIds[0],
        starts_at: stored(LATER),
        busy_until: stored(LATER + 45 * MINUTE),
        time_zone: 'Asia/Kolkata',
        sequence: 1,
        status: 'booked',
      },
    ]);
    await keep(clinic, START);
  });

  test('a call with someone else goes to the own coach when it moves, stays if only its host is free, and goes to no stranger', async () => {
    const { database } = deployment.server();
    const hostAfter = async (taken: number[], body = {}) => {
      const { clinic, patient, id } = await booked({ hosts: 3 });
      await assignCoach(database, patient, clinic.hostIds[1]);
      for (const host of taken) await keep(clinic, LATER, host);
      const host = 'host' in body ? { host: clinic.hostIds[2] } : {};
      const answer = await deployment.call({
        body: { appointmentId: id, ...times(LATER), ...host },
        token: patient.token,
      });
      const [call] = await callsOf(patient);
      return answer.status === 200 ? clinic.hostIds.indexOf(String(call!['host_id'])) : answer.status;
    };
    expect(await hostAfter([])).toBe(1);
    expect(await hostAfter([1])).toBe(0);
    expect(await hostAfter([0, 1])).toBe(409);
    expect(await hostAfter([0, 1], { host: 'the third' })).toBe(2);
  });

  test('patient and host get the same UID and a higher SEQUENCE, and reminders for the new time', async () => {
    const { patient, id } = await booked();
    await move(patient, id, LATER, { 'x-client-timezone': 'Europe/London' });
    const messages = await messagesOf(patient);
    expect(messages.map(({ key }) => key!.split(':')[0]!).toSorted()).toEqual([
      'day-before',
      'moved',
      'moved-host',
      'starting',
    ]);
    for (const message of messages) expect(message['appointment_sequence']).toBe(1);
    for (const name of ['moved:', 'moved-host:']) {
      const message = messages.find(({ key }) => key!.startsWith(name))!;
      expect(calendarOf(message)).toMatchObject({
        METHOD: 'REQUEST',
        UID: id,
        SEQUENCE: '1',
        DTSTART: calendarTime(LATER),
        DTEND: calendarTime(LATER + 30 * MINUTE),
      });
    }
    expect(messages.find(({ key }) => key!.startsWith('moved:'))).toMatchObject({
      subject: 'Your call has a new time',
      body_text: expect.stringContaining('2:30 pm'),
    });
  });

  test('a call can move by half an hour, into time it partly has', async () => {
    const { patient, id } = await booked({ buffer: 15 });
    expect((await move(patient, id, START + 30 * MINUTE)).status).toBe(200);
    expect((await move(patient, id, START)).status).toBe(200);
    expect(await callsOf(patient)).toMatchObject([{ starts_at: stored(START), sequence: 2 }]);
  });

  test('the familiar host comes first, and if another takes over both hosts are told', async () => {
    const { clinic, patient, id } = await booked({ hosts: 2 });
    await move(patient, id, LATER);
    expect(await callsOf(patient)).toMatchObject([{ host_id: clinic.hostIds[0] }]);
    const other = LATER + 60 * MINUTE;
    await keep(clinic, other);
    expect((await move(patient, id, other)).status).toBe(200);
    expect(await callsOf(patient)).toMatchObject([{ host_id: clinic.hostIds[1], sequence: 2 }]);
    const toHosts = (await messagesOf(patient)).filter(
      (message) => message['key']!.includes('-host:') && Number(message['appointment_sequence']) === 2,
    );
    expect(
      toHosts.map(calendarOf).map(({ METHOD, DTSTART, SEQUENCE }) => ({ METHOD, DTSTART, SEQUENCE })),
    ).toEqual(
      expect.arrayContaining([
        { METHOD: 'CANCEL', DTSTART: calendarTime(LATER), SEQUENCE: '2' },
        { METHOD: 'REQUEST', DTSTART: calendarTime(other), SEQUENCE: '2' },
      ]),
    );
  });

  test('a patient who does not get the new time keeps the old one', async () => {
    const { clinic, patient, id } = await booked();
    await keep(clinic, LATER);
    expect(await move(patient, id, LATER)).toMatchObject(TAKEN);
    expect(await callsOf(patient)).toMatchObject([
      { starts_at: stored(START), sequence: 0, status: 'booked' },
    ]);
    expect(await messagesOf(patient)).toEqual([]);
  });

  test('of ten calls that move to one time at once, one gets it and nine stay', async () => {
    const { database } = deployment.server();
    const clinic = await aClinic(database, { hosts: 1 });
    const calls = await Promise.all(
      Array.from({ length: 10 }, (_, at) => keep(clinic, START + at * 30 * MINUTE)),
    );
    const answers = await Promise.all(calls.map(({ patient, id }) => move(patient, id, LATER)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const rows = (await Promise.all(calls.map(({ patient }) => callsOf(patient)))).flat();
    expect(rows.filter(({ sequence }) => sequence === 0)).toHaveLength(9);
    expect(new Set(rows.map((row) => String(row['starts_at']))).size).toBe(10);
  });

  test('hosts who swap times do not wait for each other', async () => {
    const clinic = await aClinic(deployment.server().database, { hosts: 2 });
    const at = (hours: number) => START + hours * 60 * MINUTE;
    const [one, other] = [await keep(clinic, at(0), 0), await keep(clinic, at(1), 1)];
    await keep(clinic, at(1), 0);
    await keep(clinic, at(0), 1);
    const free = [daysAhead(5, '09:00'), daysAhead(5, '11:00')] as const;
    const answers = await Promise.all([
      ...[one, other].map(({ patient, id }) => move(patient, id, free[0])),
      ...Array.from({ length: 6 }, (_, turn) =>
        move(turn % 2 ? one.patient : other.patient, turn % 2 ? one.id : other.id, free[turn % 2]!),
      ),
    ]);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('a repeat returns the call and changes nothing', async () => {
    const { patient, id } = await booked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => move(patient, id, LATER)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect((await move(patient, id, LATER)).status).toBe(200);
    expect(await callsOf(patient)).toMatchObject([{ sequence: 1 }]);
    expect(await messagesOf(patient)).toHaveLength(4);
  });

  test('a canceled call stays canceled', async () => {
    const { patient, id } = await booked();
    await deployment
      .server()
      .database.query(`update public.appointments set status = 'cancelled' where id = $1`, [id]);
    expect(await move(patient, id, LATER)).toMatchObject({
      status: 409,
      json: { code: 'appointment_changed' },
    });
  });

  test.each([
    ['in the past', () => daysAhead(-1, '10:00')],
    ['within the notice', () => Math.ceil(Date.now() / (30 * MINUTE)) * 30 * MINUTE],
    ['beyond the horizon', () => daysAhead(61, '10:00')],
    ['off the grid', () => LATER + 7 * MINUTE],
    ['outside the host’s hours', () => daysAhead(4, '07:30')],
  ])('a time %s is refused', async (_, startsAt) => {
    const { patient, id } = await booked();
    expect(await move(patient, id, startsAt())).toMatchObject(TAKEN);
    expect(await callsOf(patient)).toMatchObject([{ starts_at: stored(START), sequence: 0 }]);
  });

  test('a call has the length of its type', async () => {
    const { patient, id } = await booked();
    const body = { appointmentId: id, ...times(LATER, 120) };
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'endTime: This call takes 30 minutes' },
    });
  });

  test('a moment past the year 9999 is refused', async () => {
    const { patient, id } = await booked();
    const body = { appointmentId: id, ...times(LATER), startTime: '9999-12-31T23:59:59-01:00' };
    expect(await deployment.call({ body, token: patient.token })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'startTime: Please enter a date before the year 10000' },
    });
  });

  changeTests(deployment, (appointmentId) => ({ appointmentId, ...times(LATER) }));
});
