import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { AskEmailChangeAnswer } from '../../../domain/contracts/patient/ask-email-change.ts';
import { closeRecord, type Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const someAddress = () => `${randomUUID()}@example.com`;

inBothDeployments('ask-email-change', (deployment) => {
  const ask = ({ token }: Patient, email: string) => deployment.call({ body: { email }, token });
  const used = async ({ id }: Patient) => {
    const { rows } = await deployment
      .server()
      .database.query('select used from private.email_change_tries where user_id = $1', [id]);
    return rows[0]?.['used'];
  };

  test('a free address can be used, however it is written, and one that is invited cannot', async () => {
    const [patient, invited] = [await deployment.patient(), someAddress()];
    await deployment.server().invite(invited);
    expect(AskEmailChangeAnswer.parse((await ask(patient, ` ${someAddress().toUpperCase()} `)).json)).toEqual(
      {
        usable: true,
      },
    );
    expect((await ask(patient, invited)).json).toEqual({ usable: false });
  });

  test('five questions a day, whatever the answer, and then how long to wait', async () => {
    const [patient, other, invited] = [await deployment.patient(), await deployment.patient(), someAddress()];
    await deployment.server().invite(invited);
    for (const email of [invited, invited, someAddress(), invited, someAddress()]) {
      expect((await ask(patient, email)).status).toBe(200);
    }
    const sixth = await ask(patient, someAddress());
    expect(sixth).toMatchObject({
      status: 429,
      json: {
        code: 'too_many_requests',
        message: 'Too many attempts. Please try again in 24 hours.',
      },
    });
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(80_000);
    expect((await ask(other, someAddress())).json).toEqual({ usable: true });
  });

  test('no one asks around the function, and no failure resets the count', async () => {
    const patient = await deployment.patient();
    await ask(patient, someAddress());
    const { url, keys } = deployment.server();
    for (const accept of ['application/json', 'application/vnd.pgrst.object+json']) {
      for (const body of [{ p_email: someAddress() }, { p_user: patient.id, p_email: someAddress() }]) {
        const answer = await fetch(`${url}/rest/v1/rpc/ask_email_change?usable=eq.nothing`, {
          method: 'POST',
          headers: {
            apikey: keys.anonKey,
            authorization: `Bearer ${patient.token}`,
            'content-type': 'application/json',
            prefer: 'tx=rollback',
            accept,
          },
          body: JSON.stringify(body),
        });
        expect([400, 403, 404]).toContain(answer.status);
      }
    }
    for (const [name, value] of Object.entries({
      accept: 'application/vnd.pgrst.object+json',
      prefer: 'tx=rollback',
    })) {
      await deployment.call({
        body: { email: someAddress() },
        token: patient.token,
        headers: { [name]: value },
      });
    }
    expect(await used(patient)).toBe(3);
  });

  test('someone without a patient record is refused', async () => {
    const patient = await deployment.patient();
    await closeRecord(deployment.server(), patient);
    expect(await ask(patient, someAddress())).toMatchObject({ status: 403, json: { code: 'no_access' } });
  });

  test.each([
    ['{', 'The request body is not valid JSON.'],
    ['null', 'The request body must be a JSON object.'],
    ['{}', 'email: Please enter a valid email address'],
    ['{"email":"nonsense"}', 'email: Please enter a valid email address'],
    ['{"email":["a@example.com"]}', 'email: Please enter a valid email address'],
    ['{"email":"a\\u0000@example.com"}', 'email: Please enter a valid email address'],
  ])('the body %s is refused, and no try', async (text, message) => {
    const patient = await deployment.patient();
    const refused = await deployment.call({ method: 'POST', text, token: patient.token });
    expect(refused).toMatchObject({ status: 400, json: { message } });
    expect(await used(patient)).toBeUndefined();
  });

  patientAccessTests(deployment, { method: 'POST', body: { email: someAddress() } });
});
