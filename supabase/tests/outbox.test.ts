import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { careStatus } from '../../domain/care-state/care-state.ts';
import { surfacesOf, type Surfaces } from '../../domain/care-state/surfaces.ts';
import { ROWS } from '../../domain/care-state/testing-table.ts';
import { lifeOf, NOW, type Reported } from '../../domain/care-state/testing.ts';
import type { Row } from '../../server/database/query-types.ts';
import { join } from './people.ts';
import { EVERYTHING, NOTHING, testRights } from './rights.ts';

const scene = testRights('outbox', {
  outbox: {
    insert: `insert into public.outbox (key, channel, recipient, body_text, user_id)
      values ('another', 'email', 'a@example.com', 'Hello', $1)`,
    set: `body_text = 'Changed'`,
    may: {
      owner: NOTHING,
      stranger: NOTHING,
      newcomer: NOTHING,
      uninvited: NOTHING,
      anonymous: NOTHING,
      service: EVERYTHING,
    },
  },
});

beforeEach(async () => {
  if (expect.getState().currentTestName?.includes('in the hands of')) return;
  await scene.people.database.query('delete from public.outbox');
  await scene.people.database.query('delete from public.account_deletions');
});

const write = (values: Row = {}) => {
  const row = { key: randomUUID(), channel: 'email', recipient: 'a@example.com', body_text: 'Hi', ...values };
  const names = Object.keys(row);
  return scene.people.database.query(
    `insert into public.outbox (${names.join(', ')}) values (${names.map((_name, at) => `$${at + 1}`).join(', ')})`,
    Object.values(row),
  );
};
const wantReminders = (userId: string) =>
  scene.people.database.query('update public.customers set testing_reminders = true where user_id = $1', [
    userId,
  ]);
const lease = async (count = 100, seconds = 60): Promise<Row[]> =>
  (await scene.people.service.does('select * from public.lease_outbox($1, $2)', [count, seconds])).rows;
const settle = async (message: Row, error: string | null) => {
  const { rows } = await scene.people.service.does('select public.settle_outbox($1, $2, $3) as settled', [
    message['id'],
    message['lease'],
    error,
  ]);
  return rows[0]!['settled'];
};
const states = async () =>
  (
    await scene.people.database.query(
      `select attempts, sent_at is not null as sent, dropped_at is not null as dropped, parked_at is not null as parked,
         lease is not null as leased from public.outbox`,
    )
  ).rows;

/** What each type of email is about, by the row of `surfaces.ts`. */
const ABOUT = {
  treatment_reminder: ({ mails }: Surfaces) => mails.treatment,
  reminder: ({ mails }: Surfaces) => mails.calls,
  // A booking comes with its calendar file.
  news: ({ mails, calendar }: Surfaces) => mails.calls && calendar.calls,
  message: ({ mails }: Surfaces) => mails.account,
  deletion: ({ mails }: Surfaces) => mails.account,
  deletion_code: ({ mails }: Surfaces) => mails.account,
  phone_code: ({ mails }: Surfaces) => mails.account,
  security: ({ mails }: Surfaces) => mails.account,
};

async function tell(user: string, reported: Reported): Promise<void> {
  const { database } = scene.people;
  await (['positive', 'negative', 'unclear'].includes(reported)
    ? database.query(
        `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at)
         values ($1, 'PREGNANCY', $2, 1, now())`,
        [user, reported],
      )
    : database.query(
        'insert into public.outcome_events (user_id, kind, day, cycle) values ($1, $2, current_date, 1)',
        [user, reported],
      ));
}

