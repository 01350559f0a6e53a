import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginCycle, newPatient, type Patient } from '../../server/testing/patient.ts';
import { newMember, type Member } from '../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../server/testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const clear = (by: Member, { id }: Pick<Patient, 'id'>, key = crypto.randomUUID()) =>
  server.database
    .query<{ answer: unknown }>(
      `select public.team_clear_safety_check($1, $2, '{coach,clinician}', '{}', $3, 'Talked it over.',
         jsonb_build_object('key', $4::uuid, 'hash', 'a')) as answer`,
      [by.id, by.sessionId, id, key],
    )
    .then(
      ({ rows }) => rows[0]!.answer,
      ({ code, message }: { code: string; message: string }) => [code, message],
    );
const check = ({ id }: Patient, outcome: string, cycle = 1) =>
  server.database.query(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons) values ($1, $2, '{}', $3, '{}')`,
    [id, cycle, outcome],
  );
const checks = async ({ id }: Patient) =>
  (
    await server.database.query(
      `select cycle, outcome, cleared_by, cleared_words from public.safety_checks where user_id = $1
       order by created_at, cycle`,
      [id],
    )
  ).rows;

test('a clinician clears what is held back in this cycle, with a note and their name in the log', async () => {
  const [clinician, patient] = [await newMember(server, 'clinician'), await newPatient(server)];
  await beginCycle(server, patient, 2);
  for (const [outcome, cycle] of [
    ['stop', 1],
    ['stop', 2],
    ['clinician', 2],
    ['ready', 2],
  ] as const)
    await check(patient, outcome, cycle);
  const key = crypto.randomUUID();
  expect(await clear(clinician, patient, key)).toEqual({ ids: [patient.id] });
  const cleared = { cleared_by: clinician.person, cleared_words: 'Talked it over.' };
  const open = { cleared_by: null, cleared_words: null };
  expect(await checks(patient)).toEqual([
    { cycle: 1, outcome: 'stop', ...open },
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
  expect(await clear(clinician, patient, key), 'the same request again').toEqual({ ids: [patient.id] });
});

test('a coach clears nothing, and nobody clears what is not held back or not open to them', async () => {
  const [coach, clinician] = [await newMember(server, 'coach'), await newMember(server, 'clinician')];
  const [held, ready] = [await newPatient(server), await newPatient(server)];
  const newcomer = await newPatient(server, { consent: false });
  await check(held, 'stop');
  await check(ready, 'ready');
  expect(await clear(coach, held)).toEqual(['PT403', expect.any(String)]);
  expect(await clear(clinician, ready)).toEqual(['PT409', expect.any(String)]);
  expect(await clear(clinician, newcomer)).toEqual(['PT403', expect.any(String)]);
  expect((await checks(held))[0]).toMatchObject({ cleared_by: null });
});
