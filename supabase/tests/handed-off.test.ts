import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newPatient, type Patient } from '../../server/testing/patient.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';
import { aClinic } from './functions/testing/clinic.ts';
import { worklistScene } from './functions/testing/worklist.ts';

// A patient of Marisol's. One item is handed off to Sam, nothing to Nina. Beyond that item, Sam may see no
// more than Nina.

let server: TestServer;
let [marisol, sam, nina, clinician]: Member[] = [];
let patient: Patient;
const { sql, ask, today, feels, assign } = worklistScene(() => server);

beforeAll(async () => {
  server = await startTestServer();
  [marisol, sam, nina] = [
    await newMember(server, 'coach'),
    await newMember(server, 'coach'),
    await newMember(server, 'coach'),
  ];
  clinician = await newMember(server, 'clinician');
});
afterAll(() => server.stop());
beforeEach(async () => {
  patient = await newPatient(server);
  await assign(patient, marisol!);
});

const decide = async (who: Member, key: string, act: object) =>
  (await ask('team-decide', who, { key, ...act })).status;
const handTo = (colleague: Member) => ({
  decision: 'hand-over',
  to: colleague.person,
  words: 'Please call her.',
});
const DONE = { decision: 'done', outcome: 'spoke' };

/** Every item Today shows about this patient, open or done. */
async function keysSeenBy(who: Member): Promise<string[]> {
  const { items, ended } = (await (await ask('team-today', who)).json()) as {
    items: { key: string; patient: { id: string } | null }[];
    ended: { key: string; patient: { id: string } | null }[];
  };
  return [...items, ...ended].filter((item) => item.patient?.id === patient.id).map(({ key }) => key);
}

/**
 * Every other way to this patient: the list, the search, the record, the conversations, the tables and the
 * channels.
 */
async function elsewhereSeenBy(who: Member) {
  const { email } = (await sql('select email from auth.users where id = $1', [patient.id]))[0]!;
  const threads = await sql('select id from public.message_threads where user_id = $1', [patient.id]);
  const answers: unknown[] = [];
  for (const path of [
    `team-patients?search=${String(email)}`,
    `team-patients?coach=${who.person}`,
    `team-patients?coach=${marisol!.person}`,
    `team-patient?id=${patient.id}`,
    `team-messages?patient=${patient.id}`,
    ...threads.map(({ id }) => `team-messages?thread=${String(id)}`),
    `team-slots?patientId=${patient.id}&appointmentType=initial-consultation`,
  ]) {
    const response = await ask(path, who);
    answers.push([path.replace(who.person, 'own'), response.status, await response.text()]);
  }
  return [...answers, await rowsSeenBy(who), await channelsOpenTo(who)];
}

const asUser = <Result>(who: Member, run: (query: typeof sql) => Promise<Result>) =>
  server.database.transaction(async (query) => {
    await query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ sub: who.id, session_id: who.sessionId, role: 'authenticated', aal: 'aal2' }),
    ]);
    await query('set local role authenticated');
    return run(async (text, values) => (await query(text, values)).rows);
  });

/** Realtime sends the changes these policies let through. */
async function rowsSeenBy(who: Member) {
  const tables = await sql(
    `select relname from pg_class c join pg_attribute a on attrelid = c.oid and attname = 'user_id'
     where relnamespace = 'public'::regnamespace and relkind = 'r' and has_column_privilege('authenticated', c.oid, attnum, 'select')
     order by 1`,
  );
  return asUser(who, async (query) => {
    const seen: unknown[] = [];
    for (const { relname } of tables)
      seen.push([
        relname,
        (await query(`select count(*) from public.${String(relname)} where user_id = $1`, [patient.id]))[0],
      ]);
    return seen;
  });
}

const channelsOpenTo = (who: Member) =>
  asUser(who, async (query) => {
    const open: unknown[] = [];
    for (const topic of [`patient:${patient.id}`, `team:${patient.id}`, `record:${patient.id}`]) {
      await query(`select set_config('realtime.topic', $1, true)`, [topic]);
      open.push(await query('select extension from realtime.messages'));
    }
    return open;
  });

async function expectSamSeesOnly(...keys: string[]) {
  expect((await keysSeenBy(sam!)).toSorted()).toEqual(keys.toSorted());
  expect(await keysSeenBy(nina!)).toEqual([]);
  expect(await elsewhereSeenBy(sam!)).toEqual(await elsewhereSeenBy(nina!));
}

