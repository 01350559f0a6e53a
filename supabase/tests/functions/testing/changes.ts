import { randomUUID } from 'node:crypto';
import { beforeAll, expect } from 'vitest';
import { closeRecord, signOut, type Patient } from '../../../../server/testing/patient.ts';
import { aClinic, daysAhead, keepCall } from './clinic.ts';
import { accessTests } from './access-tests.ts';
import { type Deployment, testOnBoth, testOnNode as test } from './deployments.ts';

const START = daysAhead(3, '10:00');

/** Rules that hold for every change of a call. */
export function changeTests(deployment: Deployment, bodyFor: (appointmentId: string) => object): void {
  const bookedBy = async (patient: Patient, startsAt = START) => {
    const { database } = deployment.server();
    return keepCall(database, patient, { clinic: await aClinic(database), startsAt });
  };
  const change = ({ token }: Patient, id: string) => deployment.call({ body: bodyFor(id), token });
  const rowsOf = (patient: Patient) => deployment.rows<Record<string, unknown>>('appointments', patient);

  accessTests(deployment, { method: 'POST', body: bodyFor(randomUUID()) });

  test('the public key alone is nobody, and neither is a session that ended', async () => {
    const patient = await deployment.patient();
    const id = await bookedBy(patient);
    expect(await deployment.call({ body: bodyFor(id) })).toMatchObject({ status: 401 });
    await signOut(deployment.server(), patient);
    expect(await change(patient, id)).toMatchObject({ status: 401 });
    expect(await rowsOf(patient)).toMatchObject([{ status: 'booked', sequence: 0 }]);
  });

  test('somebody else’s call is as unknown as one that does not exist', async () => {
    const [owner, stranger] = [await deployment.patient(), await deployment.patient()];
    const id = await bookedBy(owner);
    const unknown = {
      status: 404,
      json: { code: 'unknown_appointment', message: 'We can’t find this call.' },
    };
    expect(await change(stranger, id)).toMatchObject(unknown);
    expect(await change(stranger, randomUUID())).toMatchObject(unknown);
    expect(await rowsOf(owner)).toMatchObject([{ status: 'booked', sequence: 0 }]);
  });

  test.each([
    ['soon', 59],
    ['under way', -5],
    ['over', -60],
  ])('a call that is %s stays as it is', async (_, minutes) => {
    const patient = await deployment.patient();
    const id = await bookedBy(patient, Math.round(Date.now() / 60_000) * 60_000 + minutes * 60_000);
    expect(await change(patient, id)).toMatchObject({ status: 409, json: { code: 'too_late' } });
    expect(await rowsOf(patient)).toMatchObject([{ status: 'booked', sequence: 0 }]);
    expect(await deployment.rows('outbox', patient)).toEqual([]);
  });

  test.each([undefined, null, 7, '', 'the one tomorrow', `${randomUUID()}'; drop table appointments`])(
    'the call %j is refused',
    async (appointmentId) => {
      const { token } = await deployment.patient();
      const body = { ...bodyFor(''), appointmentId };
      expect(await deployment.call({ body, token })).toMatchObject({
        status: 400,
        json: { code: 'invalid_input', message: 'appointmentId: Please select a call' },
      });
    },
  );

  test('without consent, or without a record, nothing changes', async () => {
    const patient = await deployment.patient({ consent: false });
    const id = await bookedBy(patient);
    expect(await change(patient, id)).toMatchObject({ status: 403, json: { code: 'consent_required' } });
    expect(await rowsOf(patient)).toMatchObject([{ status: 'booked', sequence: 0 }]);
    await closeRecord(deployment.server(), patient);
    expect(await change(patient, id)).toMatchObject({ status: 403, json: { code: 'no_access' } });
  });

  let audited: Patient;
  beforeAll(async () => {
    audited = await deployment.patient();
    await change(audited, await bookedBy(audited));
  });
  testOnBoth('a change leaves a trace in the audit log', async () => {
    const { rows } = await deployment
      .server()
      .database.query(
        `select actor_id, kind from public.audit_log where subject_id = $1 and action = 'update' and kind = 'appointments'`,
        [audited.id],
      );
    expect(rows).toEqual([{ actor_id: audited.id, kind: 'appointments' }]);
  });
}
