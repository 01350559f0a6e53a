import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { bookingNotifications } from '../../domain/notifications/booking-notifications.ts';
import { anAppointment, SENDER } from '../../domain/notifications/testing.ts';
import { messageRow } from '../functions/_shared/appointments/appointment-notifications.ts';
import { join, REFUSED, type Patient } from './people.ts';
import { keepRecord } from './records.ts';
import { READ_ALONE, testRights } from './rights.ts';

const scene = testRights('data-rights', {
  account_deletions: {
    insert: `insert into public.account_deletions (user_id, delete_after) values ($1, now() + interval '7 days')`,
    set: `delete_after = now() + interval '9 days'`,
    may: READ_ALONE,
  },
});

const WEEK = `now() + interval '7 days'`;
const somebody = () => join(scene.people.database, `p-${randomUUID()}`, { consented: true });
/** A database function's answer to the service. */
const answerTo = async (text: string, values: unknown[]) =>
  Object.values((await scene.people.service.does(text, values)).rows[0]!)[0];
const ask = ({ id }: Patient, hash: string) =>
  answerTo(`select public.ask_deletion_code($1, $2, '[]')`, [id, hash]);
const confirm = async ({ id }: Patient, hash: string) =>
  (await answerTo(`select public.confirm_deletion($1, $2, ${WEEK}, '[]')`, [id, hash])) !== null;
const passTime = (interval: string) =>
  scene.people.database.query(
    `update private.deletion_codes set sent_at = sent_at - $1::interval, expires_at = expires_at - $1::interval`,
    [interval],
  );

test('the right code starts the seven days, once', async () => {
  const ada = await somebody();
  expect(await ask(ada, 'right')).toBe(0);
  expect(await confirm(ada, 'wrong')).toBe(false);
  expect(await confirm(ada, 'right')).toBe(true);
  // A retry after a lost answer gets the same result, though the code is used up.
  expect(await confirm(ada, 'anything')).toBe(true);
  await scene.people.service.does(`select public.keep_account($1, '[]')`, [ada.id]);
  expect(await confirm(ada, 'right')).toBe(false);
});

test('a code expires after ten minutes and after the fifth wrong try', async () => {
  const [late, guessing] = [await somebody(), await somebody()];
  await ask(late, 'right');
  await passTime('10 minutes 1 second');
  expect(await confirm(late, 'right')).toBe(false);
  await ask(guessing, 'right');
  for (let tries = 1; tries <= 5; tries += 1) expect(await confirm(guessing, 'wrong')).toBe(false);
  expect(await confirm(guessing, 'right')).toBe(false);
});

test('four wrong tries leave the code valid', async () => {
  const ada = await somebody();
  await ask(ada, 'right');
  for (let tries = 1; tries <= 4; tries += 1) await confirm(ada, 'wrong');
  expect(await confirm(ada, 'right')).toBe(true);
});

test('one email a minute, fewer for someone who keeps guessing, and only the newest code is valid', async () => {
  const ada = await somebody();
  expect(await ask(ada, 'first')).toBe(0);
  expect(await ask(ada, 'second')).toBeGreaterThan(55);
  expect(await confirm(ada, 'second')).toBe(false);
  for (let code = 1; code <= 3; code += 1) {
    await passTime('61 seconds');
    expect(await ask(ada, 'right')).toBe(0);
    for (let tries = 1; tries <= 5; tries += 1) await confirm(ada, 'wrong');
  }
  await passTime('61 seconds');
  expect(await ask(ada, 'right')).toBeGreaterThan(50);
  await passTime('60 seconds');
  expect(await ask(ada, 'right')).toBe(0);
  expect(await confirm(ada, 'first')).toBe(false);
  expect(await confirm(ada, 'right')).toBe(true);
});

test('one patient’s code is no use for another', async () => {
  const [ada, eve] = [await somebody(), await somebody()];
  await ask(ada, 'right');
  expect(await confirm(eve, 'right')).toBe(false);
  expect(await confirm(ada, 'right')).toBe(true);
});

test.each([
  [`select public.ask_deletion_code($1, 'x', '[]')`],
  [`select public.confirm_deletion($1, 'x', ${WEEK}, '[]')`],
  [`select public.keep_account($1, '[]')`],
  [`select public.delete_account($1, $1, '[]', '[]')`],
  [`select public.lease_due_deletions(10, 60) where $1::uuid is not null`],
])('%s is only for the functions', async (text) => {
  const { owner, stranger, newcomer, uninvited, anonymous } = scene.people;
  for (const person of [owner, stranger, newcomer, uninvited, anonymous]) {
    expect(await person.may(text, [owner.id])).toBe(REFUSED);
  }
});

