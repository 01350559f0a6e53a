import { createHmac, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('stop-email-change', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const stop = (body: object, token?: string) => deployment.call({ body, ...(token && { token }) });

  /** A change that a clinician agreed to, and the secret in the email about it. */
  async function changing({ id }: Patient): Promise<string> {
    const secret = randomBytes(32).toString('base64url');
    const hash = createHmac('sha256', deployment.server().keys.serviceRoleKey)
      .update(`stop email change\0${secret}`)
      .digest('hex');
    await sql(
      `insert into private.email_changes (user_id, new_email, how_checked, asked_by, agreed_by, agreed_at, changes_at, stop_hash)
       values ($1, gen_random_uuid() || '@example.com', 'Called', gen_random_uuid(), gen_random_uuid(), now(), now() + interval '72 hours', $2)`,
      [id, hash],
    );
    return secret;
  }
  const outcomeOf = async ({ id }: Patient) =>
    (await sql('select outcome from private.email_changes where user_id = $1', [id]))[0]?.['outcome'];
  const age = ({ id }: Patient, hours: number) =>
    sql(
      `update private.email_changes set asked_at = asked_at - make_interval(hours => $2),
         agreed_at = agreed_at - make_interval(hours => $2), changes_at = changes_at - make_interval(hours => $2)
       where user_id = $1`,
      [id, hours],
    );

  test('the link stops it without a session, also when it is pressed twice', async () => {
    const patient = await deployment.patient();
    const secret = await changing(patient);
    expect(await stop({ secret: randomBytes(32).toString('base64url') })).toMatchObject({
      status: 409,
      json: { code: 'not_now' },
    });
    expect(await outcomeOf(patient)).toBeNull();
    for (let count = 0; count < 2; count += 1) expect(await stop({ secret })).toMatchObject({ status: 200 });
    expect(await outcomeOf(patient)).toBe('stopped');
  });

  test('a signed-in patient stops their own, and no one else’s', async () => {
    const [patient, stranger] = [await deployment.patient(), await deployment.patient()];
    await changing(patient);
    expect(await stop({}, stranger.token)).toMatchObject({ status: 409, json: { code: 'not_now' } });
    expect(await stop({ userId: patient.id }, stranger.token)).toMatchObject({ status: 400 });
    expect(await stop({})).toMatchObject({ status: 401 });
    expect(await outcomeOf(patient)).toBeNull();
    expect(await stop({}, patient.token)).toMatchObject({ status: 200 });
    expect(await outcomeOf(patient)).toBe('stopped');
  });

  test('after 72 hours it is too late', async () => {
    const patient = await deployment.patient();
    const secret = await changing(patient);
    await age(patient, 72);
    expect(await stop({ secret })).toMatchObject({ status: 409, json: { code: 'too_late' } });
  });

  test.each([{ secret: 'short' }, { secret: 1 }, { secret: null }])('%j is no link', async (body) => {
    expect(await stop(body)).toMatchObject({ status: 400 });
  });
});
