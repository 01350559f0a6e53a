import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { joined, realtimeOf } from '../../server/realtime/testing/clients.ts';
import { send } from '../../server/rest/testing.ts';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { documentOf } from './probes/storage.ts';
import { keepRecord, openClinic } from './records.ts';

// Staff with a second factor hold a token like any patient's. It gives them nothing: no row of a patient's, whichever way
// they ask. What they see of patients, the functions show them.

const ROLES = ['coach', 'clinician', 'administrator'] as const;

let server: TestServer;
let files: string;
let patient: Patient;
let members: Record<(typeof ROLES)[number], Member>;
beforeAll(async () => {
  files = await mkdtemp(join(tmpdir(), 'bea-team-access-'));
  server = await startTestServer({ DATA_DIR: files });
  const { database } = server;
  await openClinic(database);
  patient = await newPatient(server);
  const { rows } = await database.query('select email from auth.users where id = $1', [patient.id]);
  await keepRecord(database, { id: patient.id, email: String(rows[0]!['email']) }, 'mark-of-patient');
  const uploaded = await fetch(`${server.url}/storage/v1/object/${documentOf(patient.id)}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, 'content-type': 'application/pdf' },
    body: '%PDF-1.4\nmark-of-patient',
  });
  expect(uploaded.status).toBe(200);
  members = {
    coach: await newMember(server, 'coach'),
    clinician: await newMember(server, 'clinician'),
    administrator: await newMember(server, 'administrator'),
  };
});
afterAll(async () => {
  await server.stop();
  await rm(files, { recursive: true, force: true });
});

/** Every table and view of the API, and of those the ones that say whose a row is. */
const relations = async (condition: string): Promise<string[]> => {
  const { rows } = await server.database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')
       and ${condition} order by 1`,
  );
  return rows.map(({ name }) => name);
};
const OF_PATIENTS = `(relname in ('invitations', 'care_team') or exists (select from pg_attribute
  where attrelid = pg_class.oid and attname in ('user_id', 'subject_id') and not attisdropped))`;

test('no policy mentions staff', async () => {
  const { rows } = await server.database.query(
    `select policyname from pg_policies where concat(qual, with_check) ~ 'care_team|staff|member|aal|factor'`,
  );
  expect(rows).toEqual([]);
});

test.each(ROLES)('a %s sees no row on any table of patients, and changes none', async (role) => {
  const { token } = members[role];
  const tables = await relations(OF_PATIENTS);
  expect(tables.length).toBeGreaterThan(12);
  for (const table of tables) {
    const { rows } = await server.database.query(`select from public.${table}`);
    // With nothing in the table a test would prove nothing.
    expect([table, rows.length > 0]).toEqual([table, true]);
    const read = await send(server, token, table, { headers: { prefer: 'count=exact' } });
    const seen = read.status === 200 ? read.json : 'refused';
    expect([table, seen]).toEqual([table, seen === 'refused' ? 'refused' : []]);
    if (read.status === 200) expect(read.headers.get('content-range')).toBe('*/0');
    const column = table === 'audit_log' ? 'subject_id' : 'user_id';
    const removed = await send(server, token, `${table}?${column}=not.is.null`, {
      method: 'DELETE',
      headers: { prefer: 'return=representation' },
    });
    expect(removed.status === 200 ? removed.json : []).toEqual([]);
    expect((await server.database.query(`select from public.${table}`)).rowCount).toBe(rows.length);
  }
});

test.each(ROLES)('a %s finds unassigned data, and nothing that names a patient', async (role) => {
  const { token } = members[role];
  for (const table of await relations(`not ${OF_PATIENTS}`)) {
    const read = await send(server, token, table);
    expect(read.text).not.toContain('mark-of-patient');
    expect(read.text).not.toContain(patient.id);
  }
});

test.each(ROLES)('a %s calls none of the procedures about a patient', async (role) => {
  const { rows } = await server.database.query<{ name: string }>(
    `select proname as name from pg_proc where pronamespace = 'public'::regnamespace
       and has_function_privilege('authenticated', oid, 'execute') and prorettype <> 'trigger'::regtype`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([
    'cancel_email_change',
    'complete_phases_before_applicators',
    'complete_phases_until_cycle',
    'enter_call',
    'keep_my_time_zone',
    'own_clinician',
    'own_cycle',
    'own_email_change',
    'own_journey_facts',
    'read_call_link',
    'set_kit_arrived',
    'start_next_cycle',
    'undo_completion',
  ]);
  const { rows: calls } = await server.database.query('select room from public.appointments');
  const ask = (path: string, body: object) =>
    send(server, members[role].token, `rpc/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  for (const [path, body] of [
    ['complete_phases_until_cycle', { p_user_id: patient.id, p_cycle_number: 1 }],
    ['enter_call', { p_room: calls[0]!['room'] }],
    ['complete_phases_before_applicators', {}],
    ['own_email_change', {}],
    ['own_journey_facts', {}],
    ['start_next_cycle', {}],
    ['set_kit_arrived', { p_arrived: true }],
    ['undo_completion', { p_act: patient.id }],
  ] as const) {
    const answer = await ask(path, body);
    expect(answer.status === 200 ? answer.json : null).toBeNull();
  }
  const nothing = {
    periods: [],
    bodySince: null,
    used: [],
    checks: [],
    symptomsToldAt: [],
    bleedings: [],
    urgent: null,
    statedLength: null,
    familySetUp: null,
    today: null,
    openReport: null,
  };
  expect((await ask('own_cycle', {})).json).toEqual(nothing);
});

test.each(ROLES)(
  'a %s receives nothing about a patient from the patient’s channel or postgres_changes',
  async (role) => {
    const client = realtimeOf(server, members[role].token);
    const received: unknown[] = [];
    const channel = client.channel(`patient:${patient.id}`, { config: { private: true } });
    await expect(joined(channel)).rejects.toThrow();
    const changes = client.channel('changes');
    for (const table of ['customers', 'completed_phases', 'test_results'])
      changes.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
        received.push(change),
      );
    await joined(changes);
    // The patient's own subscription says when the change has been sent to everyone.
    const own = realtimeOf(server, patient.token);
    const heard = Promise.withResolvers<void>();
    const mine = own
      .channel('mine')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'customers' }, () => heard.resolve());
    await joined(mine);
    await server.database.query(
      'update public.customers set email_reminders = not email_reminders where user_id = $1',
      [patient.id],
    );
    await heard.promise;
    expect(received).toEqual([]);
    await Promise.all([client.disconnect(), own.disconnect()]);
  },
);

test.each(ROLES)('a %s neither opens, lists nor writes a patient’s document', async (role) => {
  const { client } = members[role];
  const [, name] = /^[^/]+\/(.+)$/.exec(documentOf(patient.id))!;
  const documents = client.storage.from('documents');
  expect((await documents.download(name!)).error).not.toBeNull();
  expect((await documents.list(patient.id)).data).toEqual([]);
  expect((await documents.createSignedUrl(name!, 60)).error).not.toBeNull();
  expect((await documents.upload(`${patient.id}/mine.pdf`, new Blob(['%PDF-1.4']))).error).not.toBeNull();
  expect((await documents.remove([name!])).data ?? []).toEqual([]);
});
