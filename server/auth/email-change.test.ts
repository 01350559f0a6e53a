import { expect, test } from 'vitest';
import { addressChangedEmail } from '../../domain/notifications/address-emails.ts';
import type { TeamToday } from '../../domain/contracts/team/team-today.ts';
import { newMember } from '../testing/team.ts';
import { startTestServer, withTestServer } from '../testing/test-server.ts';
import {
  addressesOf,
  askForChange,
  submitChangeCode,
  confirmBoth,
  newMover,
  newMoverWithCodes,
  onBothTables,
  someAddress,
  statusOf,
} from './testing/email-changes.ts';
import { askForCode, codeFor, signIn } from './testing/patients.ts';

const CANNOT = { status: 422, code: 'email_exists', message: 'This address cannot be used.' };
const REFUSED = [401, 403];

onBothTables((home) => {
  const rowsOf = async (text: string, values: unknown[] = []) =>
    (await home().database.query(text, values)).rows;
  const confirmed = async (answer: Response) =>
    expect(await answer.json()).toMatchObject({ access_token: expect.any(String) });

  test('with a code from the old mailbox and one from the new, everything has the new address', async () => {
    const server = home();
    const mover = await newMover(server);
    const { rows } = await server.database.query<{ id: string }>(
      'insert into auth.sessions (user_id) values ($1) returning id',
      [mover.id],
    );
    const elsewhere = rows[0]!.id;
    const begun = await mover.client.auth.updateUser({ email: mover.to.toUpperCase() });
    expect(begun.error).toBeNull();
    expect(begun.data.user).toMatchObject({ email: mover.from, new_email: mover.to });
    expect(begun.data.user?.email_change_sent_at).toMatch(/Z$/);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: mover.to });
    expect((await server.mail(mover.from))[0]).toMatchObject({ subject: 'Your confirmation code' });

    const first = await submitChangeCode(server, mover.from, await codeFor(server, mover.from));
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual({
      code: '200',
      msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    });
    const token = await codeFor(server, mover.to);
    const second = await mover.client.auth.verifyOtp({ email: mover.to, token, type: 'email_change' });
    expect(second.error).toBeNull();
    expect(second.data.user).toMatchObject({ id: mover.id, email: mover.to });
    expect(second.data.user).not.toHaveProperty('new_email');
    expect(second.data.session?.access_token).not.toBe(mover.token);
    expect(await addressesOf(server, mover)).toEqual({
      email: mover.to,
      record: mover.to,
      invitation: mover.to,
      pending: '',
    });
    // Only the new session remains.
    const sessions = await rowsOf('select id from auth.sessions where user_id = $1', [mover.id]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]!['id']).not.toBe(elsewhere);
    expect((await mover.client.auth.getUser()).data.user?.email).toBe(mover.to);
    expect(REFUSED).toContain(await statusOf(server, mover.token));
  });

  test('both mailboxes are told, waiting messages go to the new one, and the log says who it was', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    await server.database.query(
      `insert into public.outbox (key, channel, recipient, body_text, user_id) values
         ('waits:' || $1, 'email', $2, 'later', $3), ('host:' || $1, 'email', 'host@clinic.example', 'for the host', $3)`,
      [mover.id, mover.from, mover.id],
    );
    await confirmBoth(server, mover);
    const { subject, text } = addressChangedEmail();
    const messages = await rowsOf(
      'select recipient, subject, body_text, purpose from public.outbox where user_id = $1 order by purpose, recipient',
      [mover.id],
    );
    expect(messages).toEqual([
      { recipient: 'host@clinic.example', subject: null, body_text: 'for the host', purpose: 'news' },
      { recipient: mover.to, subject: null, body_text: 'later', purpose: 'news' },
      { recipient: mover.from, subject, body_text: text, purpose: 'security' },
      { recipient: mover.to, subject, body_text: text, purpose: 'security' },
    ]);
    const log = await rowsOf(
      `select distinct kind, actor_id, actor_role from public.audit_log where subject_id = $1 order by kind`,
      [mover.id],
    );
    const actor = { actor_id: mover.id, actor_role: 'authenticated' };
    expect(log).toEqual([
      { kind: 'customers', ...actor },
      { kind: 'email_address', ...actor },
    ]);
    const exported = await rowsOf(
      `select message ->> 'recipient' as recipient
       from jsonb_array_elements(public.export_my_data($1) -> 'outbox') as message`,
      [mover.id],
    );
    const own = exported.map(({ recipient }) => String(recipient));
    expect(own.sort()).toEqual([mover.from, mover.to, mover.to, 'your care team'].sort());
  });

  test('a patient whose account is being deleted is told too', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    await server.database.query(
      `insert into public.account_deletions (user_id, delete_after) values ($1, now() + interval '7 days')`,
      [mover.id],
    );
    await confirmBoth(server, mover);
    const leased = await rowsOf(
      `select recipient from public.lease_outbox(100, 60) where user_id = $1 order by 1`,
      [mover.id],
    );
    expect(leased).toEqual([{ recipient: mover.from }, { recipient: mover.to }]);
  });

  test('an address that is invited, once was, is taken or belongs to the team is refused, all with the same words', async () => {
    const server = home();
    const [invited, revoked, team] = [someAddress('invited'), someAddress('revoked'), someAddress('team')];
    await server.invite(invited);
    await server.invite(revoked);
    await server.database.query('update public.invitations set revoked_at = now() where email = $1', [
      revoked,
    ]);
    await server.database.query(
      `insert into public.care_team (name, role, email, time_zone) values ('Robin', 'coach', $1, 'UTC')`,
      [team],
    );
    const taken = (await newMover(server)).from;
    for (const email of [invited, revoked, team, taken]) {
      const mover = await newMover(server);
      expect((await mover.client.auth.updateUser({ email })).error).toMatchObject(CANNOT);
      expect(await (await askForChange(server, mover.token, email)).json()).toEqual({ usable: false });
      expect(await server.mail(email)).toEqual([]);
      expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: '' });
      // The trigger has the last word, no matter who writes.
      for (const column of ['email', 'email_change']) {
        await expect(
          server.database.query(`update auth.users set ${column} = $2 where id = $1`, [mover.id, email]),
        ).rejects.toMatchObject({ code: 'PT422', message: 'This address cannot be used.' });
      }
    }
  });

  test('an address that is invited while the codes are on their way keeps its invitation, and the change ends', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    await submitChangeCode(server, mover.from, await codeFor(server, mover.from));
    await server.invite(mover.to);
    const token = await codeFor(server, mover.to);
    const refused = await mover.client.auth.verifyOtp({ email: mover.to, token, type: 'email_change' });
    expect(refused.error).toMatchObject(CANNOT);
    expect(await addressesOf(server, mover)).toMatchObject({ email: mover.from, pending: '' });
    expect((await mover.client.auth.getUser()).data.user?.email).toBe(mover.from);
    expect((await submitChangeCode(server, mover.to, token)).status).toBe(403);
  });

  test('anyone who is no longer invited changes nothing', async () => {
    const server = home();
    const mover = await newMoverWithCodes(server);
    await server.database.query('update public.invitations set revoked_at = now() where email = $1', [
      mover.from,
    ]);
    expect((await submitChangeCode(server, mover.from, await codeFor(server, mover.from))).status).toBe(403);
    expect((await askForChange(server, mover.token, mover.to)).status).toBe(401);
  });

  test('two servers on one database behave as one', async () => {
    const server = home();
    const other = await startTestServer({}, { database: { url: server.databaseUrl } });
    const mover = await newMoverWithCodes(server);
    expect((await submitChangeCode(other, mover.from, await codeFor(server, mover.from))).status).toBe(200);
    await confirmed(await submitChangeCode(server, mover.to, await codeFor(server, mover.to)));
    expect(REFUSED).toContain(await statusOf(other, mover.token));
    await other.stop();
  });
});

