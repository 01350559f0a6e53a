import { expect, test } from 'vitest';
import { join, REFUSED, type Patient } from './people.ts';
import { keepRecord } from './records.ts';
import { expectAppendOnly, READ_ALONE, testRights } from './rights.ts';

const scene = testRights('audit', {
  audit_log: {
    belongsTo: 'subject_id',
    insert: `insert into public.audit_log (actor_role, action, kind, subject_id) values ('x', 'read', 'x', $1)`,
    set: `kind = 'nothing'`,
    may: READ_ALONE,
  },
});

const logOf = async ({ id }: Patient) => {
  const { rows } = await scene.people.database.query(
    'select actor_id, actor_role, action, kind from public.audit_log where subject_id = $1 order by id',
    [id],
  );
  return rows;
};

test('not even the database’s owner changes the log', async () => {
  await expectAppendOnly(scene.people, 'audit_log', [
    `update public.audit_log set kind = 'x'`,
    'delete from public.audit_log',
    'truncate public.audit_log',
  ]);
});

test('what a patient writes is logged with their id', async () => {
  const { database } = scene.people;
  const ida = await join(database, 'ida', { consented: true });
  await ida.does(
    `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`,
    [ida.id],
  );
  expect((await logOf(ida)).at(-1)).toEqual({
    actor_id: ida.id,
    actor_role: 'authenticated',
    action: 'insert',
    kind: 'completed_phases',
  });
});

test('what a function stores is logged as the patient’s act, and what a clinician writes is not', async () => {
  const { database, service } = scene.people;
  const jo = await join(database, 'jo', { consented: true });
  await service.does(
    `insert into public.test_results (user_id, result_type, result, taken_at) values ($1, 'ovulation', 'Invalid', now())`,
    [jo.id],
  );
  await service.does(
    `insert into public.medical_notes (user_id, title, noted_on, content) values ($1, 'A', now(), 'secret')`,
    [jo.id],
  );
  expect((await logOf(jo)).slice(-2)).toEqual([
    { actor_id: jo.id, actor_role: 'service_role', action: 'insert', kind: 'test_results' },
    { actor_id: null, actor_role: 'service_role', action: 'insert', kind: 'medical_notes' },
  ]);
});

test('an update without changes leaves no line and sends no signal, and one with changes one of each', async () => {
  const { database } = scene.people;
  const nia = await join(database, 'nia', { consented: true });
  await keepRecord(database, nia, 'mark-of-nia');
  // Saving ends the draft, which is a separate change.
  await database.query('delete from public.questionnaire_drafts where user_id = $1', [nia.id]);
  const signals = async () => {
    const { rows } = await database.query('select from realtime.messages where topic = $1', [
      `patient:${nia.id}`,
    ]);
    return rows.length;
  };
  const count = async () => [(await logOf(nia)).length, await signals()];
  const [lines, signalled] = await count();
  const again = (table: string, column: string) =>
    nia.does(`update public.${table} set ${column} = ${column} where user_id = $1`, [nia.id]);
  expect((await again('customers', 'email_reminders')).rowCount).toBe(1);
  expect((await again('completed_phases', 'phase_id')).rowCount).toBe(1);
  expect((await again('onboarding_info', 'user_age')).rowCount).toBe(1);
  expect(await count()).toEqual([lines, signalled]);
  await nia.does('update public.customers set email_reminders = not email_reminders where user_id = $1', [
    nia.id,
  ]);
  expect(await count()).toEqual([lines! + 1, signalled! + 1]);
  await nia.does('update public.onboarding_info set user_age = 34 where user_id = $1', [nia.id]);
  expect(await count()).toEqual([lines! + 2, signalled! + 1]);
});

test('a read of notes is logged only by the function that served it', async () => {
  const { owner, anonymous, service, database } = scene.people;
  const kim = await join(database, 'kim', { consented: true });
  const note = 'select public.audit_read($1, $2)';
  for (const person of [owner, anonymous]) {
    expect(await person.may(note, ['medical_notes', kim.id])).toBe(REFUSED);
  }
  await service.does(note, ['medical_notes', kim.id]);
  expect((await logOf(kim)).at(-1)).toMatchObject({
    actor_id: kim.id,
    action: 'read',
    kind: 'medical_notes',
  });
  expect(await service.may(note, ['Words about health!', kim.id])).toBe('23514');
});

