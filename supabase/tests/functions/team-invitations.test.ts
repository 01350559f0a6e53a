import { expect } from 'vitest';
import { LISTED_AT_ONCE, TeamInvitationsAnswer } from '../../../domain/contracts/team/team-invitations.ts';
import { TeamTodayAnswer } from '../../../domain/contracts/team/team-today.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };

inBothDeployments('team-invitations', (deployment) => {
  const sql = (text: string, values: unknown[] = []) => deployment.server().database.query(text, values);
  const admin = () => newMember(deployment.server(), 'administrator');
  const address = () => `${crypto.randomUUID().slice(0, 13)}@example.com`;
  const list = async ({ token }: Member, query: Record<string, string> = {}) =>
    TeamInvitationsAnswer.parse((await deployment.call({ token, query })).json);
  const one = async (who: Member, email: string) =>
    (await list(who, { search: email })).invitations.find((invited) => invited.email === email);
  const send = ({ token }: Member, body: object, key: string = crypto.randomUUID()) =>
    deployment.call({ token, body, headers: { 'Idempotency-Key': key } });
  const invite = (who: Member, email: string, key?: string) =>
    send(who, { action: 'invite', email, first: 'Robin', last: 'Castellano' }, key);
  const mailsTo = async (email: string) =>
    (
      await sql(
        'select subject, body_text, body_html, dropped_at from public.outbox where recipient = $1 order by created_at, id',
        [email],
      )
    ).rows;
  const aDayLater = (email: string) =>
    sql(`update public.invitations set emailed_at = emailed_at - interval '1 day' where email = $1`, [email]);

  test('a patient is invited, and gets an email that does not say what for', async () => {
    const [who, email] = [await admin(), address()];
    expect((await invite(who, email.toUpperCase())).status).toBe(200);
    expect(await one(who, email)).toMatchObject({
      firstName: 'Robin',
      lastName: 'Castellano',
      state: 'invited',
      patient: null,
      mail: { state: expect.stringMatching(/^(waiting|sent)$/) as string },
      kit: null,
    });
    const [mail, ...more] = await mailsTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your portal is ready' });
    expect(mail!['body_text']).toContain('Hello Robin,');
    const words = Object.values(mail!).join(' ');
    expect(words).not.toMatch(/fertil|pregnan|treatment|clinic|ovulat|patient|test|coach|care/i);
  });

  test('the same request sent again invites once and emails once; another for the same address is refused', async () => {
    const [who, email, key] = [await admin(), address(), crypto.randomUUID()];
    await Promise.all([invite(who, email, key), invite(who, email, key), invite(who, email, key)]);
    expect(await mailsTo(email)).toHaveLength(1);
    expect(await invite(who, email)).toMatchObject({ status: 409, json: { code: 'already_invited' } });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('a text to the duty phone that was not sent is sent again, and only that ends its item', async () => {
    const [who, patient] = [await admin(), await deployment.patient()];
    const item = async () => {
      const response = await fetch(`${deployment.server().url}/functions/v1/team-today`, {
        headers: { authorization: `Bearer ${who.token}` },
      });
      return TeamTodayAnswer.parse(await response.json()).items.find(({ rule }) => rule === 'alarm-not-sent');
    };
    const alarm = `urgent-symptoms:${crypto.randomUUID()}`;
    await sql('insert into private.attention_alarms (key, user_id) values ($1, $2)', [alarm, patient.id]);
    await sql(
      `insert into public.outbox (key, channel, recipient, body_text, created_at, attempts, parked_at)
       values ('alarm:' || $1, 'sms', '+15550199', 'Béa', now() - interval '11 minutes', 8, now())`,
      [alarm],
    );
    const { key } = (await item())!;
    const done = await fetch(`${deployment.server().url}/functions/v1/team-decide`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ key, decision: 'done', outcome: 'nothing' }),
    });
    expect(done.status).toBe(403);
    expect(await send(who, { action: 'resend-alarm' })).toMatchObject({ status: 200 });
    const { rows } = await sql(
      'select attempts, parked_at, send_after <= now() as is_due from public.outbox where key = $1',
      [`alarm:${alarm}`],
    );
    expect(rows).toEqual([{ attempts: 0, parked_at: null, is_due: true }]);
    await sql('update public.outbox set sent_at = now() where key = $1', [`alarm:${alarm}`]);
    expect(await item()).toBeUndefined();
    expect(await send(who, { action: 'resend-alarm' })).toMatchObject(CHANGED);
  });

  test('the email can be resent after a day, but not after the patient has signed in', async () => {
    const [who, email] = [await admin(), address()];
    await invite(who, email);
    expect(await send(who, { action: 'send-again', email })).toMatchObject(CHANGED);
    await aDayLater(email);
    expect((await send(who, { action: 'send-again', email })).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
    await aDayLater(email);
    await sql(
      `insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())`,
      [email],
    );
    expect(await send(who, { action: 'send-again', email })).toMatchObject(CHANGED);
    expect(await one(who, email)).toMatchObject({
      state: 'signed-in',
      patient: expect.any(String) as string,
    });
  });

  test('a week without a sign-in is shown', async () => {
    const [who, email] = [await admin(), address()];
    await invite(who, email);
    await sql(`update public.invitations set emailed_at = now() - interval '8 days' where email = $1`, [
      email,
    ]);
    expect(await one(who, email)).toMatchObject({ state: 'unused' });
    expect((await list(who, { state: 'unused' })).invitations.map((each) => each.email)).toContain(email);
    expect((await list(who, { state: 'invited', search: email })).invitations).toEqual([]);
  });

  test('a revoked patient cannot sign in, gets no waiting email, and can be invited again', async () => {
    const [who, email] = [await admin(), address()];
    await invite(who, email);
    expect((await send(who, { action: 'revoke', email })).status).toBe(200);
    expect(await send(who, { action: 'revoke', email })).toMatchObject(CHANGED);
    expect(await send(who, { action: 'send-again', email })).toMatchObject(CHANGED);
    expect((await list(who, { state: 'revoked', search: email })).invitations).toMatchObject([
      { email, state: 'revoked' },
    ]);
    const { rows } = await sql('select public.ask_invitation($1, null) as answer', [email]);
    expect(rows[0]!['answer']).toMatchObject({ invited: false });
    expect((await invite(who, email)).status).toBe(200);
    expect(await one(who, email)).toMatchObject({ state: 'invited' });
  });

  test('an address can be corrected until the first sign-in, and never after', async () => {
    const [who, wrong, right] = [await admin(), address(), address()];
    await invite(who, wrong);
    await sql('insert into auth.users (id, email) values (gen_random_uuid(), $1)', [wrong]);
    expect((await send(who, { action: 'correct', email: wrong, to: right })).status).toBe(200);
    expect(await one(who, wrong)).toBeUndefined();
    expect(await one(who, right)).toMatchObject({ state: 'invited', firstName: 'Robin' });
    expect((await sql('select from auth.users where email = $1', [wrong])).rows).toEqual([]);
    expect((await mailsTo(wrong)).every((mail) => mail['dropped_at'] !== null)).toBe(true);
    expect(await mailsTo(right)).toHaveLength(1);

    await sql(
      'insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())',
      [right],
    );
    expect(await send(who, { action: 'correct', email: right, to: address() })).toMatchObject(CHANGED);
    expect(await one(who, right)).toMatchObject({ state: 'signed-in' });
  });

  const HOME = { line1: '350 Fifth Avenue', line2: null, city: 'New York', state: 'NY', zip: '10118' };

  test('name and phone are edited before the first sign-in, and name, phone and address of a record afterward', async () => {
    const [who, email] = [await admin(), address()];
    await invite(who, email);
    const edit = (change: object) => send(who, { action: 'edit', email, ...change });
    expect((await edit({ first: 'Zoë', phone: '(555) 123-4567' })).status).toBe(200);
    expect(await one(who, email)).toMatchObject({
      firstName: 'Zoë',
      lastName: 'Castellano',
      contact: { phone: '+15551234567' },
    });
    expect(await edit({ address: HOME })).toMatchObject({ status: 409, json: { code: 'not_now' } });
    await sql(
      'insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())',
      [email],
    );
    // Until both consents are given, everyone sees name and address only.
    expect(await one(who, email)).toMatchObject({ contact: null });
    expect((await edit({ last: 'Reed' })).status).toBe(200);
    expect(await edit({ phone: null })).toMatchObject(NOT_ALLOWED);
    await sql(
      `update public.customers set privacy_policy_accepted = true, data_usage_consent = true, birth_date = '1992-03-14'
       where customer_email = $1`,
      [email],
    );
    expect((await edit({ phone: '555 765 4321', address: HOME })).status).toBe(200);
    expect(await one(who, email)).toMatchObject({
      firstName: 'Zoë',
      lastName: 'Reed',
      contact: { phone: '+15557654321', birthDate: '1992-03-14' },
      kit: { address: HOME },
    });
    await sql('update public.customers set data_usage_consent = false where customer_email = $1', [email]);
    expect(await one(who, email)).toMatchObject({ contact: null, kit: null });
    const { rows } = await sql(
      `select customer_first_name, customer_last_name, phone_changed_by_team from public.customers where customer_email = $1`,
      [email],
    );
    expect(rows).toEqual([
      { customer_first_name: 'Zoë', customer_last_name: 'Reed', phone_changed_by_team: true },
    ]);
    expect((await mailsTo(email)).map(({ subject }) => subject)).toContain('Your phone number has changed');
    const log = await sql(
      `select distinct action, kind from public.audit_log where actor_id = $1 and kind in ('customers', 'invited_details')
       order by kind`,
      [who.person],
    );
    expect(log.rows).toEqual([
      { action: 'update', kind: 'customers' },
      { action: 'update', kind: 'invited_details' },
    ]);
    await send(who, { action: 'revoke', email });
    expect(await edit({ first: 'Late' })).toMatchObject(CHANGED);
  });

  test('neither another invitation nor a team address can be taken over', async () => {
    const [who, one_, other] = [await admin(), address(), address()];
    await invite(who, one_);
    await invite(who, other);
    expect(await send(who, { action: 'correct', email: one_, to: other })).toMatchObject({
      status: 409,
      json: { code: 'already_invited' },
    });
    for (const body of [
      { action: 'correct', email: one_, to: who.email },
      { action: 'invite', email: who.email, first: 'A', last: 'B' },
    ])
      expect(await send(who, body)).toMatchObject({ status: 422, json: { code: 'address_of_team' } });
  });

  const person = (email: string, details: object = {}) => ({
    email,
    first: 'Robin',
    last: 'Castellano',
    ...details,
  });
  const check = async (who: Member, people: object[]) =>
    ((await send(who, { action: 'check-list', people })).json as { outcomes: string[] }).outcomes;
  const importing = async (who: Member, people: object[], key?: string) =>
    ((await send(who, { action: 'import', people }, key)).json as { outcomes: string[] }).outcomes;

  test('checking a list changes nothing, and importing it twice invites each person once', async () => {
    const who = await admin();
    const [fresh, known, changed, gone, ended] = Array.from({ length: 5 }, address);
    await invite(who, known!);
    await invite(who, changed!);
    await invite(who, gone!);
    await invite(who, ended!);
    await send(who, { action: 'revoke', email: ended });
    await sql(
      'insert into auth.users (id, email, email_confirmed_at) values (gen_random_uuid(), $1, now())',
      [gone],
    );
    const people = [
      person(fresh!, { first: `<b>O'Neil & "Co"`, phone: '+1 555 0100' }),
      person(known!),
      person(changed!, { last: 'Newname' }),
      person(gone!, { last: 'Newname' }),
      person(ended!),
      person(who.email),
    ];
    const before = await sql('select * from public.invitations order by email');
    const states = ['new', 'same', 'changed', 'same', 'ended', 'team'];
    expect(await check(who, people)).toEqual(states);
    expect(await check(who, people)).toEqual(states);
    expect((await sql('select * from public.invitations order by email')).rows).toEqual(before.rows);
    expect(await mailsTo(fresh!)).toEqual([]);

    const key = crypto.randomUUID();
    expect(await importing(who, people, key)).toEqual(states);
    expect(await importing(who, people, key)).toEqual(states);
    expect(await importing(who, people)).toEqual(['same', 'same', 'same', 'same', 'ended', 'team']);
    const [mail, ...more] = await mailsTo(fresh!);
    expect(more).toEqual([]);
    expect(mail!['body_text']).toContain(`Hello <b>O'Neil & "Co",`);
    expect(mail!['body_html']).toContain('Hello &lt;b&gt;O&#39;Neil &amp; &quot;Co&quot;,');
    expect(await mailsTo(changed!)).toHaveLength(1);
    expect(await one(who, changed!)).toMatchObject({ lastName: 'Newname', state: 'invited' });
    expect(await one(who, gone!)).toMatchObject({ lastName: 'Castellano' });
    expect(await one(who, ended!)).toMatchObject({ state: 'revoked' });
    const { rows } = await sql(
      `select action, kind, count(*)::int from public.audit_log where actor_id = $1 and kind like 'invit%'
       group by 1, 2 order by 2, 1`,
      [who.person],
    );
    expect(rows).toEqual([
      { action: 'delete', kind: 'invitation', count: 1 },
      // Four one by one, one from the list.
      { action: 'insert', kind: 'invitation', count: 5 },
      { action: 'update', kind: 'invited_details', count: 1 },
    ]);
  });

  test('two administrators who import one list at the same moment email everyone once', async () => {
    const [one_, other] = [await admin(), await admin()];
    const people = Array.from({ length: 50 }, () => person(address()));
    const outcomes = await Promise.all([importing(one_, people), importing(other, people.toReversed())]);
    const all = outcomes.flat();
    expect(all.filter((state) => state === 'new')).toHaveLength(50);
    const { rows } = await sql(
      'select count(*)::int as mails from public.outbox where recipient = any ($1)',
      [people.map(({ email }) => email)],
    );
    expect(rows).toEqual([{ mails: 50 }]);
  });

  test('the largest part of a list fits into a request, and no larger one is taken', async () => {
    const who = await admin();
    const wide = '\u20ac'.repeat(100);
    const people = Array.from({ length: LISTED_AT_ONCE }, () =>
      person(`${'a'.repeat(200)}${address()}`.slice(-64), { first: wide, last: wide, programme: wide }),
    );
    expect(new Set(await check(who, people))).toEqual(new Set(['new']));
    expect(await send(who, { action: 'check-list', people: [...people, person(address())] })).toMatchObject({
      status: 400,
    });
    expect(await send(who, { action: 'import', people: [] })).toMatchObject({ status: 400 });
  });

  test('5,000 people are checked and imported within a minute', { timeout: 90_000 }, async () => {
    const who = await admin();
    const start = performance.now();
    for (let part = 0; part < 5_000 / LISTED_AT_ONCE; part += 1) {
      const people = Array.from({ length: LISTED_AT_ONCE }, () => person(address()));
      expect(await check(who, people)).toHaveLength(LISTED_AT_ONCE);
      expect(new Set(await importing(who, people))).toEqual(new Set(['new']));
    }
    expect(performance.now() - start).toBeLessThan(60_000);
  });

  test('a long list comes in pages, each address once', async () => {
    const who = await admin();
    const family = `Fam${crypto.randomUUID().slice(0, 8)}`;
    await sql(
      `insert into public.invitations (email, first_name, last_name)
       select lower($1) || n || '@example.com', 'One', $1 from generate_series(1, 120) as n`,
      [family],
    );
    const seen: string[] = [];
    let before: string | null | undefined;
    do {
      const page = await list(who, { search: family, ...(before && { before }) });
      seen.push(...page.invitations.map(({ email }) => email));
      before = page.next;
    } while (before);
    expect(new Set(seen).size).toBe(120);
    expect(seen).toHaveLength(120);
  });

  test('an administrator’s act is in the log of the person it affected', async () => {
    const [who, email] = [await admin(), address()];
    await invite(who, email);
    const { rows } = await sql(
      `select action, kind, actor_name, staff_role from public.audit_log where actor_id = $1 and kind = 'invitation'`,
      [who.person],
    );
    expect(rows).toEqual([
      { action: 'insert', kind: 'invitation', actor_name: 'The administrator', staff_role: 'administrator' },
    ]);
  });

  test('no one else reads or changes invitations', async () => {
    for (const role of ['coach', 'clinician'] as const) {
      const member = await newMember(deployment.server(), role);
      expect(await deployment.call({ token: member.token })).toMatchObject(NOT_ALLOWED);
      expect(await invite(member, address())).toMatchObject(NOT_ALLOWED);
      expect(await send(member, { action: 'edit', email: address(), first: 'A' })).toMatchObject(NOT_ALLOWED);
      for (const action of ['check-list', 'import'])
        expect(await send(member, { action, people: [person(address())] })).toMatchObject(NOT_ALLOWED);
    }
    const { token } = await deployment.patient();
    expect(await deployment.call({ token })).toMatchObject(NOT_ALLOWED);
    const body = { action: 'import', people: [person(address())] };
    expect(await deployment.call({ token, body })).toMatchObject(NOT_ALLOWED);
    expect(await deployment.call({ token: null, body })).toMatchObject({ status: 401 });
  });

  test.each([
    { action: 'invite', email: 'nobody', first: 'A', last: 'B' },
    { action: 'invite', email: 'a@example.com', first: '', last: 'B' },
    { action: 'invite', email: 'a@example.com', first: 'A\nBcc: b@example.com', last: 'B' },
    { action: 'correct', email: 'a@example.com', to: 'b' },
    { action: 'delete', email: 'a@example.com' },
    { action: 'edit', email: 'a@example.com', first: '' },
    { action: 'edit', email: 'a@example.com', phone: '12' },
    { action: 'edit', email: 'a@example.com', address: { line1: 'Here' } },
    { action: 'import', people: [{ email: 'a@example.com', first: 'A\n', last: 'B\nC' }] },
    { action: 'import', people: [{ email: 'a@example.com', first: 'A', last: 'B', status: 'Pregnant' }] },
  ])('invalid input is refused with a sentence: %j', async (body) => {
    expect(await send(await admin(), body)).toMatchObject({ status: 400, json: { code: 'invalid_input' } });
  });

  test('an address that no one invited is not an invitation', async () => {
    const who = await admin();
    for (const action of ['send-again', 'revoke'])
      expect(await send(who, { action, email: address() })).toMatchObject(NOT_ALLOWED);
    expect(await send(who, { action: 'correct', email: address(), to: address() })).toMatchObject(
      NOT_ALLOWED,
    );
  });
});
