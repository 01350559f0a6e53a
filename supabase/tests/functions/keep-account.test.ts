import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { beginLeaving, leavingDay } from './testing/leaving.ts';

inBothDeployments('keep-account', (deployment) => {
  const keep = ({ token }: Patient) => deployment.call({ body: {}, token });

  test('a patient who changes their mind stays, and is told so once', async () => {
    const patient = await deployment.patient();
    await beginLeaving(deployment.server().database, patient, { daysAgo: 6 });
    for (let count = 0; count < 2; count += 1) {
      expect(await keep(patient)).toMatchObject({ status: 200, json: {} });
    }
    expect(await leavingDay(deployment.server().database, patient)).toBeNull();
    expect(await deployment.rows('outbox', patient)).toMatchObject([{ subject: 'We’ve kept your account' }]);
  });

  test('after the seven days it is too late', async () => {
    const patient = await deployment.patient();
    await beginLeaving(deployment.server().database, patient, { daysAgo: 8 });
    expect(await keep(patient)).toMatchObject({ status: 409, json: { code: 'too_late' } });
    expect(await leavingDay(deployment.server().database, patient)).not.toBeNull();
  });

  test('no one keeps, or ends, another person’s account', async () => {
    const [patient, stranger] = [await deployment.patient(), await deployment.patient()];
    await beginLeaving(deployment.server().database, patient);
    for (const name of ['user_id', 'userId', 'p_user_id']) {
      const body = { [name]: patient.id };
      expect((await deployment.call({ body, token: stranger.token })).status).toBe(400);
    }
    expect((await deployment.call({ body: {}, token: stranger.token })).status).toBe(200);
    expect(await leavingDay(deployment.server().database, patient)).not.toBeNull();
  });

  test.each(['{', '[]', 'null', '"text"'])('the body %s is refused', async (text) => {
    const patient = await deployment.patient();
    expect(await deployment.call({ method: 'POST', text, token: patient.token })).toMatchObject({
      status: 400,
    });
  });

  patientAccessTests(deployment, { method: 'POST', body: {} });
});
