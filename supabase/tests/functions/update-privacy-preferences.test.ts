import { expect } from 'vitest';
import { UpdatePrivacyPreferencesAnswer } from '../../../domain/contracts/patient/update-privacy-preferences.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const required = { privacy_policy_accepted: true, data_usage_consent: true };
const NONE = {
  privacy_policy_accepted: false,
  data_usage_consent: false,
  research_consent: false,
  sms_consent: false,
};
const POLICY = 'privacy_policy_accepted: You must accept the privacy policy to continue';
const USAGE = 'data_usage_consent: You must consent to data usage to continue';
const NEITHER = 'Please answer true or false';

inBothDeployments('update-privacy-preferences', (deployment) => {
  const consents = async (patient: Patient) => {
    const { rows } = await deployment
      .server()
      .database.query(`select ${Object.keys(NONE).join()} from public.customers where user_id = $1`, [
        patient.id,
      ]);
    return rows[0];
  };
  const history = async (patient: Patient) => {
    const { rows } = await deployment
      .server()
      .database.query<{ consent: string; granted: boolean }>(
        'select consent, granted from public.consent_history where user_id = $1 order by id',
        [patient.id],
      );
    return rows.map(({ consent, granted }) => `${consent} ${granted}`);
  };

  test('the required consents are enough, and the others are then not given', async () => {
    const patient = await deployment.patient({ consent: false });
    const answer = await deployment.call({ body: required, token: patient.token });
    expect(answer.status).toBe(200);
    expect(UpdatePrivacyPreferencesAnswer.parse(answer.json)).toEqual({ ...NONE, ...required });
    expect(await consents(patient)).toEqual({ ...NONE, ...required });
  });

  test('every change is in the history, and unchanged choices are not written twice', async () => {
    const patient = await deployment.patient({ consent: false });
    const all = { ...required, research_consent: true, sms_consent: true };
    await deployment.call({ body: all, token: patient.token });
    await deployment.call({ body: all, token: patient.token });
    await deployment.call({ body: { ...all, sms_consent: false }, token: patient.token });
    expect(await consents(patient)).toEqual({ ...all, sms_consent: false });
    expect(await history(patient)).toEqual([
      'privacy_policy_accepted true',
      'data_usage_consent true',
      'research_consent true',
      'sms_consent true',
      'sms_consent false',
    ]);
  });

  test('nothing else in any record can be changed with it', async () => {
    const [patient, other] = [
      await deployment.patient({ consent: false }),
      await deployment.patient({ consent: false }),
    ];
    for (const more of [{ user_id: other.id }, { status: 'Pregnant' }, { onboarding_completed: true }]) {
      const body = { ...required, ...more };
      expect((await deployment.call({ body, token: patient.token })).status).toBe(400);
    }
    for (const someone of [patient, other]) expect(await consents(someone)).toEqual(NONE);
    const { rows } = await deployment
      .server()
      .database.query('select status, onboarding_completed from public.customers where user_id = $1', [
        patient.id,
      ]);
    expect(rows).toEqual([{ status: 'Active', onboarding_completed: false }]);
  });

  test('someone without a patient record is refused', async () => {
    const patient = await deployment.patient();
    await closeRecord(deployment.server(), patient);
    expect(await deployment.call({ body: required, token: patient.token })).toMatchObject({
      status: 403,
      json: { code: 'no_access' },
    });
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['[]', 'The request body must be a JSON object.'],
    ['null', 'The request body must be a JSON object.'],
    ['{}', POLICY],
    ['{"privacy_policy_accepted":true}', USAGE],
    [JSON.stringify({ ...required, privacy_policy_accepted: false }), POLICY],
    [JSON.stringify({ ...required, privacy_policy_accepted: 'true' }), POLICY],
    [JSON.stringify({ ...required, privacy_policy_accepted: `true'; --` }), POLICY],
    [JSON.stringify({ ...required, data_usage_consent: false }), USAGE],
    [JSON.stringify({ ...required, data_usage_consent: 1 }), USAGE],
    [JSON.stringify({ ...required, data_usage_consent: '<b>true</b>' }), USAGE],
    [JSON.stringify({ ...required, research_consent: null }), `research_consent: ${NEITHER}`],
    [JSON.stringify({ ...required, research_consent: 'x'.repeat(5_000) }), `research_consent: ${NEITHER}`],
    [JSON.stringify({ ...required, sms_consent: 'yes' }), `sms_consent: ${NEITHER}`],
    [JSON.stringify({ ...required, sms_consent: [true] }), `sms_consent: ${NEITHER}`],
  ])('%s is refused, and nothing changes', async (text, message) => {
    const patient = await deployment.patient({ consent: false });
    const answer = await deployment.call({ method: 'POST', text, token: patient.token });
    expect(answer).toMatchObject({ status: 400, json: { code: expect.any(String), message } });
    expect(await consents(patient)).toEqual(NONE);
    expect(await history(patient)).toEqual([]);
  });

  patientAccessTests(deployment, { method: 'POST', body: required });
});