test('a patient’s earlier, open and later items stay closed to a coach who was handed one item', async () => {
  const [before, key, other] = [await feels(patient), await feels(patient), await feels(patient)];
  await decide(marisol!, before, DONE);
  await expectSamSeesOnly();
  expect(await decide(marisol!, key, handTo(sam!))).toBe(200);
  await expectSamSeesOnly(key);
  expect(await decide(sam!, key, { decision: 'take' })).toBe(200);
  const later = await feels(patient);
  await expectSamSeesOnly(key);
  for (const closed of [before, other, later])
    for (const act of [{ decision: 'take' }, DONE, handTo(nina!), { decision: 'reopen' }])
      expect(await decide(sam!, closed, act)).toBe(403);
});

test('a call, its note and a follow-up that were handed off are ended by that colleague', async () => {
  const [call] = await sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, $2, $3, ended - interval '30 minutes', ended, ended
     from (select now() - interval '25 hours' as ended) as past returning id`,
    [patient.id, marisol!.person, (await aClinic(server.database)).typeId],
  );
  const [asked] = await sql(
    `insert into public.follow_ups (user_id, person_id, person_name, person_role, to_id, due_at, text)
     values ($1, $2, 'Marisol Vega', 'coach', $2, now(), 'Ask about sleep') returning id`,
    [patient.id, marisol!.person],
  );
  const id = call!['id'] as string;
  const outcome = async () =>
    (await ask('team-calls', sam!, { action: 'outcome', id, outcome: 'took-place' })).status;
  const endable = async () =>
    (await today(sam!)).items.flatMap(({ rule, patient: about, mayEnd }) =>
      about?.id === patient.id && mayEnd ? [rule] : [],
    );
  expect(await outcome()).toBe(403);
  for (const key of [`call-without-outcome:${id}`, `follow-up:${asked!['id'] as string}`])
    expect(await decide(marisol!, key, handTo(sam!))).toBe(200);
  expect((await endable()).toSorted()).toEqual(['call-without-outcome', 'follow-up']);
  expect(await outcome()).toBe(200);
  expect(await decide(sam!, `follow-up:${asked!['id'] as string}`, DONE)).toBe(200);
  expect(await endable()).toEqual([]);
  const note = `note-not-signed:${id}`;
  expect(await decide(marisol!, note, handTo(sam!))).toBe(200);
  expect(await endable()).toEqual(['note-not-signed']);
  const discarded = { decision: 'done', outcome: 'discarded', words: 'The call was a test.' };
  expect(await decide(sam!, note, discarded)).toBe(200);
  await expectSamSeesOnly();
});

test('every patient on someone’s Today is one whose name they may see, and the other way around', async () => {
  const key = await feels(patient);
  await decide(marisol!, key, handTo(sam!));
  const others = await Promise.all(['followed', 'unassigned', 'closed'].map(() => newPatient(server)));
  const [followed, unassigned, closed] = others as [Patient, Patient, Patient];
  for (const one of [followed, closed]) await assign(one, marisol!);
  for (const one of others) await feels(one);
  await sql(
    `insert into public.follow_ups (user_id, person_id, person_name, person_role, to_id, due_at, text)
     values ($1, $2, 'Marisol Vega', 'coach', $3, now(), 'Ask about sleep')`,
    [followed.id, marisol!.person, sam!.person],
  );
  const seenBy = async (who: Member) =>
    (
      await sql(
        `select private.patients_to_look_at(person) as listed, array(
           select user_id from private.attention_looks
           where look_at <= now() and private.may_see_items(person, user_id)) as allowed
         from public.care_team as person where id = $1`,
        [who.person],
      )
    )[0]! as { listed: string[]; allowed: string[] };
  for (const who of [marisol!, sam!, nina!, clinician!]) {
    const { listed, allowed } = await seenBy(who);
    expect(listed.toSorted()).toEqual(allowed.toSorted());
  }
  const { listed } = await seenBy(sam!);
  expect(listed).toEqual(expect.arrayContaining([patient.id, followed.id, unassigned.id]));
  expect(listed).not.toContain(closed.id);
  await sql('delete from public.follow_ups where user_id = $1', [followed.id]);
});

test('once it is done, it is closed to the colleague too, and only those caring for the patient can reopen it', async () => {
  const key = await feels(patient);
  await decide(marisol!, key, handTo(sam!));
  expect(await decide(sam!, key, DONE)).toBe(200);
  await expectSamSeesOnly();
  expect(await decide(sam!, key, { decision: 'reopen' })).toBe(403);
  const later = await feels(patient);
  await expectSamSeesOnly();
  expect(await decide(marisol!, key, { decision: 'reopen' })).toBe(200);
  await expectSamSeesOnly();
  expect(await keysSeenBy(marisol!)).toEqual(expect.arrayContaining([key, later]));
});

test('an item that was returned or handed on is closed to the first colleague', async () => {
  const [taken, handed] = [await feels(patient), await feels(patient)];
  for (const key of [taken, handed]) await decide(marisol!, key, handTo(sam!));
  await expectSamSeesOnly(taken, handed);
  expect(await decide(marisol!, taken, { decision: 'take', version: 1 })).toBe(200);
  expect(await decide(sam!, handed, handTo(clinician!))).toBe(200);
  await expectSamSeesOnly();
  for (const key of [taken, handed]) expect(await decide(sam!, key, { decision: 'take' })).toBe(403);
});

test('a handed-off item whose cause is gone no longer gives that colleague access', async () => {
  const key = await feels(patient);
  await decide(marisol!, key, handTo(sam!));
  await sql('delete from public.symptom_reports where user_id = $1', [patient.id]);
  await feels(patient);
  await expectSamSeesOnly();
});

test('an item a coach took while covering does not come with one handed to them later', async () => {
  const [covered, key] = [await feels(patient), await feels(patient)];
  await sql('delete from public.coach_assignments where user_id = $1', [patient.id]);
  expect(await decide(sam!, covered, { decision: 'take' })).toBe(200);
  await assign(patient, marisol!);
  await decide(marisol!, key, handTo(sam!));
  await expectSamSeesOnly(key);
});

test('a handed-off conversation opens while its message waits and the handoff lasts', async () => {
  const writes = async () => {
    const response = await fetch(`${server.url}/functions/v1/send-message`, {
      method: 'POST',
      headers: { authorization: `Bearer ${patient.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ topic: 'Something else', text: 'A question' }),
    });
    return (await response.json()) as { id: string; threadId: string };
  };
  const first = await writes();
  const opens = async () => (await ask(`team-messages?thread=${first.threadId}`, sam!)).status;
  expect(await opens()).toBe(403);
  expect(await decide(marisol!, `message-waits:${first.id}`, handTo(sam!))).toBe(200);
  expect(await opens()).toBe(200);
  await decide(marisol!, `message-waits:${first.id}`, { decision: 'take', version: 1 });
  expect(await opens()).toBe(403);
  await decide(marisol!, `message-waits:${first.id}`, { ...handTo(sam!), version: 2 });
  expect((await ask('team-message', sam!, { threadId: first.threadId, text: 'An answer' })).status).toBe(200);
  expect(await opens()).toBe(403);
  // A further message goes first to the person who replied.
  await writes();
  expect(await opens()).toBe(200);
  const reply = { threadId: first.threadId, text: 'An answer of mine' };
  expect((await ask('team-message', marisol!, reply)).status).toBe(200);
  expect(await opens()).toBe(403);
  await expectSamSeesOnly();
});

