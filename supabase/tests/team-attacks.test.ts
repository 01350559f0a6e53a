import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPatient } from '../../server/testing/patient.ts';
import { mailedMember, newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { fingerprints, markVictim, type Victim } from './probes/victim.ts';
import { openClinic } from './records.ts';

// A patient of one coach, whose ids others of the workspace know: every act on that patient is tried by those who may not do it.

let server: TestServer;
let victim: Victim;
let coach: Member;
/**
 * The patient's identity, for every role that opens the record, including administrators, and for no one
 * else.
 */
const CALLED = `called-${randomUUID().slice(0, 8)}`;
/** By name, so that a failure says who got in. */
let outsiders: [string, string][];
let ids: Record<'result' | 'check' | 'note' | 'draft' | 'call' | 'thread' | 'message' | 'symptoms', string>;

beforeAll(async () => {
  server = await startTestServer();
  const { database } = server;
  await openClinic(database);
  const { id } = await newPatient(server);
  const email = (await database.query('select email from auth.users where id = $1', [id])).rows[0]!['email'];
  victim = await markVictim(database, { id, email: String(email) });
  // Administrators may see where a kit is sent.
  await database.query(
    `update public.customers set shipping_line1 = '350 Fifth Avenue', shipping_line2 = null, shipping_city = 'New York' where user_id = $1`,
    [id],
  );
  coach = await newMember(server, 'coach');
  await database.query(
    `insert into public.coach_assignments (user_id, coach_id) values ($1, $2)
     on conflict (user_id) do update set coach_id = $2`,
    [id, coach.person],
  );
  // Data an administrator may read isn't secret here.
  await database.query(
    `update public.customers set customer_last_name = 'Plain', customer_phone = null, tracking_url = null, created_at = now(),
       preferred_name = $2, pronouns = $2
     where user_id = $1`,
    [id, CALLED],
  );
  // On their way out no one of the team has anything to do with them.
  await database.query('delete from public.account_deletions where user_id = $1', [id]);
  const first = async (table: string) =>
    String(
      (await database.query(`select id from public.${table} where user_id = $1 limit 1`, [id])).rows[0]![
        'id'
      ],
    );
  ids = {
    result: await first('test_results'),
    check: await first('safety_checks'),
    note: await first('medical_notes'),
    draft: await first('note_drafts'),
    call: await first('appointments'),
    thread: await first('message_threads'),
    message: await first('messages'),
    symptoms: await first('symptom_reports'),
  };
  const leaver = await newMember(server, 'clinician');
  await database.query('select public.team_deactivate(null, $1)', [leaver.person]);
  outsiders = [
    ['another coach', (await newMember(server, 'coach')).token],
    ['an administrator', (await newMember(server, 'administrator')).token],
    ['a clinician without a factor', (await mailedMember(server, 'clinician')).token],
    ['a clinician who has left', leaver.token],
    ['a patient', (await newPatient(server)).token],
  ];
});
afterAll(() => server.stop());

const ask = async (token: string, name: string, body?: object) => {
  const response = await fetch(`${server.url}/functions/v1/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
};

/**
 * Everything of the patient's, and what their log says. Whom the workspace has refused is in the log of no
 * one's record.
 */
async function recordOf() {
  const { 'public.audit_log': _, ...prints } = await fingerprints(server.database, victim);
  const { rows } = await server.database.query('select * from public.audit_log where subject_id = $1', [
    victim.id,
  ]);
  return { prints, log: rows };
}

/** Each act of health, and what of the record it names. */
function actsOn(): [string, object][] {
  const { id } = victim;
  const day = '2026-11-01';
  const draft = {
    action: 'save',
    patientId: id,
    kind: 'medical',
    title: 'A title',
    date: day,
    text: 'Words',
  };
  const times = { startTime: '2036-12-08T10:00:00Z', endTime: '2036-12-08T10:30:00Z' };
  const done = { decision: 'done', outcome: 'nothing' };
  return [
    ...[
      { action: 'contact', how: 'phone', words: 'We spoke' },
      { action: 'log', type: 'pregnancy', result: 'negative', day },
      { action: 'send-kit' },
      { action: 'pause' },
      { action: 'resume' },
      { action: 'loss', day },
      { action: 'stop' },
      { action: 'resolve', to: 'treatment' },
      { action: 'take-back', resultId: ids.result },
    ].map((act): [string, object] => ['team-care', { id, ...act }]),
    ['team-care', { action: 'clear-safety-check', id, check: ids.check, words: 'All is well' }],
    ['team-care', { action: 'assign', id, coach: coach.person }],
    ['team-care', { action: 'assign', ids: [id], coach: null }],
    ['team-notes', draft],
    ['team-notes', { action: 'addendum', noteId: ids.note, text: 'More' }],
    ['team-notes', { action: 'withdraw', noteId: ids.note, reason: 'Wrong record', belongsTo: id }],
    ['team-calls', { action: 'book', patientId: id, appointmentType: 'initial-consultation', ...times }],
    ['team-calls', { action: 'outcome', id: ids.call, outcome: 'took-place' }],
    ['team-decide', { key: `symptoms:${ids.symptoms}`, ...done }],
    ['team-decide', { key: `symptoms:${ids.symptoms}`, decision: 'take' }],
    ['team-decide', { key: `message-waits:${ids.message}`, decision: 'take' }],
    [
      'team-decide',
      { key: `symptoms:${ids.symptoms}`, decision: 'hand-over', to: coach.person, words: 'Please' },
    ],
    ['team-message', { threadId: ids.thread, text: 'Hello' }],
    ['team-message', { threadId: ids.thread, text: 'Hello', byPhone: true }],
  ];
}

test('no one acts on a colleague’s patient, on health without the role, or after leaving', async () => {
  const before = await recordOf();
  const through: string[] = [];
  for (const [who, token] of outsiders) {
    for (const [name, body] of actsOn()) {
      // Administrators book for every patient.
      if (who === 'an administrator' && 'appointmentType' in body) continue;
      const { status, text } = await ask(token, name, body);
      const description = `${who}: ${name} ${JSON.stringify(body)} ${status} ${text.slice(0, 160)}`;
      if (![401, 403].includes(status)) through.push(description);
      for (const canary of victim.canaries) expect(text, description).not.toContain(canary);
    }
  }
  expect(through).toEqual([]);
  expect(await recordOf()).toEqual(before);
});

test('no one learns by signing or discarding whether a draft exists, or whose it is', async () => {
  for (const [who, token] of outsiders)
    for (const body of [{ action: 'sign', version: 1 }, { action: 'discard' }]) {
      const real = await ask(token, 'team-notes', { ...body, noteId: ids.draft });
      expect(await ask(token, 'team-notes', { ...body, noteId: randomUUID() }), who).toEqual(real);
      expect(real.status).toBeGreaterThan(400);
    }
});

test('none of them reads anything about health, by id, by search or by an item', async () => {
  // The time of an email or a call is an administrator's to see.
  const secrets = victim.canaries.filter((canary) => !/^\d{4}-/.test(canary));
  expect(secrets).toHaveLength(2);
  for (const [who, token] of outsiders) {
    for (const path of [
      `team-patient?id=${victim.id}`,
      `team-patients?search=${victim.email}`,
      `team-messages?patient=${victim.id}`,
      `team-messages?thread=${ids.thread}`,
      `team-picture?id=${randomUUID()}`,
      'team-today',
      'team-access-log',
      `team-calendar?person=${coach.person}&from=2026-11-01&until=2026-11-30`,
      `team-slots?patientId=${victim.id}&appointmentType=initial-consultation`,
    ]) {
      const { status, text } = await ask(token, path);
      expect(status, `${who} ${path}`).toBeLessThan(500);
      for (const secret of secrets) expect(text, `${who} ${path}`).not.toContain(secret);
      const opensRecord = who === 'an administrator' && path.startsWith('team-patient?');
      expect(text.includes(CALLED), `${who} ${path}`).toBe(opensRecord);
    }
  }
});