test('no account is deleted early, or without the lease', async () => {
  const ada = await somebody();
  const remove = (lease: string) =>
    answerTo(`select public.delete_account($1, $2, '[]', '[]')`, [ada.id, lease]);
  expect(await remove(randomUUID())).toBe(false);
  await ask(ada, 'right');
  await confirm(ada, 'right');
  const leased = async () =>
    (await scene.people.service.does('select * from public.lease_due_deletions(100, 60)')).rows.find(
      (row) => row['user_id'] === ada.id,
    );
  expect(await leased()).toBeUndefined();
  await scene.people.database.query(
    `update public.account_deletions set requested_at = requested_at - interval '8 days',
       delete_after = delete_after - interval '8 days' where user_id = $1`,
    [ada.id],
  );
  const due = await leased();
  expect(due).toMatchObject({ files: [], calls: [] });
  expect(await leased()).toBeUndefined();
  expect(await remove(randomUUID())).toBe(false);
  expect(await remove(String(due!['lease']))).toBe(true);
  expect(await remove(String(due!['lease']))).toBe(false);
});

test('Supabase’s own sign-in log forgets the person too, if there is one', async () => {
  const { database, service } = scene.people;
  const [ada, eve] = [await somebody(), await somebody()];
  await database.query('create table auth.audit_log_entries (id uuid primary key, payload json)');
  for (const { id } of [ada, eve]) {
    await database.query(
      'insert into auth.audit_log_entries values ($1, json_build_object($2::text, $1::uuid))',
      [id, 'actor_id'],
    );
  }
  await database.query(
    `insert into public.account_deletions (user_id, requested_at, delete_after, lease)
     values ($1, now() - interval '8 days', now() - interval '1 day', $1)`,
    [ada.id],
  );
  await service.does(`select public.delete_account($1, $1, '[]', '[]')`, [ada.id]);
  const { rows } = await database.query('select id from auth.audit_log_entries');
  expect(rows).toEqual([{ id: eve.id }]);
});

const EXPORT = 'select public.export_my_data($1) as record';
const exported = async ({ id }: Patient) =>
  (await scene.people.service.does(EXPORT, [id])).rows[0]!['record'] as Record<
    string,
    Record<string, unknown>[]
  >;

test('the exported record is the patient’s own, and only the service exports it', async () => {
  const { owner, uninvited, anonymous, service } = scene.people;
  const record = await exported(owner);
  expect(JSON.stringify(record)).toContain('mark-of-owner');
  expect(JSON.stringify(record)).not.toMatch(/mark-of-(stranger|newcomer|uninvited)/);
  for (const person of [owner, uninvited, anonymous]) {
    expect(await person.may(EXPORT, [owner.id])).toBe(REFUSED);
  }
  expect(await service.may(EXPORT, [uninvited.id])).toBe(REFUSED);
});

test('before consent the export holds no health data', async () => {
  const record = await exported(scene.people.newcomer);
  expect(record['customers']).toHaveLength(1);
  expect(record['invitations']).toHaveLength(1);
  for (const table of [
    'onboarding_info',
    'questionnaire_drafts',
    'test_results',
    'survey_responses',
    'completed_phases',
    'consultation_notes',
    'medical_notes',
    'appointments',
    'documents',
  ]) {
    expect(record[table]).toEqual([]);
  }
});

test('after consent was withdrawn the export still holds everything', async () => {
  const { database } = scene.people;
  const wren = await somebody();
  await keepRecord(database, wren, 'mark-of-wren');
  const before = await exported(wren);
  await database.query('update public.customers set data_usage_consent = false where user_id = $1', [
    wren.id,
  ]);
  const after = await exported(wren);
  for (const table of ['test_results', 'medical_notes', 'appointments']) {
    expect(after[table], table).toEqual(before[table]);
    expect(after[table], table).not.toEqual([]);
  }
});

test('the export contains no key to a call, and no code on its way', async () => {
  const { database, service } = scene.people;
  const ada = await somebody();
  await keepRecord(database, ada, 'mark-of-ada');
  await service.does(`select public.keep_account($1, '[]')`, [ada.id]);
  const message = {
    key: randomUUID(),
    channel: 'email',
    recipient: ada.email,
    body_text: '424242',
    body_html: '424242',
  };
  await service.does('select public.ask_deletion_code($1, $2, $3)', [
    ada.id,
    'hash-of-the-code',
    JSON.stringify([{ ...message, purpose: 'deletion_code' }]),
  ]);
  const text = JSON.stringify(await exported(ada));
  const { rows } = await database.query('select room from public.appointments where user_id = $1', [ada.id]);
  expect(text).toContain(message.key);
  for (const secret of ['424242', 'hash-of-the-code', String(rows[0]!['room'])])
    expect(text).not.toContain(secret);
});

