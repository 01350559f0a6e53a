import { expect, test } from 'vitest';
import { join, putSessionBack, REFUSED } from './people.ts';
import { EVERYTHING, NOTHING, reach, testRights } from './rights.ts';

const reader = reach('own', 'refused', 'own', 'refused');
const scene = testRights('access', {
  invitations: {
    belongsTo: null,
    insert: `insert into public.invitations (email, first_name, last_name) values ('friend@example.com', 'A', 'B')`,
    set: `first_name = 'Changed'`,
    may: {
      owner: NOTHING,
      stranger: NOTHING,
      newcomer: NOTHING,
      uninvited: NOTHING,
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
  customers: {
    insert: `insert into public.customers (user_id, customer_email) values ($1, 'x@example.com')
      on conflict (user_id) do nothing`,
    set: 'onboarding_completed = true',
    may: {
      owner: reader,
      stranger: reader,
      newcomer: reader,
      uninvited: reach('none', 'refused', 'none', 'refused'),
      anonymous: NOTHING,
      // With a signed note, which is only deleted with the account.
      service: reach('all', 'all', 'all', 'refused'),
    },
  },
});

test.each([
  ['user_id', 'gen_random_uuid()'],
  ['customer_email', `'other@example.com'`],
  ['customer_first_name', `'Other'`],
  ['customer_last_name', `'Other'`],
  ['customer_phone', `'1'`],
  ['programme_name', `'Other'`],
  ['tracking_url', `'https://elsewhere.example'`],
  ['coach', `'{"name": "Other", "bio": ""}'`],
  ['privacy_policy_accepted', 'true'],
  ['data_usage_consent', 'true'],
  ['research_consent', 'true'],
  ['sms_consent', 'true'],
  ['created_at', 'now()'],
])('a patient cannot change %s', async (column, value) => {
  for (const patient of [scene.people.owner, scene.people.newcomer]) {
    expect(await patient.may(`update public.customers set ${column} = ${value}`)).toBe(REFUSED);
  }
});

test('a finished walkthrough stays finished', async () => {
  const finn = await join(scene.people.database, 'finn', { consented: true });
  expect(await finn.may('update public.customers set onboarding_completed = false')).toBe(1);
  await finn.does('update public.customers set onboarding_completed = true');
  expect(await finn.may('update public.customers set onboarding_completed = true')).toBe(1);
  expect(await finn.may('update public.customers set onboarding_completed = false')).toBe(REFUSED);
});

test('no one reports a pregnancy without a positive result of their own', async () => {
  const { database } = scene.people;
  const pia = await join(database, 'pia', { consented: true });
  const other = await join(database, 'other', { consented: true });
  const report = `update public.customers set status = 'Pregnant'`;
  const log = `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
    values ($1, 'PREGNANCY', $2, 1, now())`;
  expect(await pia.may(report)).toBe(REFUSED);
  await database.query(log, [pia.id, 'negative']);
  await database.query(log, [other.id, 'positive']);
  expect(await pia.may(report)).toBe(REFUSED);
  await database.query(log, [pia.id, 'positive']);
  expect(await pia.may(report)).toBe(1);
});

test('a positive result does not let a patient choose any other status, nor undo Pregnant', async () => {
  const { database } = scene.people;
  const uma = await join(database, 'uma', { consented: true });
  await database.query(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
     values ($1, 'PREGNANCY', 'positive', 1, now())`,
    [uma.id],
  );
  for (const status of ['Paused', 'Withdrawn']) {
    expect(await uma.may('update public.customers set status = $1', [status])).toBe(REFUSED);
  }
  await uma.does(`update public.customers set status = 'Pregnant', onboarding_completed = true`);
  expect(await uma.may(`update public.customers set status = 'Active'`)).toBe(REFUSED);
  expect(await scene.people.service.may('update public.customers set status = $1', ['Lost'])).toBe('23514');
});

test('an address without an invitation, or with an ended one, gets no user', async () => {
  const { database, uninvited } = scene.people;
  const add = (email: string | null) => database.query('insert into auth.users (email) values ($1)', [email]);
  for (const email of ['nobody@example.com', uninvited.email, uninvited.email.toUpperCase(), null]) {
    await expect(add(email)).rejects.toMatchObject({ code: REFUSED });
  }
});

test.each([
  ['ended', 'update public.invitations set revoked_at = now() where email = $1'],
  ['deleted', 'delete from public.invitations where email = $1'],
  ['given to another address', `update public.invitations set email = 'new-' || email where email = $1`],
])('an invitation that is %s ends the sessions and access too', async (how, end) => {
  const { database } = scene.people;
  const ada = await join(database, `ada-${how.length}`, { consented: true });
  expect(await ada.may('select from public.customers')).toBe(1);
  await database.query(end, [ada.email]);
  expect(await ada.may('select from public.customers')).toBe('PT401');
  await putSessionBack(database, ada);
  expect(await ada.may('select from public.customers')).toBe(0);
});

test('an invitation that moved with its patient ends access like any other', async () => {
  const { database } = scene.people;
  const ada = await join(database, 'ada-moves', { consented: true });
  const moved = `moved-${ada.email}`;
  await database.query('update auth.users set email = $2 where id = $1', [ada.id, moved]);
  await database.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    ada.caller.sessionId,
    ada.id,
  ]);
  expect(await ada.may('select from public.customers')).toBe(1);
  await database.query('update public.invitations set revoked_at = now() where email = $1', [moved]);
  expect(await ada.may('select from public.customers')).toBe('PT401');
});

test('an invitation in capitals, an address without an @ and a nameless guest are refused', async () => {
  const invite = `insert into public.invitations (email, first_name, last_name) values ($1, $2, 'B')`;
  for (const values of [
    ['Ann@example.com', 'A'],
    ['ann.example.com', 'A'],
    ['a@b@c', 'A'],
    ['a@b', ''],
  ]) {
    expect(await scene.people.service.may(invite, values)).toBe('23514');
  }
});
