import { beforeAll, expect } from 'vitest';
import { signOut } from '../../../../server/testing/patient.ts';
import { type Deployment, testOnNode as test } from './deployments.ts';

const refusal = { code: expect.any(String), message: expect.any(String) };

/** `isAlsoRead`: a function for writing that GET also reads. */
type Accepted = { method: 'GET' | 'POST'; body?: unknown; isAlsoRead?: boolean };

/** Who reaches the function itself, and the answers everyone else gets. */
export function accessTests(deployment: Deployment, { method, body, isAlsoRead = false }: Accepted): void {
  const content = body === undefined ? {} : { body };
  const otherMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => other !== method && !(isAlsoRead && other === 'GET'),
  );

  // None of these reaches the function, so one patient is enough.
  let token: string;
  beforeAll(async () => {
    ({ token } = await deployment.patient());
  });

  test.each(otherMethods)('%s is refused', async (other) => {
    const withBody = other === 'GET' ? {} : { body: body ?? {} };
    expect(await deployment.call({ method: other, token, ...withBody })).toMatchObject({
      status: 405,
      json: { code: 'method_not_allowed', message: `Use ${method}.` },
    });
  });

  test('a call without a credential is refused', async () => {
    expect(await deployment.call({ method, token: null, ...content })).toMatchObject({
      status: 401,
      json: refusal,
    });
  });

  test.each(['nonsense', 'a.b.c', ''])('the credential "%s" is refused', async (wrong) => {
    expect(await deployment.call({ method, token: wrong, ...content })).toMatchObject({
      status: 401,
      json: refusal,
    });
  });

  test('a token signed with another key is refused', async () => {
    const forged = `${token.slice(0, -10)}AAAAAAAAAA`;
    expect(await deployment.call({ method, token: forged, ...content })).toMatchObject({
      status: 401,
      json: refusal,
    });
  });
}

/** For functions that need a signed-in person. */
export function patientAccessTests(
  deployment: Deployment,
  { isAlsoRead = false, ...call }: Accepted & { query?: Record<string, string> },
): void {
  accessTests(deployment, { ...call, isAlsoRead });

  test('the public key alone is nobody', async () => {
    expect(await deployment.call(call)).toMatchObject({ status: 401, json: refusal });
  });

  test('a token whose session was signed out is refused at once', async () => {
    const patient = await deployment.patient();
    expect((await deployment.call({ ...call, token: patient.token })).status).toBe(200);
    await signOut(deployment.server(), patient);
    expect(await deployment.call({ ...call, token: patient.token })).toMatchObject({
      status: 401,
      json: refusal,
    });
  });

  test('access ends with the invitation', async () => {
    const patient = await deployment.patient();
    await deployment.server().database.query(
      `update public.invitations set revoked_at = now()
         where email = (select customer_email from public.customers where user_id = $1)`,
      [patient.id],
    );
    expect(await deployment.call({ ...call, token: patient.token })).toMatchObject({
      status: 401,
      json: refusal,
    });
  });
}
