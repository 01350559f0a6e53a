import { expect } from 'vitest';
import {
  FetchScheduledAppointmentsAnswer,
  type ScheduledAppointment,
} from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import { DAY, isoFromInstant, MINUTE } from '../../../domain/time/instant.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { aClinic, keepCall } from './testing/clinic.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const minutesFromNow = (minutes: number) => Date.now() + minutes * MINUTE;

inBothDeployments('fetch-scheduled-appointments', (deployment) => {
  const clinicWith = (choices = {}) => aClinic(deployment.server().database, choices);
  const callsOf = async ({ token }: Patient): Promise<ScheduledAppointment[]> => {
    const answer = await deployment.call({ token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    return FetchScheduledAppointmentsAnswer.parse(answer.json).appointments;
  };

  test('a call has its times, its type and its host', async () => {
    const [clinic, patient] = [await clinicWith(), await deployment.patient()];
    const startsAt = minutesFromNow(3 * 24 * 60);
    const id = await keepCall(deployment.server().database, patient, { clinic, startsAt });
    expect((await deployment.call({ token: patient.token })).json).toEqual({
      appointments: [
        {
          id,
          name: 'Initial Consultation',
          startTime: isoFromInstant(startsAt),
          endTime: isoFromInstant(startsAt + 30 * MINUTE),
          appointmentType: clinic.slug,
          interactionType: 'video_call',
          hostName: 'Marisol Vega',
          joinUrl: null,
          changeableUntil: isoFromInstant(startsAt - 60 * MINUTE),
          status: 'booked',
        },
      ],
    });
  });

  test('a call that took place is over before its time is, and one that a late patient may still join is not', async () => {
    const { database } = deployment.server();
    const [clinic, patient] = [await clinicWith(), await deployment.patient()];
    const id = await keepCall(database, patient, { clinic, startsAt: minutesFromNow(-10) });
    for (const [outcome, shown] of [
      ['patient-did-not-come', 1],
      ['took-place', 0],
      ['we-could-not', 0],
    ] as const) {
      await database.query('update public.appointments set outcome = $2, outcome_at = now() where id = $1', [
        id,
        outcome,
      ]);
      expect(await callsOf(patient), outcome).toHaveLength(shown);
    }
  });

  test('the list has upcoming and current calls, soonest first, and no one else’s', async () => {
    const { database } = deployment.server();
    const [clinic, patient, other] = [
      await clinicWith({ hosts: 2 }),
      await deployment.patient(),
      await deployment.patient(),
    ];
    const keep = (minutes: number, status?: string) =>
      keepCall(database, patient, { clinic, startsAt: minutesFromNow(minutes), ...(status && { status }) });
    const later = await keep(2_000);
    const running = await keep(-29);
    const soon = await keep(60);
    await keep(-61);
    await keep(-2 * 24 * 60);
    await keep(300, 'cancelled');
    await keepCall(database, other, { clinic, host: 1, startsAt: minutesFromNow(60) });
    expect((await callsOf(patient)).map(({ id }) => id)).toEqual([running, soon, later]);
  });

  test.each([
    ['eleven minutes before the start', 11, false],
    ['nine minutes before the start', 9, true],
    ['in the middle', -15, true],
    ['a minute before the end', -29, true],
    ['a day before', DAY / MINUTE, false],
  ])('%s', async (_, minutes, isOpen) => {
    const [clinic, patient] = [await clinicWith(), await deployment.patient()];
    const { database } = deployment.server();
    const id = await keepCall(database, patient, { clinic, startsAt: minutesFromNow(minutes) });
    const { rows } = await database.query<{ room: string }>(
      'select room from public.appointments where id = $1',
      [id],
    );
    const answer = await deployment.call({ token: patient.token });
    const room = rows[0]!.room;
    const { appointments } = FetchScheduledAppointmentsAnswer.parse(answer.json);
    expect(JSON.stringify(answer.json).includes(room)).toBe(isOpen);
    expect(appointments[0]!.joinUrl).toEqual(
      isOpen ? expect.stringMatching(new RegExp(`^http://localhost:\\d+/call/${room}$`)) : null,
    );
  });

  test('a phone call has no room to join', async () => {
    const [clinic, patient] = [await clinicWith({ interaction: 'phone_call' }), await deployment.patient()];
    await keepCall(deployment.server().database, patient, { clinic, startsAt: minutesFromNow(-1) });
    expect(await callsOf(patient)).toMatchObject([{ interactionType: 'phone_call', joinUrl: null }]);
  });

  test('before consent the list is empty, and someone without a record is refused', async () => {
    const [clinic, patient] = [await clinicWith(), await deployment.patient({ consent: false })];
    await keepCall(deployment.server().database, patient, { clinic, startsAt: minutesFromNow(5) });
    expect(await callsOf(patient)).toEqual([]);
    await closeRecord(deployment.server(), patient);
    expect(await deployment.call({ token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  patientAccessTests(deployment, { method: 'GET' });
});
