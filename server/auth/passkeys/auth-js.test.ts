import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeploymentKind } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { clientOf } from '../testing/patients.ts';
import { authenticatorOf } from '../testing/passkeys.ts';
import { signInAgain } from '../testing/staff.ts';

type Client = ReturnType<typeof clientOf>;
type Keys = ReturnType<typeof authenticatorOf>;

/* Supabase's client from npm, against our server, on our own tables and on a Supabase project's. */
describe.each<DeploymentKind>(['embedded', 'supabase'])(
  'on the tables of the %s deployment',
  (deployment) => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer({}, { deployment });
    });
    afterAll(() => server.stop());

    /** Supabase's tables want some columns filled in that ours fill in themselves. */
    async function signIn(email: string) {
      await server.invite(email);
      await server.database.query('insert into auth.users (email, email_confirmed_at) values ($1, now())', [
        email,
      ]);
      return signInAgain(server, { email });
    }

    async function add({ auth }: Client, keys: Keys, forged = {}) {
      const { data, error } = await auth.passkey.startRegistration();
      if (error) throw error;
      const credential = keys.create(data.options, forged);
      return auth.passkey.verifyRegistration({
        challengeId: data.challenge_id,
        credential,
      });
    }

    async function enter({ auth }: Client, keys: Keys, forged = {}) {
      const { data, error } = await auth.passkey.startAuthentication();
      if (error) throw error;
      const credential = keys.get(data.options, forged);
      return auth.passkey.verifyAuthentication({
        challengeId: data.challenge_id,
        credential,
      });
    }

    test('a patient adds a passkey, signs in with it, renames it and removes it', async () => {
      const { client } = await signIn('ada@example.com');
      const keys = authenticatorOf(server, Buffer.from('ea9b8d664d011d213ce4b6b48cb575d4', 'hex'));
      const added = await add(client, keys);
      expect(added.error).toBeNull();
      expect(added.data).toEqual({
        id: expect.any(String),
        friendly_name: 'Google Password Manager',
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      });

      const phone = clientOf(server);
      const entered = await enter(phone, keys);
      expect(entered.error).toBeNull();
      expect(entered.data!.user!.email).toBe('ada@example.com');
      const claims = decodeJwt(entered.data!.session!.access_token);
      expect(claims).toMatchObject({
        aal: 'aal1',
        amr: [{ method: 'passkey', timestamp: expect.any(Number) }],
      });
      const renewed = await phone.auth.refreshSession();
      expect(decodeJwt(renewed.data.session!.access_token)['amr']).toEqual(claims['amr']);

      const id = added.data!.id;
      const renamed = await client.auth.passkey.update({ passkeyId: id, friendlyName: ' My phone ' });
      expect(renamed.data).toMatchObject({ id, friendly_name: 'My phone' });
      const listed = await client.auth.passkey.list();
      expect(listed.data).toEqual([{ ...renamed.data, last_used_at: expect.any(String) }]);

      expect((await client.auth.passkey.delete({ passkeyId: id })).error).toBeNull();
      expect((await client.auth.passkey.list()).data).toEqual([]);
      expect((await phone.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await enter(clientOf(server), keys)).error?.code).toBe('webauthn_verification_failed');
    });

    test('the options name this site, the person by their id, and what they have already', async () => {
      const { client, session } = await signIn('ben@example.com');
      const keys = authenticatorOf(server);
      await add(client, keys);
      const { data } = await client.auth.passkey.startRegistration();
      expect(data!.options).toMatchObject({
        rp: { id: 'localhost', name: 'Béa' },
        user: { id: Buffer.from(session.user.id).toString('base64url'), name: 'ben@example.com' },
        timeout: 300_000,
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: [
          { type: 'public-key', id: keys.credentialId.toString('base64url'), transports: ['internal'] },
        ],
      });
      expect(data!.expires_at).toBeGreaterThan(Date.now() / 1000 + 290);
      const asked = await clientOf(server).auth.passkey.startAuthentication();
      expect(asked.data!.options).toEqual({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        rpId: 'localhost',
        userVerification: 'required',
      });
    });

    test('adding and removing a passkey is emailed and in the patient’s own log, in the same transaction', async () => {
      const { client, session } = await signIn('eve@example.com');
      const added = await add(client, authenticatorOf(server));
      await client.auth.passkey.delete({ passkeyId: added.data!.id });
      const { rows } = await server.database.query(
        `select subject, purpose, xmin = (select xmin from public.audit_log as line
           where kind = 'passkey' and line.subject_id = outbox.user_id and line.at = outbox.created_at) as is_together
         from public.outbox where recipient = 'eve@example.com' and key like 'passkey:%' order by created_at`,
      );
      expect(rows).toEqual([
        { subject: 'A passkey was added', purpose: 'security', is_together: true },
        { subject: 'A passkey was removed', purpose: 'security', is_together: true },
      ]);
      const log = await server.database.query(
        `select action, actor_id from public.audit_log where kind = 'passkey' and subject_id = $1 order by id`,
        [session.user.id],
      );
      expect(log.rows).toEqual([
        { action: 'insert', actor_id: session.user.id },
        { action: 'delete', actor_id: session.user.id },
      ]);
    });

    test('removing one passkey leaves the sessions of another', async () => {
      const { client } = await signIn('gus@example.com');
      const [first, second] = [authenticatorOf(server), authenticatorOf(server)];
      const lost = await add(client, first);
      await add(client, second);
      const phone = clientOf(server);
      await enter(phone, second);
      await client.auth.passkey.delete({ passkeyId: lost.data!.id });
      expect((await phone.auth.getUser()).error).toBeNull();
    });
  },
);

test('a site that is an IP address has no passkeys, and says so', async () => {
  const server = await startTestServer({ SITE_URL: 'http://192.0.2.7:3000' });
  const { error } = await clientOf(server).auth.passkey.startAuthentication();
  expect(error).toMatchObject({ status: 404, code: 'passkey_disabled' });
  const settings = await fetch(`${server.url}/auth/v1/settings`);
  expect(await settings.json()).toMatchObject({ passkeys_enabled: false });
  await server.stop();
});
