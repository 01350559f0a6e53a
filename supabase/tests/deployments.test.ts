import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitInWords } from '../../domain/contracts/fields/wait-words.ts';
import type { Database } from '../../server/database/database.ts';
import { testDatabase } from '../../server/testing/test-database.ts';
import { rateLimitKey, siteOf } from '../functions/_shared/request/client-address.ts';
import { join, REFUSED, uninvite, type Patient } from './people.ts';

// A project with Supabase's shapes, to which the migrations were applied by a role that is not a superuser
// and owns only what it creates (server/testing/global-setup.ts). Every function's own tests run on such a
// database too.

let database: Database;
let remove: () => Promise<void>;
let owner: Patient;
let stranger: Patient;
beforeAll(async () => {
  ({ database, remove } = await testDatabase('supabase'));
  owner = await join(database, 'owner', { consented: true });
  stranger = await join(database, 'stranger', { consented: true });
});
afterAll(() => remove());

test('the migrations run without a superuser, and nothing of ours belongs to one', async () => {
  const { rows } = await database.query(
    `select distinct rolname, rolsuper from pg_class join pg_roles on pg_roles.oid = relowner
     where relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  expect(rows).toEqual([{ rolname: 'supabase_postgres', rolsuper: false }]);
});

test('the policies work the same as locally', async () => {
  const complete = `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, $2, $3)`;
  expect(await stranger.may(complete, [owner.id, 'welcome', 1])).toBe(REFUSED);
  expect(await owner.may(complete, [owner.id, 'optimize', 2])).toBe(REFUSED);
  await owner.does(complete, [owner.id, 'welcome', 1]);
  const UNTIL_CYCLE = 'select public.complete_phases_until_cycle($1, 1)';
  expect(await owner.may(UNTIL_CYCLE, [owner.id])).toBe(REFUSED);
  await database.query(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at) values ($1, 'PREGNANCY', 'positive', 1, now())`,
    [owner.id],
  );
  await owner.does(UNTIL_CYCLE, [owner.id]);
  expect(await owner.may('select from public.completed_phases')).toBe(8);
  expect(await stranger.may('select from public.completed_phases')).toBe(0);
});

/** The auth service's work, in its own role. */
const asAuthService = <T>(work: (query: Database['query']) => Promise<T>): Promise<T> =>
  database.transaction(async (query) => {
    await query('set local role supabase_auth_admin');
    return work(query);
  });

const addUser = `insert into auth.users (email, email_confirmed_at) values ($1, now())`;

test('the auth service cannot create a user without an invitation, and creates the record of one who has', async () => {
  await expect(asAuthService((query) => query(addUser, ['nobody@example.com']))).rejects.toMatchObject({
    code: REFUSED,
  });
  await asAuthService(async (query) => {
    await query('delete from auth.users where id = $1', [stranger.id]);
    await query(addUser, [stranger.email]);
  });
  const { rows } = await database.query('select from public.customers where customer_email = $1', [
    stranger.email,
  ]);
  expect(rows).toHaveLength(1);
});

/** The auth service's check before it creates a user or sends a code. */
const askHook = (email: string, metadata: { ip_address?: string } = {}) =>
  asAuthService(async (query) => {
    const { rows } = await query<{ answer: unknown }>('select private.before_user_created($1) as answer', [
      JSON.stringify({ metadata: { name: 'before-user-created', ...metadata }, user: { email } }),
    ]);
    return rows[0]!.answer;
  });
const NOT_INVITED = { http_code: 403, message: 'This email is not authorized to use the application.' };

test('the auth service asks before it sends a code, and learns who is not invited', async () => {
  expect(await askHook('Owner@Example.com')).toEqual({});
  expect(await askHook('nobody@example.com')).toEqual({ error: NOT_INVITED });
  expect(await owner.may(`select private.before_user_created('{}')`)).toBe(REFUSED);
});

test('a client without an address is not counted: all of them would be one client', async () => {
  for (const from of [{}, { ip_address: '' }, { ip_address: ' ' }]) {
    for (let n = 0; n < 31; n += 1) {
      expect(await askHook(`nowhere${n}@example.com`, from)).toEqual({ error: NOT_INVITED });
    }
    expect(await askHook('owner@example.com', from)).toEqual({});
  }
});

test('the database words a wait the way the functions do', async () => {
  const seconds = [1, 2, 59, 60, 300, 301, 3_600, 3_601, 7_200, 7_201, 86_400];
  const { rows } = await database.query<{ words: string }>(
    'select private.wait_in_words(seconds) as words from unnest($1::integer[]) with ordinality as asked (seconds, at) order by at',
    [seconds],
  );
  expect(rows.map(({ words }) => words)).toEqual(seconds.map(waitInWords));
});

