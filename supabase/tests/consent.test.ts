import { expect, test } from 'vitest';
import { join } from './people.ts';
import { expectAppendOnly, READ_ALONE, testRights } from './rights.ts';

const scene = testRights('consent', {
  consent_history: {
    insert: `insert into public.consent_history (user_id, consent, granted) values ($1, 'sms_consent', true)`,
    set: 'granted = true',
    may: READ_ALONE,
  },
});

test('every consent change is stored with its time, and unchanged ones are not', async () => {
  const { database, service } = scene.people;
  const cleo = await join(database, 'cleo', { consented: false });
  const change = (values: string) =>
    service.does(`update public.customers set ${values} where user_id = $1`, [cleo.id]);
  await change('privacy_policy_accepted = true, data_usage_consent = true');
  await change('privacy_policy_accepted = true, sms_consent = true');
  await change('sms_consent = false');
  const history = await cleo.sees(
    'select consent, granted, changed_at <= now() as dated from public.consent_history order by id',
  );
  expect(history).toEqual([
    { consent: 'privacy_policy_accepted', granted: true, dated: true },
    { consent: 'data_usage_consent', granted: true, dated: true },
    { consent: 'sms_consent', granted: true, dated: true },
    { consent: 'sms_consent', granted: false, dated: true },
  ]);
});

test('not even the database’s owner can rewrite, empty or delete from the history', async () => {
  await expectAppendOnly(scene.people, 'consent_history', [
    'update public.consent_history set granted = not granted',
    'delete from public.consent_history',
    'truncate public.consent_history',
  ]);
});

test('the history is deleted with the account', async () => {
  const { database } = scene.people;
  const gus = await join(database, 'gus', { consented: true });
  const kept = async () =>
    (await database.query('select from public.consent_history where user_id = $1', [gus.id])).rowCount;
  expect(await kept()).toBe(2);
  await database.query('delete from auth.users where id = $1', [gus.id]);
  expect(await kept()).toBe(0);
});

test('a withdrawn consent closes the health record right away', async () => {
  const { database } = scene.people;
  const wes = await join(database, 'wes', { consented: true });
  await wes.does(
    `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`,
    [wes.id],
  );
  expect(await wes.may('select from public.completed_phases')).toBe(1);
  await database.query('update public.customers set data_usage_consent = false where user_id = $1', [wes.id]);
  expect(await wes.may('select from public.completed_phases')).toBe(0);
  expect(await wes.may('select from public.customers')).toBe(1);
});

test('a withdrawal differs from consent never given, and ends when consent is given again', async () => {
  const { database } = scene.people;
  const ivy = await join(database, 'ivy', { consented: false });
  const withdrawnAfter = async (values: string) => {
    await database.query(`update public.customers set ${values} where user_id = $1`, [ivy.id]);
    const [row] = await ivy.sees(
      'select consent_withdrawn_at is not null as withdrawn from public.customers',
    );
    return row!['withdrawn'];
  };
  expect(await withdrawnAfter('privacy_policy_accepted = true')).toBe(false);
  expect(await withdrawnAfter('privacy_policy_accepted = false')).toBe(false);
  expect(await withdrawnAfter('privacy_policy_accepted = true, data_usage_consent = true')).toBe(false);
  expect(await withdrawnAfter('data_usage_consent = false')).toBe(true);
  expect(await withdrawnAfter('privacy_policy_accepted = false')).toBe(true);
  expect(await withdrawnAfter('data_usage_consent = true')).toBe(true);
  expect(await withdrawnAfter('privacy_policy_accepted = true')).toBe(false);
});

test('only the service withdraws for a patient', async () => {
  const { owner, anonymous } = scene.people;
  for (const person of [owner, anonymous]) {
    expect(await person.may(`select public.withdraw_consent($1, '[]')`, [owner.id])).toBe('42501');
  }
});