test('a person cannot hand an item to themselves, on screen, by the function or in the database', async () => {
  const key = await feels(patient);
  const { colleagues } = (await (await ask('team-today', marisol!)).json()) as {
    colleagues: { id: string }[];
  };
  const offered = colleagues.map(({ id }) => id);
  expect(offered).toContain(sam!.person);
  expect(offered).not.toContain(marisol!.person);
  expect(await decide(marisol!, key, handTo(marisol!))).toBe(400);
  await expect(
    sql('select public.team_decide($1, $2, $3, $4, $5, $6)', [
      marisol!.id,
      marisol!.sessionId,
      ['coach'],
      ['attention'],
      patient.id,
      { key, ...handTo(marisol!) },
    ]),
  ).rejects.toMatchObject({ detail: 'not_allowed' });
});

test('the database decides no item that was not handed to this coach, whatever the function asks', async () => {
  const [key, other] = [await feels(patient), await feels(patient)];
  await decide(marisol!, key, handTo(sam!));
  const inDatabase = (who: Member, about: string) =>
    sql('select public.team_decide($1, $2, $3, $4, $5, $6)', [
      who.id,
      who.sessionId,
      ['coach'],
      ['attention'],
      patient.id,
      { key: about, decision: 'take' },
    ]);
  for (const [who, about] of [
    [sam!, other],
    [nina!, key],
  ] as const)
    await expect(inDatabase(who, about)).rejects.toMatchObject({ detail: 'not_allowed' });
  await inDatabase(sam!, key);
});