test.each(Object.entries(ROWS))(
  'in %s, already waiting emails and texts of every type go out if the state allows',
  async (row, reported) => {
    const { database } = scene.people;
    const { rows } = await database.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'outbox_purpose_check'`,
    );
    const purposes = [...rows[0]!.definition.matchAll(/'([a-z_]+)'::text/g)].map(([, purpose]) => purpose!);
    expect(purposes.sort(), 'every kind of mail has a row').toEqual(Object.keys(ABOUT).sort());
    const patient = await join(database, `reminded-${randomUUID()}`, { consented: true });
    await wantReminders(patient.id);
    await database.query(
      'update public.customers set sms_consent = true, text_reminders = true, message_texts = true where user_id = $1',
      [patient.id],
    );
    await database.query(
      `with thread as (insert into public.message_threads (user_id, topic) values ($1, 'The kit') returning id)
       insert into public.messages (thread_id, user_id, place, sender, text, person_id, person_name, person_role)
       select id, $1, 1, 'team', 'An answer', gen_random_uuid(), 'Robin', 'coach' from thread`,
      [patient.id],
    );
    for (const purpose of purposes) {
      const about = { purpose, user_id: patient.id };
      const attachments = JSON.stringify([
        { filename: 'call.ics', contentType: 'text/calendar', content: '' },
      ]);
      await write({ key: `email ${purpose}`, recipient: patient.email, attachments, ...about });
      await write({ key: `sms ${purpose}`, channel: 'sms', recipient: '+15550100', ...about });
    }
    for (const word of reported) await tell(patient.id, word);
    const surfaces = surfacesOf(careStatus(lifeOf(...reported), NOW, 'UTC'));
    const wanted = Object.entries(ABOUT).flatMap(([purpose, isSent]) =>
      isSent(surfaces) ? [`email ${purpose}`, `sms ${purpose}`] : [],
    );
    const sent = (await lease()).map(({ key }) => key as string);
    expect([row, sent.sort()]).toEqual([row, wanted.sort()]);
  },
);

test('after a pause that has ended a reminder of treatment is sent again', async () => {
  const patient = await join(scene.people.database, `resumed-${randomUUID()}`, { consented: true });
  await wantReminders(patient.id);
  await write({ purpose: 'treatment_reminder', user_id: patient.id, recipient: patient.email });
  for (const reported of ['pause', 'resume'] as const) await tell(patient.id, reported);
  expect(await lease()).toHaveLength(1);
});

test('a waiting treatment reminder is not sent to a patient who withdrew consent', async () => {
  const { database } = scene.people;
  const patient = await join(database, `withdrawn-${randomUUID()}`, { consented: true });
  await wantReminders(patient.id);
  await write({ purpose: 'treatment_reminder', user_id: patient.id, recipient: patient.email });
  await database.query('update public.customers set data_usage_consent = false where user_id = $1', [
    patient.id,
  ]);
  expect(await lease()).toEqual([]);
});

test('while the clinic’s texts are off, patients get security notices only, and the person on duty still gets theirs', async () => {
  const { database } = scene.people;
  const patient = await join(database, `texted-${randomUUID()}`, { consented: true });
  await database.query(
    'update public.customers set sms_consent = true, text_reminders = true, message_texts = true where user_id = $1',
    [patient.id],
  );
  const text = { channel: 'sms', recipient: '+15550100' };
  const writeAll = async () => {
    for (const purpose of ['news', 'reminder', 'phone_code', 'security'])
      await write({ ...text, purpose, user_id: patient.id });
    await write({ ...text, key: `alarm:${randomUUID()}` });
  };
  await writeAll();
  expect(await lease()).toHaveLength(5);
  await database.query('delete from public.outbox');
  await database.query(`insert into public.clinic_settings (name, value) values ('texts', 'off')`);
  onTestFinished(
    async () => void (await database.query(`delete from public.clinic_settings where name = 'texts'`)),
  );
  await writeAll();
  const sent = (await lease()).map(
    ({ purpose, user_id: about }) => `${String(purpose)}, ${about ? 'to a patient' : 'to the team'}`,
  );
  expect(sent.toSorted()).toEqual(['news, to the team', 'security, to a patient']);
});

test('ten concurrent workers take each message exactly once, and no more than requested', async () => {
  await Promise.all(Array.from({ length: 60 }, () => write()));
  const taken = await Promise.all(Array.from({ length: 10 }, () => lease(5)));
  expect(Math.max(...taken.map((batch) => batch.length))).toBeLessThanOrEqual(5);
  const ids = [...taken, await lease()].flat().map((message) => message['id']);
  expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
});

test('a message is sent once; a worker whose lease expired reports nothing more', async () => {
  await write();
  const [late] = await lease(1, 0);
  const [current] = await lease();
  expect(await settle(late!, null)).toBeNull();
  expect(await settle(current!, null)).toBe(true);
  expect(await settle(current!, null)).toBeNull();
  expect(await lease()).toEqual([]);
  expect(await states()).toEqual([{ attempts: 2, sent: true, dropped: false, parked: false, leased: false }]);
});

test('the eighth failure parks a message, and so do eight workers that died with it', async () => {
  await write({ key: 'fails' });
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    const [message] = await lease();
    await settle(message!, 'refused by the mail server');
    expect(await lease()).toEqual([]);
    await scene.people.database.query('update public.outbox set send_after = now()');
  }
  await write({ key: 'kills' });
  for (let attempt = 1; attempt <= 8; attempt += 1) expect(await lease(1, 0)).toHaveLength(1);
  expect(await lease(1, 0)).toEqual([]);
  const parked = { attempts: 8, sent: false, dropped: false, parked: true, leased: false };
  expect(await states()).toEqual([parked, parked]);
});

test('nothing is sent too late, about a call that changed, or as a text that is no longer wanted', async () => {
  const { database, owner } = scene.people;
  const dropped = { attempts: 0, sent: false, dropped: true, parked: false, leased: false };
  const { rows } = await database.query('select id, sequence from public.appointments where user_id = $1', [
    owner.id,
  ]);
  const call = { appointment_id: rows[0]!['id'], user_id: owner.id };
  await write({ send_before: '2020-01-01' });
  await write({ ...call, channel: 'sms', appointment_sequence: 0 });
  await database.query(`update public.appointments set status = 'cancelled' where user_id = $1`, [owner.id]);
  await write({ ...call, appointment_sequence: 0 });
  expect(await lease()).toEqual([]);
  expect(await states()).toEqual([dropped, dropped, dropped]);
});

test('the notice of a canceled call is sent, and a wanted text too', async () => {
  const { database, owner } = scene.people;
  const { rows } = await database.query(
    `update public.appointments set status = 'cancelled' where user_id = $1 returning id, sequence`,
    [owner.id],
  );
  await database.query('update public.customers set sms_consent = true where user_id = $1', [owner.id]);
  const call = { appointment_id: rows[0]!['id'], appointment_sequence: rows[0]!['sequence'] };
  await write({ ...call, user_id: owner.id });
  await write({ ...call, user_id: owner.id, channel: 'sms' });
  expect(await lease()).toHaveLength(2);
});

/** One message of each sort to the owner, and one to a host about the owner; answers which of them are sent. */
async function sentOf(...sorts: string[]): Promise<string[]> {
  const { owner } = scene.people;
  for (const sort of sorts) {
    const [channel, purpose, whom] = sort.split(' ');
    const recipient =
      whom === 'host' ? 'robin@clinic.example' : channel === 'sms' ? '+15550100' : owner.email;
    await write({ key: sort, channel, purpose, recipient, user_id: owner.id });
  }
  return (await lease()).map((message) => String(message['key'])).sort();
}
const choose = (choices: string) =>
  scene.people.database.query(`update public.customers set ${choices} where user_id = $1`, [
    scene.people.owner.id,
  ]);
const EVERY_SORT = ['email news', 'email reminder', 'sms news', 'sms reminder'];

test.each([
  ['sms_consent = true, email_reminders = true, text_reminders = true', EVERY_SORT],
  [
    'sms_consent = true, email_reminders = false, text_reminders = true',
    ['email news', 'sms news', 'sms reminder'],
  ],
  [
    'sms_consent = true, email_reminders = true, text_reminders = false',
    ['email news', 'email reminder', 'sms news'],
  ],
  ['sms_consent = true, email_reminders = false, text_reminders = false', ['email news', 'sms news']],
  ['sms_consent = false, email_reminders = true, text_reminders = true', ['email news', 'email reminder']],
])('with %s this is sent: %j', async (choices, sent) => {
  await choose(choices);
  expect(await sentOf(...EVERY_SORT)).toEqual(sent);
});

test('a patient whose account is being deleted hears only of that, and their host still hears of the call', async () => {
  const { database, owner } = scene.people;
  await choose('sms_consent = true, email_reminders = true, text_reminders = true');
  await database.query(
    `insert into public.account_deletions (user_id, delete_after) values ($1, now() + interval '7 days')`,
    [owner.id],
  );
  const about = ['email deletion', 'email deletion_code', 'email news host'];
  expect(await sentOf(...EVERY_SORT, ...about)).toEqual(about);
});

test('a code leaves the outbox once it was sent, or is no longer to be sent', async () => {
  const { database } = scene.people;
  const code = { purpose: 'deletion_code', body_text: '123456', body_html: '<p>123456</p>' };
  await write({ ...code, key: 'sent' });
  await write({ ...code, key: 'late', send_before: '2020-01-01' });
  const [message] = await lease();
  expect(message).toMatchObject({ key: 'sent', body_text: '123456', body_html: '<p>123456</p>' });
  await settle(message!, null);
  const { rows } = await database.query('select key, body_text, body_html from public.outbox order by key');
  expect(rows).toEqual([
    { key: 'late', body_text: '', body_html: null },
    { key: 'sent', body_text: '', body_html: null },
  ]);
});

test('a patient who is no longer invited gets nothing more; their host does', async () => {
  const { database } = scene.people;
  const gone = await join(database, 'gone', { consented: true });
  await database.query('update public.customers set sms_consent = true where user_id = $1', [gone.id]);
  await write({ key: 'mail', user_id: gone.id, recipient: gone.email });
  await write({ key: 'text', user_id: gone.id, recipient: '+44 20 7946 0000', channel: 'sms' });
  await write({ key: 'sign-in', recipient: gone.email });
  await write({ key: 'host', user_id: gone.id, recipient: 'coach@clinic.example' });
  await write({ key: 'other', recipient: 'a@example.com' });
  await database.query('update public.invitations set revoked_at = now() where email = $1', [gone.email]);
  expect((await lease()).map((message) => message['key'])).toEqual(expect.arrayContaining(['host', 'other']));
  const { rows } = await database.query(
    'select key from public.outbox where dropped_at is not null order by key',
  );
  expect(rows).toEqual([{ key: 'mail' }, { key: 'sign-in' }, { key: 'text' }]);
});

test('a deleted invitation counts as revoked', async () => {
  const { database } = scene.people;
  const lost = await join(database, 'lost', { consented: true });
  await write({ key: 'mail', user_id: lost.id, recipient: lost.email });
  await database.query('delete from public.invitations where email = $1', [lost.email]);
  expect(await lease()).toEqual([]);
});
