import { expect } from 'vitest';
import { inviteMember } from '../../../server/testing/team.ts';
import { inBothDeployments, inBothDeploymentsAt, test } from './testing/deployments.ts';

const SAME = { status: 200, json: {} };

inBothDeployments('send-team-code', (deployment) => {
  const ask = (email: string) => deployment.call({ body: { email } });
  const mails = async (email: string) => (await deployment.server().mail(email)).length;

  test('a care team member gets a code that signs in, and one a minute', async () => {
    const server = deployment.server();
    const { email } = await inviteMember(server.database, 'coach');
    for (const typed of [email.toUpperCase(), email]) expect(await ask(typed)).toMatchObject(SAME);
    const [mail, ...others] = await server.mail(email);
    expect([mail?.code, others]).toEqual([expect.stringMatching(/^\d{6}$/), []]);
    // On Supabase the auth service is GoTrue. Our server replaces it only for the requests functions send.
    if (deployment.kind !== 'embedded') return;
    const answer = await fetch(`${server.url}/auth/v1/verify`, {
      method: 'POST',
      headers: { apikey: server.keys.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ email, token: mail!.code, type: 'email' }),
    });
    expect(answer.status).toBe(200);
  });

  test('a patient, someone who left, an uninvited host and a stranger get no email, and the same answer', async () => {
    const server = deployment.server();
    const [left, host] = [`${crypto.randomUUID()}@clinic.example`, `${crypto.randomUUID()}@clinic.example`];
    const { person } = await inviteMember(server.database, 'coach', left);
    await server.database.query('select public.team_deactivate(null, $1)', [person]);
    await server.database.query(
      `insert into public.care_team (name, role, email, time_zone) values ('Host', 'coach', $1, 'UTC')`,
      [host],
    );
    await server.invite('robin@example.com');
    for (const email of ['robin@example.com', left, host, 'nobody@example.com']) {
      expect(await ask(email)).toMatchObject(SAME);
      expect([email, await mails(email)]).toEqual([email, 0]);
    }
  });

  if (deployment.kind === 'supabase') {
    test('on Supabase the auth service’s clock reveals nothing about the team’s code', async () => {
      const { database } = deployment.server();
      const { email } = await inviteMember(database, 'coach');
      // The state GoTrue leaves.
      await database.query(
        `insert into auth.users (id, email, email_confirmed_at, recovery_sent_at, confirmation_sent_at)
         values (gen_random_uuid(), $1, now(), now(), now() - interval '1 day')`,
        [email],
      );
      await ask(email);
      const { rows } = await database.query(
        `select recovery_sent_at <= now() - interval '1 minute' and recovery_sent_at > now() - interval '2 minutes' as is_set_back,
           confirmation_sent_at < now() - interval '23 hours' as is_kept
         from auth.users where email = $1`,
        [email],
      );
      expect(rows).toEqual([{ is_set_back: true, is_kept: true }]);
    });

    test('on Supabase a portal code keeps its clock when the team’s is requested after it', async () => {
      const server = deployment.server();
      const { email } = await inviteMember(server.database, 'coach');
      const fromPortal = await fetch(`${server.url}/auth/v1/otp`, {
        method: 'POST',
        headers: { apikey: server.keys.serviceRoleKey, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      expect(fromPortal.status).toBe(200);
      await server.database.query(
        `insert into auth.users (id, email, email_confirmed_at, recovery_sent_at) values (gen_random_uuid(), $1, now(), now())`,
        [email],
      );
      // The auth service refuses a second code within the same minute.
      await ask(email);
      const { rows } = await server.database.query(
        `select recovery_sent_at > now() - interval '50 seconds' as is_kept from auth.users where email = $1`,
        [email],
      );
      expect(rows).toEqual([{ is_kept: true }]);
    });
  }

  test('an invalid address is refused', async () => {
    expect(await ask('nobody')).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });
});

inBothDeploymentsAt('0.1', 'send-team-code', (deployment) => {
  test('trying address after address is stopped, and reveals nothing more', async () => {
    const { email } = await inviteMember(deployment.server().database, 'coach');
    const asked = Array.from({ length: 40 }, (_, n) =>
      deployment.call({ body: { email: `nobody${n}@example.com` } }),
    );
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect((await deployment.call({ body: { email } })).status).toBe(429);
  });
});
