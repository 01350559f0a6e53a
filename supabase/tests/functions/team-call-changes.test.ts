import { expect } from 'vitest';
import { TeamCallsAnswer } from '../../../domain/contracts/team/team-calls.ts';
import { MINUTE } from '../../../domain/time/instant.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { calendarOf, calendarTime } from './testing/calendar.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { aBookedCall, aTeamClinic, LATER, START, times } from './testing/team-calls.ts';

const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };
/** The same times as the database writes them. */
const stored = (startsAt: number) => {
  const { startTime, endTime } = times(startsAt);
  const written = (iso: string) => iso.replace('.000Z', '+00:00');
  return { startTime: written(startTime), endTime: written(endTime) };
};
const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };

inBothDeployments('team-calls', (deployment) => {
  const { sql, ask, assign } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const does = ({ token }: Member, body: object, headers = {}) => deployment.call({ token, body, headers });
  const booked = async () => {
    const patient = await deployment.patient();
    return { patient, ...(await aBookedCall(deployment.server(), patient)) };
  };
  const callsOf = (patient: Patient) => deployment.rows<Record<string, unknown>>('appointments', patient);
  const messagesOf = (patient: Patient) => deployment.rows<Record<string, string>>('outbox', patient);
  const messagesTo = async (patient: Patient) =>
    (await messagesOf(patient)).map(({ key }) => key!.split(':')[0]!).toSorted();
  const patientMoves = ({ token }: Patient, appointmentId: string, startsAt: number) =>
    ask('reschedule-appointment', { token } as Member, { appointmentId, ...times(startsAt) });

  test('a coach books for a patient: the same row, emails and calendar file as for the patient’s own booking', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const clinic = await aTeamClinic(deployment.server(), [coach], { buffer: 15 });
    const asked = { action: 'book', patientId: patient.id, appointmentType: clinic.slug, ...times(START) };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const answer = await does(coach, asked, headers);
    expect(answer.status).toBe(200);
    expect(TeamCallsAnswer.parse(answer.json)).toMatchObject({
      status: 'booked',
      host: { id: coach.person },
    });
    expect((await does(coach, asked, headers)).json).toEqual(answer.json);
    const [call] = await callsOf(patient);
    expect(await callsOf(patient)).toHaveLength(1);
    expect(call).toMatchObject({ host_id: coach.person, sequence: 0, status: 'booked' });
    expect(await messagesTo(patient)).toEqual(['booked', 'booked-host', 'day-before', 'starting']);
    const mail = (await messagesOf(patient)).find(({ key }) => key!.startsWith('booked:'));
    expect(calendarOf(mail)).toMatchObject({
      METHOD: 'REQUEST',
      SEQUENCE: '0',
      DTSTART: calendarTime(START),
    });
    const [line] = await sql(
      `select actor_name, staff_role from public.audit_log where subject_id = $1 and kind = 'appointments' and action = 'insert'`,
      [patient.id],
    );
    expect(line).toEqual({ actor_name: 'The coach', staff_role: 'coach' });
  });

  test('the team cannot book what the patient could not', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const clinic = await aTeamClinic(deployment.server(), [coach]);
    const book = (startsAt: number, minutes = 30, patientId = patient.id) =>
      does(coach, {
        action: 'book',
        patientId,
        appointmentType: clinic.slug,
        ...times(startsAt, minutes),
      });
    expect(await book(START + 7 * MINUTE)).toMatchObject({ status: 409, json: { code: 'slot_taken' } });
    expect((await book(START, 45)).status).toBe(400);
    const newcomer = await deployment.patient({ consent: false });
    expect(await book(START, 30, newcomer.id)).toMatchObject(NOT_ALLOWED);
    expect(await book(START, 30, crypto.randomUUID())).toMatchObject(NOT_ALLOWED);
    expect((await book(START)).status).toBe(200);
    expect(await book(START)).toMatchObject({ status: 409, json: { code: 'slot_taken' } });
  });

  test('a move keeps the UID, raises the SEQUENCE and tells patient and host once', async () => {
    const { host, patient, id } = await booked();
    const answer = await does(host, { action: 'move', id, version: 0, ...times(LATER) });
    expect(answer).toMatchObject({ status: 200, json: { id, host: { id: host.person } } });
    expect(await messagesTo(patient)).toEqual(['day-before', 'moved', 'moved-host', 'starting']);
    const messages = await messagesOf(patient);
    for (const message of messages.filter(({ key }) => key!.startsWith('moved'))) {
      expect(calendarOf(message)).toMatchObject({ UID: id, SEQUENCE: '1', DTSTART: calendarTime(LATER) });
    }
    const toHost = messages.find(({ key }) => key!.startsWith('moved-host'))!;
    expect(toHost['body_text']).toMatch(/^The call with .+ has moved/);
  });

  test('a reassigned call keeps its time; the old host’s calendar loses it, and the new one’s has it', async () => {
    const { host, colleague, patient, id } = await booked();
    expect(await does(host, { action: 'give', id, to: colleague.person })).toMatchObject({
      status: 200,
      json: { host: { id: colleague.person } },
    });
    expect(await callsOf(patient)).toMatchObject([{ host_id: colleague.person, sequence: 1 }]);
    expect(await messagesTo(patient)).toEqual([
      'booked-host',
      'cancelled-host',
      'day-before',
      'moved',
      'starting',
    ]);
    const messages = await messagesOf(patient);
    const files = messages
      .filter(({ key }) => /-host:/.test(key!))
      .map((message) => Object.assign(calendarOf(message), { to: message['recipient'] }));
    expect(files).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ to: host.email, METHOD: 'CANCEL', SEQUENCE: '1' }),
        expect.objectContaining({ to: colleague.email, METHOD: 'REQUEST', SEQUENCE: '1' }),
      ]),
    );
    const toPatient = messages.find(({ key }) => key!.startsWith('moved:'))!;
    expect(toPatient).toMatchObject({ subject: 'A change to your call' });
    expect(toPatient['body_text']).toContain('The time stays the same');
    expect(calendarOf(toPatient)).toMatchObject({ DTSTART: calendarTime(START), SEQUENCE: '1' });
  });

  test('a call is not reassigned to someone who is busy, does not take that type or is not on the team', async () => {
    const { host, colleague, clinic, id } = await booked();
    const other = await member('coach');
    await aTeamClinic(deployment.server(), [other]);
    const give = (to: string) => does(host, { action: 'give', id, to });
    const refused = { status: 409, json: { code: 'slot_taken' } };
    expect(await give(other.person)).toMatchObject(refused);
    expect(await give(host.person)).toMatchObject(refused);
    expect(await give(crypto.randomUUID())).toMatchObject(refused);
    const busy = await deployment.patient();
    await sql(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, $2, $3, to_timestamp($4), to_timestamp($4) + interval '30 minutes', to_timestamp($4) + interval '30 minutes'`,
      [busy.id, colleague.person, clinic.typeId, START / 1000],
    );
    expect(await give(colleague.person)).toMatchObject(refused);
  });

  test('a call reassigned while the patient moves it: one wins, the other is told', async () => {
    const { host, colleague, patient, id } = await booked();
    const [given, moved] = await Promise.all([
      does(host, { action: 'give', id, version: 0, to: colleague.person }),
      patientMoves(patient, id, LATER),
    ]);
    const [call] = await callsOf(patient);
    // The patient's move reads the current call, so it may also come after the reassignment and count as a
    // second change.
    if (given.status === 200) expect([200, 409]).toContain(moved.status);
    else expect([given.status, moved.status]).toEqual([409, 200]);
    const wins = Number(given.status === 200) + Number(moved.status === 200);
    expect(call!['sequence']).toBe(wins);
    const movedMessages = (await messagesOf(patient)).filter(({ key }) => key!.startsWith('moved:'));
    expect(movedMessages).toHaveLength(wins);
    const isMoved = moved.status === 200;
    expect(new Date(String(call!['starts_at'])).getTime()).toBe(isMoved ? LATER : START);
    if (!isMoved) expect(call!['host_id']).toBe(colleague.person);
    // The patient is only told about the change that was stored.
    const sent = await sql(
      `select appointment_sequence as sequence from public.lease_outbox(1000, 60)
       where user_id = $1 and starts_with(key, 'moved:')`,
      [patient.id],
    );
    expect(sent).toEqual([{ sequence: wins }]);
  });

  test('someone who saw the call before the patient moved it changes nothing and is told', async () => {
    const { host, colleague, patient, id } = await booked();
    expect((await patientMoves(patient, id, LATER)).status).toBe(200);
    const before = await messagesTo(patient);
    for (const act of [
      { action: 'give', to: colleague.person },
      { action: 'move', ...times(START) },
      { action: 'cancel', words: 'We are sorry.' },
    ])
      expect(await does(host, { ...act, id, version: 0 })).toMatchObject(CHANGED);
    expect(await messagesTo(patient)).toEqual(before);
    expect((await does(host, { action: 'give', id, version: 1, to: colleague.person })).status).toBe(200);
  });

  test('a canceled call sends the patient one email with the message, the host one, and no reminder', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const clinic = await aTeamClinic(deployment.server(), [coach]);
    const asked = { action: 'book', patientId: patient.id, appointmentType: clinic.slug, ...times(START) };
    const { id } = TeamCallsAnswer.parse((await does(coach, asked)).json);
    const words = 'Marisol is ill <today>. We are sorry.';
    expect(await does(coach, { action: 'cancel', id, version: 0, words })).toMatchObject({
      status: 200,
      json: { status: 'cancelled' },
    });
    const after = (await messagesOf(patient)).filter(
      (message) => Number(message['appointment_sequence']) === 1,
    );
    expect(after.map(({ key }) => key!.split(':')[0]!).toSorted()).toEqual(['cancelled', 'cancelled-host']);
    const toPatient = after.find(({ key }) => key!.startsWith('cancelled:'))!;
    expect(toPatient['body_text']).toContain(words);
    expect(toPatient['body_html']).toContain('ill &lt;today&gt;.');
    expect(after.find(({ key }) => key!.startsWith('cancelled-host'))!['body_text']).not.toContain('ill');
    for (const message of after)
      expect(calendarOf(message)).toMatchObject({ METHOD: 'CANCEL', SEQUENCE: '1' });
    // Unsent messages about the call's earlier state are never sent.
    await sql(`update public.outbox set send_after = now() where user_id = $1`, [patient.id]);
    const sent = await sql(`select key from public.lease_outbox(1000, 60) where user_id = $1`, [patient.id]);
    expect(sent.map(({ key }) => (key as string).split(':')[0]!).toSorted()).toEqual([
      'cancelled',
      'cancelled-host',
    ]);
    expect(await does(coach, { action: 'cancel', id, words })).toMatchObject(CHANGED);
    expect((await does(coach, { action: 'cancel', id, words: ' ' })).status).toBe(400);
  });

  test('a call is booked and moved with the person who was selected, or not at all', async () => {
    const { host, colleague, clinic, id } = await booked();
    const patient = await deployment.patient();
    await assign(patient, host);
    const book = { action: 'book', patientId: patient.id, appointmentType: clinic.slug, ...times(LATER) };
    expect(await does(host, { ...book, host: colleague.person })).toMatchObject({
      status: 200,
      json: { host: { id: colleague.person } },
    });
    const stranger = await member('coach');
    expect(await does(host, { ...book, ...times(START), host: stranger.person })).toMatchObject({
      status: 409,
      json: { code: 'slot_taken' },
    });
    const move = { action: 'move', id, ...times(LATER) };
    // The colleague has another call then.
    expect(await does(host, { ...move, host: colleague.person })).toMatchObject({
      status: 409,
      json: { code: 'slot_taken' },
    });
    expect(await does(host, { ...move, host: host.person })).toMatchObject({ status: 200 });
    expect((await does(host, { ...move, host: 'anyone' })).status).toBe(400);
  });

  test('someone who has left hears nothing about their calls reassigned later', async () => {
    const { host, colleague, patient, id } = await booked();
    const administrator = await member('administrator');
    await sql('select public.team_deactivate(null, $1)', [host.person]);
    expect(await does(administrator, { action: 'give', id, to: colleague.person })).toMatchObject({
      status: 200,
    });
    expect((await messagesOf(patient)).map(({ recipient }) => recipient)).not.toContain(host.email);
  });

  test('an administrator books by call type, moves and cancels, but records no outcome', async () => {
    const { clinic, colleague, patient, id } = await booked();
    const administrator = await member('administrator');
    const asked = {
      action: 'book',
      patientId: patient.id,
      appointmentType: clinic.slug,
      ...times(LATER),
      host: colleague.person,
    };
    const answer = await does(administrator, asked);
    expect(answer).toMatchObject({
      status: 200,
      json: { ...stored(LATER), status: 'booked', host: { id: colleague.person } },
    });
    expect(JSON.stringify(answer.json)).not.toContain('Consultation');
    expect(await messagesTo(patient)).toEqual(['booked', 'booked-host', 'day-before', 'starting']);
    expect(await does(administrator, { action: 'outcome', id, outcome: 'took-place' })).toMatchObject(
      NOT_ALLOWED,
    );
    const later = LATER + 60 * MINUTE;
    const moved = await does(administrator, { action: 'move', id, ...times(later) });
    expect(moved).toMatchObject({ status: 200, json: { id, ...stored(later) } });
    expect((await does(administrator, { action: 'cancel', id, words: 'We are sorry.' })).status).toBe(200);
    const lines = await sql(
      `select distinct action, kind from public.audit_log where actor_id = $1 and kind in ('appointments', 'call_times')
       order by action, kind`,
      [administrator.person],
    );
    expect(lines).toEqual([
      { action: 'insert', kind: 'appointments' },
      { action: 'read', kind: 'call_times' },
      { action: 'update', kind: 'appointments' },
    ]);
  });

  test('an administrator books no hidden call type, and for no one without both consents', async () => {
    const { clinic, patient } = await booked();
    const administrator = await member('administrator');
    const newcomer = await deployment.patient({ consent: false });
    const book = (patientId: string) =>
      does(administrator, { action: 'book', patientId, appointmentType: clinic.slug, ...times(LATER) });
    expect(await book(newcomer.id)).toMatchObject(NOT_ALLOWED);
    // The patient has such a call, so it can still be moved.
    await sql(`update public.appointment_types set is_hidden = true where id = $1`, [clinic.typeId]);
    expect(await book(patient.id)).toMatchObject({
      status: 404,
      json: { code: 'unknown_appointment_type' },
    });
    expect(await callsOf(patient)).toHaveLength(1);
  });

  test('opened with a reason, a call goes only to those responsible for the patient', async () => {
    const [own, curious, clinician] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
    ];
    const patient = await deployment.patient();
    await assign(patient, own);
    const book = (slug: string, startsAt: number) =>
      does(curious, {
        action: 'book',
        patientId: patient.id,
        appointmentType: slug,
        ...times(startsAt),
      });
    const both = await aTeamClinic(deployment.server(), [curious, own]);
    const alone = await aTeamClinic(deployment.server(), [curious]);
    expect(await book(both.slug, START)).toMatchObject({ status: 403, json: { code: 'reason_required' } });
    const opened = await ask('team-open-with-reason', curious, {
      id: patient.id,
      category: 'cover',
      words: 'Own is ill.',
    });
    expect(opened.status).toBe(200);
    const answer = await book(both.slug, START);
    expect(answer).toMatchObject({ status: 200, json: { host: { id: own.person } } });
    expect(await book(alone.slug, LATER)).toMatchObject({ status: 409, json: { code: 'slot_taken' } });
    const { id } = answer.json as { id: string };
    const [{ sequence }] = (await callsOf(patient)) as [{ sequence: number }];
    expect(await does(curious, { action: 'give', id, to: curious.person, version: sequence })).toMatchObject({
      status: 409,
      json: { code: 'slot_taken' },
    });
    const doctors = await aTeamClinic(deployment.server(), [curious, clinician]);
    expect(await book(doctors.slug, LATER)).toMatchObject({ json: { host: { id: clinician.person } } });
  });

  test('a reason does not allow giving oneself a call on a colleague’s day off, which would open the record for a month', async () => {
    const [own, curious] = [await member('coach'), await member('coach')];
    const patient = await deployment.patient();
    await assign(patient, own);
    const alone = await aTeamClinic(deployment.server(), [curious]);
    const bookWithOneself = () =>
      does(curious, {
        action: 'book',
        patientId: patient.id,
        appointmentType: alone.slug,
        ...times(START),
      });
    await ask('team-open-with-reason', curious, { id: patient.id, category: 'cover', words: 'Own is off.' });
    const dayOff = `insert into public.days_off (host_id, day) select $1, (to_timestamp($2) at time zone 'Europe/London')::date`;
    await sql(dayOff, [own.person, START / 1_000]);
    expect(await bookWithOneself()).toMatchObject({ status: 409, json: { code: 'slot_taken' } });
    // The colleague who covers takes it.
    await sql(
      `insert into public.absences (host_id, starts_at, ends_at, covered_by)
       select $1, to_timestamp($2), to_timestamp($2) + interval '1 day', $3`,
      [own.person, START / 1_000, curious.person],
    );
    expect(await bookWithOneself()).toMatchObject({ status: 200, json: { host: { id: curious.person } } });
  });

  test('a coach gives a reason before changing a call of another coach’s patient, and an unknown call is refused', async () => {
    const { host, patient, id } = await booked();
    const other = await member('coach');
    await assign(patient, host);
    expect(await does(other, { action: 'cancel', id, words: 'We are sorry.' })).toMatchObject({
      status: 403,
      json: { code: 'reason_required' },
    });
    expect(await does(other, { action: 'cancel', id: crypto.randomUUID(), words: 'Sorry.' })).toMatchObject(
      NOT_ALLOWED,
    );
    expect(await callsOf(patient)).toMatchObject([{ status: 'booked', sequence: 0 }]);
  });
});