test('reading the same thing repeatedly leaves one line a minute, each session its own', async () => {
  const { service, database } = scene.people;
  const amy = await join(database, 'amy', { consented: true });
  await keepRecord(database, amy, 'mark-of-amy');
  const reads = async () =>
    (await logOf(amy)).flatMap((row) =>
      row['action'] === 'read' ? [[row['actor_role'], row['kind']].join(' ')] : [],
    );
  const readOwn = async () => {
    for (let count = 0; count < 5; count++)
      await amy.does('select from private.read_own_consultation_notes()');
  };
  const readMedical = () => service.does('select from public.read_medical_notes($1)', [amy.id]);
  await readOwn();
  await readMedical();
  await readMedical();
  // Medical Notes shows what was written about consultations too.
  const first = [
    'authenticated consultation_notes',
    'service_role medical_notes',
    'service_role consultation_notes',
  ];
  expect(await reads()).toEqual(first);

  const { rows } = await database.query('insert into auth.sessions (user_id) values ($1) returning id', [
    amy.id,
  ]);
  const claims = { sub: amy.id, role: 'authenticated', session_id: rows[0]!['id'] };
  const elsewhere = {
    role: 'authenticated' as const,
    claims: JSON.stringify(claims),
    userId: amy.id,
    sessionId: claims.session_id as string,
  };
  await database.asCaller(elsewhere, { text: 'select from private.read_own_consultation_notes()' });
  expect(await reads()).toEqual([...first, first[0]]);

  await database.query(`update private.limits set window_ends_at = now()`);
  await readOwn();
  expect(await reads()).toEqual([...first, first[0], first[0]]);
});

test('a patient can change their own data a thousand times in ten minutes, and others are not counted', async () => {
  const { service, database, owner } = scene.people;
  const zoe = await join(database, 'zoe', { consented: true });
  const before = (await logOf(zoe)).length;
  const toggle = 'update public.customers set email_reminders = not email_reminders where user_id = $1';
  for (let count = 0; count < 1000; count++) await zoe.does(toggle, [zoe.id]);
  expect(await zoe.may(toggle, [zoe.id])).toBe('PT429');
  expect(await zoe.may('update public.customers set text_reminders = not text_reminders')).toBe('PT429');
  expect(await logOf(zoe)).toHaveLength(before + 1000);
  expect(await owner.may(toggle, [owner.id])).toBe(1);
  expect(await service.may(toggle, [zoe.id])).toBe(1);
  await database.query(`update private.limits set window_ends_at = now()`);
  expect(await zoe.may(toggle, [zoe.id])).toBe(1);
});

test('the log says which tables were written but never the content; it outlives the account', async () => {
  const { database } = scene.people;
  const lou = await join(database, 'lou', { consented: true });
  await keepRecord(database, lou, 'mark-of-lou');
  await database.query('update public.consultation_notes set notes = $2 where user_id = $1', [lou.id, 'new']);
  await database.query('delete from auth.users where id = $1', [lou.id]);
  const log = await logOf(lou);
  expect(JSON.stringify(log)).not.toContain('mark-of-lou');
  const kinds = (action: string) =>
    new Set(log.filter((row) => row['action'] === action).map((row) => row['kind']));
  const written = [
    'onboarding_info',
    'questionnaire_drafts',
    'test_results',
    'outcome_events',
    'symptom_reports',
    'periods',
    'safety_checks',
    'treatment_day_timers',
    'applicator_agreements',
    'message_threads',
    'messages',
    'message_reads',
    'message_pictures',
    'survey_responses',
    'completed_phases',
    'consultation_notes',
    'medical_notes',
    'appointments',
    'account_deletions',
    'coach_assignments',
    'record_openings',
    'patient_contacts',
    'staff_notes',
    'patient_alerts',
    'follow_ups',
    'kit_requests',
    'attention_decisions',
    'results_taken_back',
    'note_drafts',
    'note_addenda',
    'note_withdrawals',
  ];
  expect(kinds('insert')).toEqual(new Set(written));
  expect(kinds('update')).toEqual(new Set(['customers', 'consultation_notes']));
  expect(kinds('delete')).toEqual(new Set([...written, 'customers']));
});

test('for a deleted person the log can forget who it was, and nothing else; for a current one, nothing', async () => {
  const { database, stranger } = scene.people;
  const mo = await join(database, 'mo', { consented: true });
  const rewrite = (set: string) =>
    database.query(`update public.audit_log set ${set} where subject_id = $1`, [mo.id]);
  const forget = `subject_id = gen_random_uuid(), actor_id = actor_id`;
  const refusal = { code: REFUSED, message: 'audit_log is append-only' };
  await expect(rewrite(forget)).rejects.toMatchObject(refusal);
  await database.query('delete from auth.users where id = $1', [mo.id]);
  for (const set of [
    `kind = 'nothing'`,
    `at = now()`,
    `action = 'read'`,
    `actor_role = 'nobody'`,
    `actor_id = gen_random_uuid()`,
    `subject_id = '${stranger.id}'`,
  ]) {
    await expect(rewrite(set)).rejects.toMatchObject(refusal);
  }
  await rewrite(forget);
  expect(await logOf(mo)).toEqual([]);
});
