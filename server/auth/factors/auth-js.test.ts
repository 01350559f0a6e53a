import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeploymentKind } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { codeOf, enroll, newEnrolled, newStaff, signInAgain, testClock } from '../testing/staff.ts';

/* Supabase's client from npm, against our server, on our own tables and on a Supabase project's. */
describe.each<DeploymentKind>(['embedded', 'supabase'])(
  'on the tables of the %s deployment',
  (deployment) => {
    const clock = testClock();
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({}, { deployment, now: clock.now });
    });
    afterAll(() => server.stop());

    test('enroll gives a secret, an address for the app and a picture of it', async () => {
      const { client, email } = await newStaff(server);
      const { data, error } = await client.auth.mfa.enroll({
        factorType: 'totp',
        friendlyName: 'Phone',
        issuer: 'Béa clinic',
      });
      expect(error).toBeNull();
      expect(data).toEqual({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        type: 'totp',
        friendly_name: 'Phone',
        totp: {
          qr_code: expect.stringMatching(/^data:image\/svg\+xml;utf-8,<svg [^]*<\/svg>$/),
          secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
          uri: `otpauth://totp/B%C3%A9a%20clinic:${email}?algorithm=SHA1&digits=6&issuer=B%C3%A9a%20clinic&period=30&secret=${data!.totp.secret}`,
        },
      });
      // A `#` would end the picture's URL.
      expect(data!.totp.qr_code).not.toContain('#');
      expect(data!.totp.qr_code.length).toBeLessThan(100_000);
    });

    test('a factor counts once its first code is verified', async () => {
      const { client, session } = await newStaff(server);
      const { factorId, secret } = await enroll(client);
      const level = async () => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
      const factor = { id: factorId, friendly_name: 'Phone', factor_type: 'totp', phone: '' };
      expect((await client.auth.mfa.listFactors()).data).toMatchObject({
        all: [{ ...factor, status: 'unverified', last_challenged_at: null }],
        totp: [],
      });
      expect(await level()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

      const challenge = await client.auth.mfa.challenge({ factorId });
      expect(challenge).toEqual({
        data: { id: expect.any(String), type: 'totp', expires_at: expect.any(Number) },
        error: null,
      });
      const seconds = challenge.data!.expires_at - Date.now() / 1000;
      expect(seconds).toBeGreaterThan(290);
      expect(seconds).toBeLessThan(301);

      const verified = await client.auth.mfa.verify({
        factorId,
        challengeId: challenge.data!.id,
        code: codeOf(secret, clock.now()),
      });
      expect(verified.error).toBeNull();
      expect(verified.data).toEqual({
        access_token: expect.any(String),
        token_type: 'bearer',
        expires_in: 600,
        expires_at: expect.any(Number),
        refresh_token: expect.any(String),
        user: expect.objectContaining({
          factors: [
            expect.objectContaining({
              ...factor,
              status: 'verified',
              last_challenged_at: expect.stringMatching(/Z$/),
            }),
          ],
        }),
      });
      expect(verified.data!.refresh_token).not.toBe(session.refresh_token);
      const [before, after] = [session, verified.data!].map(({ access_token }) => decodeJwt(access_token));
      expect(before).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
      expect(after).toMatchObject({ aal: 'aal2', session_id: before!['session_id'] });
      expect((await client.auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factorId }]);
      expect(await level()).toMatchObject({
        currentLevel: 'aal2',
        nextLevel: 'aal2',
        currentAuthenticationMethods: [{ method: 'totp' }, { method: 'otp' }],
      });
    });

    test('a refresh keeps the raised session, its level and how it was verified', async () => {
      const { client, session, factorId } = await newEnrolled(server);
      const claims = decodeJwt(session.access_token);
      const { data } = await client.auth.refreshSession();
      const after = decodeJwt(data.session!.access_token);
      expect(after).toMatchObject({ aal: 'aal2', session_id: claims['session_id'], amr: claims['amr'] });
      const { rows } = await server.database.query(
        'select aal::text, factor_id from auth.sessions where id = $1',
        [claims['session_id']],
      );
      expect(rows).toEqual([{ aal: 'aal2', factor_id: factorId }]);
    });

    test('signing in again starts at aal1, and says there is a second factor', async () => {
      const staff = await newEnrolled(server);
      const { client, session } = await signInAgain(server, staff);
      expect(decodeJwt(session.access_token)).toMatchObject({
        aal: 'aal1',
        amr: [{ method: 'otp', timestamp: expect.any(Number) }],
      });
      const { data } = await client.auth.mfa.getAuthenticatorAssuranceLevel();
      expect(data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
      clock.pass(30);
      const code = codeOf(staff.secret, clock.now());
      const verified = await client.auth.mfa.challengeAndVerify({ factorId: staff.factorId, code });
      expect(verified.error).toBeNull();
      expect(decodeJwt(verified.data!.access_token)['aal']).toBe('aal2');
    });

    test('without the factor its sessions fall back to aal1', async () => {
      const { client, factorId } = await newEnrolled(server);
      expect(await client.auth.mfa.unenroll({ factorId })).toEqual({ data: { id: factorId }, error: null });
      expect((await client.auth.mfa.listFactors()).data!.all).toEqual([]);
      const { data } = await client.auth.refreshSession();
      expect(data.user).not.toHaveProperty('factors');
      expect(decodeJwt(data.session!.access_token)).toMatchObject({ aal: 'aal1', amr: [{ method: 'otp' }] });
      const { rows } = await server.database.query(
        'select aal::text, factor_id from auth.sessions where user_id = $1',
        [data.user!.id],
      );
      expect(rows).toEqual([{ aal: 'aal1', factor_id: null }]);
    });

    test('the client learns why a code is refused', async () => {
      const { client, factorId, secret } = await newEnrolled(server);
      const wrong = codeOf(secret, new Date(0));
      const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: wrong });
      expect(error).toMatchObject({
        status: 422,
        code: 'mfa_verification_failed',
        message: 'Invalid TOTP code entered',
      });
    });
  },
);
