import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { ScheduledAppointment } from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { DAY, instantFromIso, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { aClinic, assignCoach, bookingOf, daysAhead, keepCall } from './testing/clinic.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { type Answer, inBothDeployments, test } from './testing/deployments.ts';

const TAKEN = {
  status: 409,
  json: {
    code: 'slot_taken',
    message: 'This time is no longer available. Please select another one.',
  },
};
const START = daysAhead(3, '10:00');
const idOf = ({ json }: Answer) => (json as { id: string }).id;

inBothDeployments('schedule-appointment', (deployment) => {
  const clinicWith = (choices = {}) => aClinic(deployment.server().database, choices);
  const book = (patient: Patient, body: unknown, headers: Record<string, string> = {}) =>
    deployment.call({ body, token: patient.token, headers });
  const callsOf = (patient: Patient) => deployment.rows<Record<string, string>>('appointments', patient);
  const messagesOf = (patient: Patient) => deployment.rows<Record<string, string>>('outbox', patient);

  test('a booking returns the call, and the call is stored as the clinic works', async () => {
    const clinic = await clinicWith({ buffer: 15 });
    const patient = await deployment.patient();
    const answer = await book(patient, bookingOf(clinic, START), { 'x-client-timezone': 'Asia/Kolkata' });
    expect(answer.status).toBe(200);
    const { id } = ScheduledAppointment.parse(answer.json);
    expect(answer.json).toEqual({
      id,
      name: 'Initial Consultation',
      startTime: isoFromInstant(START),
      endTime: isoFromInstant(START + 30 * MINUTE),
      appointmentType: clinic.slug,
      interactionType: 'video_call',
      hostName: 'Marisol Vega',
      joinUrl: null,
      changeableUntil: isoFromInstant(START - 60 * MINUTE),
      status: 'booked',
    });
    const [row, ...more] = await callsOf(patient);
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      id,
      host_id: clinic.hostIds[0],
      time_zone: 'Asia/Kolkata',
      sequence: 0,
      submission_id: null,
    });
    expect(instantFromIso(row!['busy_until']!.replace(' ', 'T').replace(/\+00$/, 'Z'))).toBe(
      START + 45 * MINUTE,
    );
  });

  const ownCoach = async () => {
    const clinic = await clinicWith({ hosts: 3 });
    const patient = await deployment.patient();
    await assignCoach(deployment.server().database, patient, clinic.hostIds[2]);
    const hostOf = async () => clinic.hostIds.indexOf((await callsOf(patient))[0]?.['host_id'] ?? '');
    return { clinic, patient, hostOf };
  };

  test('a patient is booked with their own coach, even if others are free', async () => {
    const { clinic, patient, hostOf } = await ownCoach();
    // The patient's own coach has the most calls that day, so anyone else would come first.
    for (const time of ['12:00', '13:00'])
      await keepCall(deployment.server().database, await deployment.patient(), {
        clinic,
        host: 2,
        startsAt: daysAhead(3, time),
      });
    expect((await book(patient, bookingOf(clinic, START))).status).toBe(200);
    expect(await hostOf()).toBe(2);
  });

  test('a patient whose own coach is busy is booked with no one else, unless they selected that person', async () => {
    const { clinic, patient, hostOf } = await ownCoach();
    await keepCall(deployment.server().database, await deployment.patient(), {
      clinic,
      host: 2,
      startsAt: START,
    });
    expect(await book(patient, bookingOf(clinic, START))).toMatchObject(TAKEN);
    const selected = { ...bookingOf(clinic, START), host: clinic.hostIds[1] };
    expect((await book(patient, selected)).status).toBe(200);
    expect(await hostOf()).toBe(1);
  });

  test('only the selected person is booked, and only if they take such calls', async () => {
    const { clinic, patient } = await ownCoach();
    const other = await clinicWith();
    await keepCall(deployment.server().database, await deployment.patient(), {
      clinic,
      host: 1,
      startsAt: START,
    });
    for (const host of [clinic.hostIds[1], other.hostIds[0], randomUUID()])
      expect(await book(patient, { ...bookingOf(clinic, START), host })).toMatchObject(TAKEN);
    expect(await book(patient, { ...bookingOf(clinic, START), host: 'Marisol' })).toMatchObject({
      status: 400,
      json: { message: 'host: Please select a person' },
    });
    expect(await callsOf(patient)).toEqual([]);
  });

  test('while their own coach is away, a patient is booked with a colleague', async () => {
    const { clinic, patient, hostOf } = await ownCoach();
    await deployment
      .server()
      .database.query(
        `insert into public.absences (host_id, starts_at, ends_at) values ($1, $2::timestamptz, $2::timestamptz + interval '1 day')`,
        [clinic.hostIds[2], isoFromInstant(START)],
      );
    expect((await book(patient, bookingOf(clinic, START))).status).toBe(200);
    expect([0, 1]).toContain(await hostOf());
  });

  test('a zone that the patient selected wins over the zone of their device', async () => {
    const clinic = await clinicWith();
    const patient = await deployment.patient();
    await deployment
      .server()
      .database.query(
        `update public.customers set time_zone = 'America/Denver', time_zone_by = 'patient' where user_id = $1`,
        [patient.id],
      );
    await book(patient, bookingOf(clinic, START), { 'x-client-timezone': 'Asia/Kolkata' });
    expect(await callsOf(patient)).toMatchObject([{ time_zone: 'America/Denver' }]);
    const bodies = (await messagesOf(patient)).map(({ body_text }) => body_text);
    expect(bodies).toContainEqual(expect.stringContaining('Mountain Time'));
    expect(bodies.join()).not.toContain('India');
  });

  test('confirmation, reminders and the host’s email are written with it, in the patient’s zone', async () => {
    const patient = await deployment.patient();
    const clinic = await clinicWith();
    await book(patient, bookingOf(clinic, START), { 'x-client-timezone': 'Asia/Kolkata' });
    const messages = await messagesOf(patient);
    expect(messages.map(({ key, channel }) => `${key!.split(':')[0]} ${channel}`).sort()).toEqual([
      'booked email',
      'booked-host email',
      'day-before email',
      'starting email',
    ]);
    const confirmation = messages.find(({ key }) => key!.startsWith('booked:'))!;
    expect(confirmation).toMatchObject({
      subject: 'Your call is booked',
      body_text: expect.stringContaining('3:30 pm India Standard Time'),
      attachments: [{ filename: 'call.ics', content: expect.stringContaining('METHOD:REQUEST') }],
    });
    const { rows } = await deployment
      .server()
      .database.query('select room from public.appointments where user_id = $1', [patient.id]);
    expect(JSON.stringify(messages)).not.toContain(rows[0]!['room']);
    // On Supabase, a function can't sign unless it has the project's secret.
    const wayIn =
      deployment.kind === 'embedded'
        ? /\/call\/ey[\w-]+\.[\w-]+\.[\w-]+$/m
        : /^http:\/\/localhost:3000\/team$/m;
    expect(messages.find(({ key }) => key!.startsWith('booked-host:'))!['body_text']).toMatch(wayIn);
  });

  test('with consent and a number, texts are written too', async () => {
    const patient = await deployment.patient();
    await deployment
      .server()
      .database.query(
        `update public.customers set sms_consent = true, customer_phone = '+1 555 010 0199' where user_id = $1`,
        [patient.id],
      );
    await book(patient, bookingOf(await clinicWith(), START));
    const texts = (await messagesOf(patient)).filter(({ channel }) => channel === 'sms');
    expect(texts.map(({ recipient }) => recipient)).toEqual(Array(3).fill('+15550100199'));
  });

  test('type, name and call type are the clinic’s, whatever the browser says', async () => {
    const patient = await deployment.patient();
    const clinic = await clinicWith({ interaction: 'phone_call' });
    const tampered = {
      ...bookingOf(clinic, START),
      appointmentTypeName: `Free call'); delete from appointments; --<script>`,
      interactionType: 'video_call',
    };
    for (const forged of [{ hostId: randomUUID() }, { userId: randomUUID() }, { status: 'cancelled' }])
      expect(await book(patient, { ...tampered, ...forged })).toMatchObject({ status: 400 });
    expect(await book(patient, tampered)).toMatchObject({
      status: 200,
      json: { name: 'Initial Consultation', interactionType: 'phone_call', status: 'booked' },
    });
    expect(JSON.stringify([await callsOf(patient), await messagesOf(patient)])).not.toContain('Free call');
  });

  test('the same booking sent again returns the same call', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith({ hosts: 3 })];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await book(patient, bookingOf(clinic, START), headers);
    expect(first.status).toBe(200);
    expect(await book(patient, bookingOf(clinic, START), headers)).toMatchObject({
      status: 200,
      json: first.json,
    });
    expect(await callsOf(patient)).toMatchObject([
      { id: idOf(first), submission_id: headers['Idempotency-Key'] },
    ]);
    expect(await messagesOf(patient)).toHaveLength(4);
  });

  test('twenty copies of a booking at the same moment are one call', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith({ hosts: 3 })];
    const headers = { 'Idempotency-Key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => book(patient, bookingOf(clinic, START), headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const calls = await callsOf(patient);
    expect(calls).toHaveLength(1);
    expect(new Set(answers.map(idOf))).toEqual(new Set([calls[0]!['id']]));
    expect(await messagesOf(patient)).toHaveLength(4);
  });

  test('the id of one booking does not book another', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith()];
    const headers = { 'Idempotency-Key': randomUUID() };
    await book(patient, bookingOf(clinic, START), headers);
    const reused = {
      status: 409,
      json: {
        code: 'submission_reused',
        message: 'Idempotency-Key: Another call was already booked with this id',
      },
    };
    expect(await book(patient, bookingOf(clinic, START + DAY), headers)).toMatchObject(reused);
    expect(await book(patient, bookingOf(clinic, START + 7 * MINUTE), headers)).toMatchObject(reused);
    expect(await callsOf(patient)).toHaveLength(1);
    const other = await deployment.patient();
    expect((await book(other, bookingOf(clinic, START + DAY), headers)).status).toBe(200);
  });

  test('a late repeat of a booking that was canceled does not book it again', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith()];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await book(patient, bookingOf(clinic, START), headers);
    await deployment
      .server()
      .database.query(`update public.appointments set status = 'cancelled' where id = $1`, [idOf(first)]);
    expect(await book(patient, bookingOf(clinic, START), headers)).toMatchObject({
      status: 200,
      json: { id: idOf(first), status: 'cancelled' },
    });
    expect(await callsOf(patient)).toHaveLength(1);
  });

  test('a slot goes to as many patients as there are hosts, and each host has one of them', async () => {
    const clinic = await clinicWith({ hosts: 3 });
    const patients = await Promise.all(Array.from({ length: 8 }, () => deployment.patient()));
    const answers = await Promise.all(patients.map((patient) => book(patient, bookingOf(clinic, START))));
    const losers = answers.filter(({ status }) => status !== 200);
    expect(losers).toMatchObject([TAKEN, TAKEN, TAKEN, TAKEN, TAKEN]);
    const rows = (await Promise.all(patients.map(callsOf))).flat();
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ host_id: host }) => host))).toEqual(new Set(clinic.hostIds));
  });

  test('a patient cannot be in two calls at once', async () => {
    const [patient, clinic, other] = [
      await deployment.patient(),
      await clinicWith({ hosts: 2 }),
      await clinicWith(),
    ];
    await keepCall(deployment.server().database, patient, { clinic: other, startsAt: START + 15 * MINUTE });
    expect(await book(patient, bookingOf(clinic, START))).toMatchObject(TAKEN);
    const both = await Promise.all([
      book(patient, bookingOf(clinic, START + DAY)),
      book(patient, bookingOf(clinic, START + DAY)),
    ]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test('instead of an unknown zone the clinic’s is kept', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith()];
    await book(patient, bookingOf(clinic, START), { 'x-client-timezone': `Mars/Olympus'; --` });
    expect(await callsOf(patient)).toMatchObject([{ time_zone: UNSET_CLINIC_ZONE }]);
  });

  test('before consent nothing is booked, and someone without a record is refused', async () => {
    const [patient, clinic] = [await deployment.patient({ consent: false }), await clinicWith()];
    expect(await book(patient, bookingOf(clinic, START))).toMatchObject({
      status: 403,
      json: { code: 'consent_required', message: 'Please accept the privacy terms first.' },
    });
    expect(await callsOf(patient)).toEqual([]);
    await closeRecord(deployment.server(), patient);
    expect(await book(patient, bookingOf(clinic, START))).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  test('a booking leaves an entry in the audit log', async () => {
    const [patient, clinic] = [await deployment.patient(), await clinicWith()];
    await book(patient, bookingOf(clinic, START));
    const { rows } = await deployment
      .server()
      .database.query(
        `select actor_id, action, kind from public.audit_log where subject_id = $1 and action = 'insert'`,
        [patient.id],
      );
    expect(rows).toEqual([{ actor_id: patient.id, action: 'insert', kind: 'appointments' }]);
  });

  const TYPE = { slug: 'access-booking' };
  beforeAll(async () => {
    const { database } = deployment.server();
    await database.query('update public.appointment_types set slug = $2 where slug = $1', [
      TYPE.slug,
      `call-${randomUUID()}`,
    ]);
    await aClinic(database, { ...TYPE, hosts: 2 });
  });
  patientAccessTests(deployment, { method: 'POST', body: bookingOf(TYPE, START) });
});