test('the auth service’s questions count together with the functions’, for the same network', async () => {
  const misses = async (count: number) => {
    for (let n = 0; n < count; n += 1) {
      const ip_address = `2001:db8:0:${n.toString(16)}::9`;
      expect(await askHook(`nobody${n}@example.com`, { ip_address })).toEqual({ error: NOT_INVITED });
    }
  };
  const byFunction = async (email: string) => {
    const { rows } = await database.query<{ answer: { wait: number; invited?: boolean } }>(
      'select public.ask_invitation($1, $2) as answer',
      [email, rateLimitKey('2001:db8::')],
    );
    return rows[0]!.answer;
  };
  await misses(15);
  for (let n = 0; n < 14; n += 1) {
    expect(await byFunction('nobody@example.com')).toEqual({ wait: 0, invited: false });
  }
  expect(await byFunction('owner@example.com')).toEqual({ wait: 0, invited: true });
  await misses(1);
  const tooMany = { error: { http_code: 429, message: expect.stringMatching(/in \d+ seconds/) } };
  for (const email of ['nobody@example.com', 'owner@example.com']) {
    expect(await askHook(email, { ip_address: '2001:db8::9' })).toEqual(tooMany);
    expect(await byFunction(email)).toEqual({ wait: expect.any(Number) });
  }
  expect(await askHook('owner@example.com', { ip_address: '2001:db8:0:100::9' })).toEqual({});
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:0db8:0001:12ff::9', '2001:db8:1:1200::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['::1', '::/56'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is counted as %s, by the functions too', async (address, client) => {
  const { rows } = await database.query(
    `select private.client_of($1) as here, private.client_of($2) as there,
       private.site_of(private.client_of($1)) is not distinct from private.site_of($3) as is_same_site`,
    [address, rateLimitKey(address), siteOf(rateLimitKey(address))],
  );
  expect(rows).toEqual([{ here: client, there: client, is_same_site: true }]);
});

test('a /48 can learn of ten times as many addresses as a home, however many homes it has', async () => {
  const ask = (home: number) =>
    askHook('nobody@example.com', { ip_address: `2001:db8:48:${(home * 256).toString(16)}::1` });
  for (let n = 0; n < 300; n += 1) expect(await ask(n % 20)).toEqual({ error: NOT_INVITED });
  expect(await ask(99)).toEqual({ error: { http_code: 429, message: expect.any(String) } });
  expect(await askHook('nobody@example.com', { ip_address: '2001:db8:49::1' })).toEqual({
    error: NOT_INVITED,
  });
});

test('a change of address as the auth service writes it: started, half verified, done, and everything follows', async () => {
  const mover = await join(database, 'mover', { consented: true });
  const to = 'moved-here@example.com';
  const begin = `update auth.users set email_change = $2, email_change_token_current = 'a', email_change_token_new = 'b',
    email_change_sent_at = now(), email_change_confirm_status = 0 where id = $1`;
  await expect(
    asAuthService((query) => query(begin, [mover.id, stranger.email.toUpperCase()])),
  ).rejects.toMatchObject({ code: 'PT422', message: 'This address cannot be used.' });
  await asAuthService((query) => query(begin, [mover.id, to]));
  await asAuthService((query) =>
    query(
      `update auth.users set email_change_confirm_status = 1, email_change_token_current = '' where id = $1`,
      [mover.id],
    ),
  );
  expect(await mover.may('select from public.customers')).toBe(1);
  const session = await asAuthService(async (query) => {
    await query(
      `update auth.users set email = $2, email_change = '', email_change_token_new = '', email_change_confirm_status = 0
       where id = $1`,
      [mover.id, to],
    );
    return query('insert into auth.sessions (user_id) values ($1) returning id', [mover.id]);
  });
  const { rows } = await database.query(
    `select customer_email, invitations.email as invitation,
       array(select id from auth.sessions where sessions.user_id = customers.user_id) as sessions,
       array(select recipient from public.outbox where outbox.user_id = customers.user_id order by 1) as emailed,
       array(select kind from public.audit_log where subject_id = customers.user_id and actor_id = customers.user_id
         and actor_role = 'authenticated' order by 1) as noted
     from public.customers join public.invitations on invitations.email = customer_email where user_id = $1`,
    [mover.id],
  );
  expect(rows).toEqual([
    {
      customer_email: to,
      invitation: to,
      sessions: [session.rows[0]!['id']],
      emailed: [to, mover.email],
      noted: ['customers', 'email_address'],
    },
  ]);
});

test('the auth service starts no second change to an address while the first one’s codes are valid', async () => {
  const first = await join(database, 'first-to-move', { consented: true });
  const second = await join(database, 'second-to-move', { consented: true });
  const begin = (mover: Patient, to: string, sentAgo: string) =>
    asAuthService((query) =>
      query(
        `update auth.users set email_change = $2, email_change_token_current = $1::text || 'a',
           email_change_token_new = $1::text || 'b', email_change_sent_at = now() - $3::interval,
           email_change_confirm_status = 0 where id = $1::uuid`,
        [mover.id, to, sentAgo],
      ),
    );
  await begin(first, 'Wanted@example.com', '9 minutes');
  const refused = { code: 'PT422', message: 'This address cannot be used.' };
  await expect(begin(second, 'wanted@example.com', '0')).rejects.toMatchObject(refused);
  await begin(first, 'wanted@example.com', '10 minutes');
  await begin(second, 'wanted@example.com', '0');
  await expect(begin(first, 'wanted@example.com', '0')).rejects.toMatchObject(refused);
});

test('the outbox, due deletions and the worklist check run every minute, reminders every five, with the key from the vault, and a missing key is reported', async () => {
  const { rows: jobs } = await database.query<{ jobname: string; schedule: string; command: string }>(
    'select * from cron.job order by jobname',
  );
  expect(jobs.map(({ jobname, schedule }) => [jobname, schedule])).toEqual([
    ['delete-due-accounts', '* * * * *'],
    ['deliver-outbox', '* * * * *'],
    ['forget-old-drafts', '27 * * * *'],
    ['forget-old-limits', '17 * * * *'],
    ['read-busy-times', '* * * * *'],
    ['send-cycle-reminders', '*/5 * * * *'],
    ['watch-attention', '* * * * *'],
  ]);
  await expect(runJobs(jobs)).rejects.toThrow('The vault needs the secrets');
  await database.query(
    `insert into vault.decrypted_secrets values ('project_url', 'https://abc.supabase.co'), ('service_role_key', 'key')`,
  );
  await runJobs(jobs);
  const { rows } = await database.query('select url, headers from net.asked');
  const headers = { 'Content-Type': 'application/json', apikey: 'key' };
  expect(rows).toEqual(
    [
      'delete-due-accounts',
      'deliver-outbox',
      'read-busy-times',
      'send-cycle-reminders',
      'watch-attention',
    ].map((name) => ({
      url: `https://abc.supabase.co/functions/v1/${name}`,
      headers,
    })),
  );
});

/** Runs like pg_cron: in the role that scheduled them. */
const runJobs = (jobs: { command: string }[]) =>
  database.transaction(async (query) => {
    await query('set local session authorization supabase_postgres');
    for (const { command } of jobs) await query(command);
  });

test('access ends with the invitation', async () => {
  await uninvite(database, owner);
  expect(await owner.may('select from public.completed_phases')).toBe(0);

  const leaver = await join(database, 'leaver', { consented: true });
  const { rows: files } = await database.transaction(async (query) => {
    await query('set local role service_role');
    return query(`select public.export_my_data($1) -> 'customers' as customers`, [leaver.id]);
  });
  expect(files[0]!['customers']).toMatchObject([{ user_id: leaver.id }]);
  await database.query(
    `insert into public.account_deletions (user_id, requested_at, delete_after)
     values ($1, now() - interval '8 days', now() - interval '1 day')`,
    [leaver.id],
  );
  await asAuthService((query) =>
    query(
      `insert into auth.audit_log_entries (id, payload)
       values (gen_random_uuid(), json_build_object('actor_id', $1::uuid, 'actor_username', $2::text))`,
      [leaver.id, leaver.email],
    ),
  );
  await database.transaction(async (query) => {
    await query(`set local role service_role`);
    const { rows: due } = await query('select user_id, lease from public.lease_due_deletions(10, 60)');
    const gone = await query(`select public.delete_account($1, $2, '[]', '[]') as gone`, [
      due[0]!['user_id'],
      due[0]!['lease'],
    ]);
    expect(gone.rows).toEqual([{ gone: true }]);
  });
  const left = await database.query(
    `select from auth.users where id = $1 union all select from public.audit_log where subject_id = $1
     union all select from auth.audit_log_entries where payload ->> 'actor_id' = $1::text`,
    [leaver.id],
  );
  expect(left.rows).toEqual([]);
});
