import { expect } from 'vitest';
import { ScheduledAppointment } from '../../../domain/contracts/patient/fetch-scheduled-appointments.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { calendarOf, calendarTime } from './testing/calendar.ts';
import { changeTests } from './testing/changes.ts';
import { aClinic, daysAhead, keepCall } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const START = daysAhead(3, '10:00');

inBothDeployments('cancel-appointment', (deployment) => {
  const cancel = ({ token }: Patient, appointmentId: string) =>
    deployment.call({ body: { appointmentId }, token });
  const booked = async () => {
    const { database } = deployment.server();
    const [clinic, patient] = [await aClinic(database), await deployment.patient()];
    return { clinic, patient, id: await keepCall(database, patient, { clinic, startsAt: START }) };
  };
  const messagesOf = (patient: Patient) => deployment.rows<Record<string, string>>('outbox', patient);

  test('a canceled call is returned as canceled, and its time is free again', async () => {
    const { clinic, patient, id } = await booked();
    const answer = await cancel(patient, id);
    expect(answer.status).toBe(200);
    expect(ScheduledAppointment.parse(answer.json)).toMatchObject({
      id,
      status: 'cancelled',
      joinUrl: null,
    });
    const { database } = deployment.server();
    const again = await keepCall(database, await deployment.patient(), { clinic, startsAt: START });
    expect(again).not.toBe(id);
  });

  test('patient and host are told, each with a file that removes the call from their calendar', async () => {
    const { patient, id } = await booked();
    await cancel(patient, id);
    const messages = await messagesOf(patient);
    expect(messages.map(({ key, subject }) => `${key!.split(':')[0]}: ${subject}`).sort()).toEqual([
      'cancelled-host: A call is canceled',
      'cancelled: Your call is canceled',
    ]);
    for (const message of messages) {
      expect(message['appointment_sequence']).toBe(1);
      expect(calendarOf(message)).toMatchObject({
        METHOD: 'CANCEL',
        UID: id,
        SEQUENCE: '1',
        STATUS: 'CANCELLED',
        DTSTART: calendarTime(START),
        contentType: 'text/calendar; charset=utf-8; method=CANCEL',
      });
    }
  });

  test('canceling again, even at the same moment, is answered and announced once', async () => {
    const { patient, id } = await booked();
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(patient, id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await messagesOf(patient)).toHaveLength(2);
    expect(await deployment.rows('appointments', patient)).toMatchObject([
      { status: 'cancelled', sequence: 1 },
    ]);
  });

  changeTests(deployment, (appointmentId) => ({ appointmentId }));
});