test('a changed address ends ‘Email not delivered’: what did not reach the old one goes to the new one', async () => {
  const server = await withTestServer();
  const admin = await newMember(server, 'administrator');
  const mover = await newMoverWithCodes(server);
  await server.database.query(
    'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
    [mover.id],
  );
  await server.database.query(
    `insert into public.outbox (key, channel, recipient, body_text, purpose, user_id, parked_at, attempts)
     values ('parked:' || $1, 'email', $2, 'waits', 'security', $1::uuid, now(), 8)`,
    [mover.id, mover.from],
  );
  const titles = async () => {
    const answer = await fetch(`${server.url}/functions/v1/team-today`, {
      headers: { authorization: `Bearer ${admin.token}` },
    });
    const { items } = (await answer.json()) as TeamToday;
    return items.filter(({ patient }) => patient?.id === mover.id).map(({ title }) => title);
  };
  expect(await titles()).toEqual(['Email not delivered']);
  await confirmBoth(server, mover);
  expect(await titles()).toEqual([]);
  const { rows } = await server.database.query(
    `select recipient, attempts, parked_at from public.outbox where key = 'parked:' || $1`,
    [mover.id],
  );
  expect(rows).toEqual([{ recipient: mover.to, attempts: 0, parked_at: null }]);
});

test('from then on the new address signs in to the same account, and the old one is a stranger’s', async () => {
  const server = await withTestServer();
  const { client, session } = await signIn(server, 'from@example.com');
  const mover = {
    client,
    id: session.user.id,
    token: session.access_token,
    from: 'from@example.com',
    to: 'to@example.com',
  };
  const elsewhere = (await signIn(server, mover.from)).client;
  await client.auth.updateUser({ email: mover.to });
  expect((await confirmBoth(server, mover)).error).toBeNull();
  expect((await elsewhere.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  expect((await client.auth.refreshSession()).data.user?.email).toBe(mover.to);
  expect((await signIn(server, mover.to)).session.user.id).toBe(mover.id);
  expect((await askForCode(server, mover.from)).status).toBe(422);
  const codes = await server.database.query('select from portal_server.sign_in_codes where email = $1', [
    mover.from,
  ]);
  expect(codes.rows).toEqual([]);
});