test('the export says that an email to the host was sent, not how the host joins the call', async () => {
  const { database } = scene.people;
  const ada = await somebody();
  const url = 'https://portal.example.com/call/an-id#signed-for-the-host';
  const hostLink = { url, needsSignIn: false };
  const call = anAppointment({ id: randomUUID(), hostLink }, { email: ada.email });
  const messages = bookingNotifications(call, SENDER, call.startsAt - 1).map(messageRow);
  expect(JSON.stringify(messages)).toContain(url);
  await database.query('select private.write_to_patient($1, $2)', [ada.id, JSON.stringify(messages)]);
  const { outbox } = await exported(ada);
  const text = JSON.stringify(outbox);
  expect(text).not.toContain('/call/');
  expect(text).not.toContain('signed-for-the-host');
  expect(text).not.toContain(call.host.email);
  expect(outbox).toContainEqual(
    expect.objectContaining({ recipient: 'your care team', subject: 'A new call is booked', sent_at: null }),
  );
  expect(outbox).toContainEqual(
    expect.objectContaining({ recipient: ada.email, body_text: expect.stringContaining('is booked') }),
  );
  expect(outbox).toContainEqual(
    expect.objectContaining({ channel: 'sms', recipient: expect.stringMatching(/^\+1555/) }),
  );
});

test('a download is in the audit log, and so in the download', async () => {
  const { audit_log: log } = await exported(scene.people.stranger);
  const { id } = scene.people.stranger;
  expect(log!.at(-1)).toMatchObject({ action: 'read', kind: 'data_export', actor_id: id, subject_id: id });
});

test('of a long log the latest ten thousand lines are exported, with how many are not', async () => {
  const ada = await somebody();
  expect((await exported(ada))['audit_log_left_out']).toEqual([]);
  const before = (await exported(ada))['audit_log']!.length;
  await scene.people.database.query(
    `insert into public.audit_log (actor_role, action, kind, subject_id)
     select 'operator', 'read', 'earlier', $1 from generate_series(1, 100000)`,
    [ada.id],
  );
  const record = await exported(ada);
  expect(record['audit_log']).toHaveLength(10_000);
  expect(record['audit_log']!.at(-1)).toMatchObject({ kind: 'data_export' });
  expect(record['audit_log_left_out']).toEqual([
    { lines: 90_000 + before + 1, note: expect.stringContaining('newest 10,000 lines') },
  ]);
  expect(JSON.stringify(record).length).toBeLessThan(4 * 2 ** 20);
});

test('of endless consents and messages the latest are exported, with how many are not', async () => {
  const ada = await somebody();
  const before = await exported(ada);
  expect([before['consent_history_left_out'], before['outbox_left_out']]).toEqual([[], []]);
  await scene.people.database.query(
    `insert into public.consent_history (user_id, consent, granted, changed_at)
     select $1, 'research_consent', n % 2 = 0, now() - interval '1 day' from generate_series(1, 20000) n`,
    [ada.id],
  );
  await scene.people.database.query(
    `insert into public.outbox (key, channel, recipient, subject, body_text, body_html, user_id, created_at)
     select 'earlier-' || n, 'email', $2, 'Subject', repeat('x', 2000), repeat('x', 5000), $1, now() - interval '1 day'
     from generate_series(1, 2000) n`,
    [ada.id, ada.email],
  );
  const record = await exported(ada);
  expect(record['consent_history']).toHaveLength(10_000);
  expect(record['consent_history']!.at(-1)).toEqual(before['consent_history']!.at(-1));
  expect(record['consent_history_left_out']).toEqual([
    {
      lines: 10_000 + before['consent_history']!.length,
      note: 'This file has the newest 10,000 lines. Ask the clinic for the earlier ones.',
    },
  ]);
  expect(record['outbox']).toHaveLength(500);
  expect(record['outbox_left_out']).toEqual([
    {
      lines: 1_500 + before['outbox']!.length,
      note: 'This file has the newest 500 lines. Ask the clinic for the earlier ones.',
    },
  ]);
  expect(JSON.stringify(record).length).toBeLessThan(8 * 2 ** 20);
});

test.each(['email_reminders', 'text_reminders', 'testing_reminders', 'applicator_reminders'])(
  'patients choose their own %s, and no one else’s',
  async (column) => {
    const { owner, stranger, newcomer, uninvited, anonymous } = scene.people;
    const choose = `update public.customers set ${column} = false`;
    for (const person of [owner, stranger, newcomer]) expect(await person.may(choose)).toBe(1);
    expect(await stranger.may(`${choose} where user_id = $1`, [owner.id])).toBe(0);
    expect(await uninvited.may(choose)).toBe(0);
    expect(await anonymous.may(choose)).toBe(REFUSED);
    expect(await owner.may(`update public.customers set ${column} = null`)).toBe('23502');
  },
);
