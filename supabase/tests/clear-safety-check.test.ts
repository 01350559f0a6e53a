import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginCycle, newPatient, type Patient } from '../../server/testing/patient.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const clear = (by: Member, { id }: Pick<Patient, 'id'>, check: string, key = crypto.randomUUID()) =>
  server.database
    .query<{ answer: unknown }>(
      `select public.team_care($1, $2, '{coach,clinician}', '{outcome_events}', $3,
         jsonb_build_object('key', $4::uuid, 'hash', 'a')) as answer`,
      [
        by.id,
        by.sessionId,
        { action: 'clear-safety-check', ids: [id], check, words: 'Talked it over.' },
        key,
      ],
    )
    .then(
      ({ rows }) => rows[0]!.answer,
      ({ code, message }: { code: string; message: string }) => [code, message],
    );
const check = async ({ id }: Patient, outcome: string, cycle = 1): Promise<string> =>
  (
    await server.database.query<{ id: string }>(
      `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
       values ($1, $2, '{}', $3, '{}') returning id`,
      [id, cycle, outcome],
    )
  ).rows[0]!.id;
const checks = async ({ id }: Patient) =>
  (
    await server.database.query(
      `select cycle, outcome, cleared_by, cleared_words from public.safety_checks where user_id = $1
       order by created_at, cycle`,
      [id],
    )
  ).rows;

test('a clinician clears every block, from any cycle, with a note and their name in the log', async () => {
  const [clinician, patient] = [await newMember(server, 'clinician'), await newPatient(server)];
  await beginCycle(server, patient, 2);
  await check(patient, 'stop', 1);
  await check(patient, 'stop', 2);
  const newest = await check(patient, 'clinician', 2);
  await check(patient, 'ready', 2);
  const key = crypto.randomUUID();
  const done = { ids: [patient.id], careState: 'treatment' };
  expect(await clear(clinician, patient, newest, key)).toEqual(done);
  const cleared = { cleared_by: clinician.person, cleared_words: 'Talked it over.' };
  const open = { cleared_by: null, cleared_words: null };
  expect(await checks(patient)).toEqual([
    { cycle: 1, outcome: 'stop', ...cleared },
    { cycle: 2, outcome: 'stop', ...cleared },
    { cycle: 2, outcome: 'clinician', ...cleared },
    { cycle: 2, outcome: 'ready', ...open },
  ]);
  const { rows: log } = await server.database.query(
    `select distinct actor_name, staff_role from public.audit_log
     where subject_id = $1 and kind = 'safety_checks' and action = 'update'`,
    [patient.id],
  );
  expect(log).toEqual([{ actor_name: 'The clinician', staff_role: 'clinician' }]);
  expect(await clear(clinician, patient, newest, key), 'the same request again').toEqual(done);
});

test('a coach clears nothing, and no one clears what is not blocked or not open to them', async () => {
  const [coach, clinician] = [await newMember(server, 'coach'), await newMember(server, 'clinician')];
  const [held, ready] = [await newPatient(server), await newPatient(server)];
  const newcomer = await newPatient(server, { consent: false });
  const [ofHeld, ofReady] = [await check(held, 'stop'), await check(ready, 'ready')];
  expect(await clear(coach, held, ofHeld)).toEqual(['PT403', expect.any(String)]);
  expect(await clear(clinician, ready, ofReady)).toEqual(['PT409', expect.any(String)]);
  expect(await clear(clinician, ready, ofHeld), 'another patient’s').toEqual(['PT409', expect.any(String)]);
  expect(await clear(clinician, newcomer, ofHeld)).toEqual(['PT403', expect.any(String)]);
  expect((await checks(held))[0]).toMatchObject({ cleared_by: null });
});
