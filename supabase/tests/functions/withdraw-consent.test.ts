import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { aClinic, daysAhead, keepCall } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const CONSENTS = ['privacy_policy_accepted', 'data_usage_consent', 'research_consent', 'sms_consent'];

inBothDeployments('withdraw-consent', (deployment) => {
  const withdraw = ({ token }: Patient) => deployment.call({ body: {}, token });
  const query = (sql: string, { id }: Patient) => deployment.server().database.query(sql, [id]);
  const recordOf = async (patient: Patient) =>
    (await query('select * from public.customers where user_id = $1', patient)).rows[0] as Record<
      string,
      unknown
    >;
  const historyOf = async (patient: Patient) =>
    (
      await query(
        'select consent from public.consent_history where user_id = $1 and not granted order by consent',
        patient,
      )
    ).rows.map(({ consent }: { consent?: unknown }) => consent);

  test('every consent ends, the history has a line for each, and the time is stored', async () => {
    const patient = await deployment.patient();
    await query('update public.customers set sms_consent = true where user_id = $1', patient);
    expect((await withdraw(patient)).status).toBe(200);
    const record = await recordOf(patient);
    expect(CONSENTS.map((name) => record[name])).toEqual([false, false, false, false]);
    expect(record['consent_withdrawn_at']).toEqual(expect.any(String));
    const ended = ['data_usage_consent', 'privacy_policy_accepted', 'sms_consent'];
    expect(await historyOf(patient)).toEqual(ended);
    // A repeat, whose first answer was lost, changes nothing.
    expect((await withdraw(patient)).status).toBe(200);
    expect(await historyOf(patient)).toEqual(ended);
    expect(await recordOf(patient)).toEqual(record);
  });

  test('calls that have not started are canceled, and the host is told', async () => {
    const patient = await deployment.patient();
    const { database } = deployment.server();
    const clinic = await aClinic(database);
    await keepCall(database, patient, { clinic, startsAt: daysAhead(3, '10:00') });
    expect((await withdraw(patient)).status).toBe(200);
    expect(await deployment.rows('appointments', patient)).toMatchObject([{ status: 'cancelled' }]);
    const outbox = await deployment.rows<{ recipient: string }>('outbox', patient);
    expect(outbox.length).toBeGreaterThan(1);
  });

  test('a patient who never consented withdraws nothing', async () => {
    const newcomer = await deployment.patient({ consent: false });
    expect((await withdraw(newcomer)).status).toBe(200);
    expect(await historyOf(newcomer)).toEqual([]);
    expect((await recordOf(newcomer))['consent_withdrawn_at']).toBeNull();
  });

  test('no one withdraws another person’s consent', async () => {
    const [patient, stranger] = [await deployment.patient(), await deployment.patient()];
    const body = { user_id: patient.id, userId: patient.id, p_user: patient.id };
    expect((await deployment.call({ body, token: stranger.token })).status).toBe(400);
    expect(await recordOf(patient)).toMatchObject({ data_usage_consent: true, consent_withdrawn_at: null });
  });

  patientAccessTests(deployment, { method: 'POST', body: {} });
});
