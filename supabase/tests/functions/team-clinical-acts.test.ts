import { expect } from 'vitest';
import { ROWS, TABLE, type Row } from '../../../domain/care-state/testing-table.ts';
import { addDays } from '../../../domain/time/day.ts';
import { localDate } from '../../../domain/time/local.ts';
import { beginCycle, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };
const BAD_INPUT = { status: 400, json: { code: 'invalid_input' } };
const TODAY = localDate(Date.now(), 'UTC');
const daysAgo = (days: number) => addDays(TODAY, -days);

const ACTS = ['loss', 'pause', 'resume', 'stop'] as const;
const WHO = ['coach', 'clinician'] as const;
const cells = Object.keys(TABLE).flatMap((row) => ACTS.map((act) => [row as Row, act] as const));

inBothDeployments('team-care', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const act = ({ token }: Member, body: object, key?: string) =>
    deployment.call({ token, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const member = (role: (typeof WHO)[number] | 'administrator') => newMember(deployment.server(), role);
  const stateOf = async ({ id }: Patient) =>
    (await sql('select private.care_state($1) as state', [id]))[0]!['state'];

  /** The patient's act, in the format a program sends. */
  async function tell({ id }: Patient, reported: string): Promise<void> {
    await (['positive', 'negative', 'unclear'].includes(reported)
      ? sql(
          `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on)
           values ($1, 'PREGNANCY', $2, 1, now(), $3)`,
          [id, reported, TODAY],
        )
      : sql('insert into public.outcome_events (user_id, kind, day, cycle) values ($1, $2, $3, 1)', [
          id,
          reported,
          TODAY,
        ]));
  }
  /** The id of answers that wait for a clinician. */
  const heldBack = async (patient: string): Promise<string> =>
    (
      await sql(
        `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
         values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}') returning id`,
        [patient],
      )
    )[0]!['id'] as string;
  async function patientIn(row: Row): Promise<Patient> {
    const patient = await deployment.patient();
    for (const reported of ROWS[row]) await tell(patient, reported);
    return patient;
  }
  /** Without it there is no pregnancy to lose. */
  const useApplicator = ({ id }: Patient) =>
    sql(
      `insert into public.survey_responses (user_id, survey, cycle_number, answers) values ($1, 'applicator-use', 1, $2)`,
      [
        id,
        JSON.stringify([
          daysAgo(14),
          '1',
          'Yes',
          '',
          '30 minutes',
          '4 to 5 hours',
          'Easy and straightforward',
          '',
        ]),
      ],
    );

  test.each(cells)('in %s, only the people in the table can decide %s', async (row, kind) => {
    const cell = TABLE[row][kind];
    const ends = cell.split(': ').at(-1)!;
    for (const role of WHO) {
      const [person, patient] = [await member(role), await patientIn(row)];
      if (kind === 'loss') await useApplicator(patient);
      const before = await stateOf(patient);
      const answer = await act(person, {
        action: kind,
        id: patient.id,
        ...(kind === 'loss' && { day: daysAgo(0) }),
        ...(kind === 'resume' && row === 'after-loss' && { cycle: 1 }),
      });
      if (ends === '409') expect(answer).toMatchObject(CHANGED);
      else if (cell.startsWith('clinician') && role === 'coach') expect(answer).toMatchObject(NOT_ALLOWED);
      else expect(answer).toMatchObject({ status: 200, json: { ids: [patient.id], careState: ends } });
      expect(await stateOf(patient)).toBe(answer.status === 200 ? ends : before);
      const lines = await sql(
        `select actor_name from public.audit_log where subject_id = $1 and kind = 'outcome_events' and action = 'insert'
           and actor_id = $2`,
        [patient.id, person.person],
      );
      expect(lines).toEqual(answer.status === 200 ? [{ actor_name: `The ${role}` }] : []);
    }
  });

  test.each(WHO)('a %s cannot record a loss where no pregnancy is possible', async (role) => {
    const [person, patient] = [await member(role), await deployment.patient()];
    const loss = { action: 'loss', id: patient.id, day: daysAgo(0) };
    expect(await act(person, loss)).toMatchObject({
      status: 409,
      json: {
        message:
          'No applicator was used and no pregnancy test was positive in the last 10 months. Check the record again.',
      },
    });
    expect(await stateOf(patient)).toBe('treatment');
    await useApplicator(patient);
    expect(await act(person, loss)).toMatchObject({ status: 200, json: { careState: 'after-loss' } });
  });

  test.each(['pregnant', 'treatment', 'after-loss'] as const)(
    'a clinician sets the pregnancy status to %s, and a coach does not',
    async (to) => {
      const clinician = await member('clinician');
      const patient = await patientIn('unsure, after a positive');
      expect(await act(await member('coach'), { action: 'resolve', id: patient.id, to })).toMatchObject(
        NOT_ALLOWED,
      );
      expect(await act(clinician, { action: 'resolve', id: patient.id, to })).toMatchObject({
        status: 200,
        json: { careState: to },
      });
      expect(await act(clinician, { action: 'resolve', id: patient.id, to })).toMatchObject(CHANGED);
      expect(
        await sql(
          `select recorded_by, recorded_by_name, recorded_by_role from public.outcome_events
         where user_id = $1 and kind = 'resolve'`,
          [patient.id],
        ),
      ).toEqual([
        { recorded_by: clinician.person, recorded_by_name: 'The clinician', recorded_by_role: 'clinician' },
      ]);
    },
  );

  test('when resuming after a loss the clinician selects the cycle, and the plan starts there', async () => {
    const clinician = await member('clinician');
    const patient = await deployment.patient();
    await beginCycle(deployment.server(), patient, 3);
    await tell(patient, 'loss');
    const resume = (more: object) => act(clinician, { action: 'resume', id: patient.id, ...more });
    expect(await resume({})).toMatchObject(BAD_INPUT);
    expect(await resume({ cycle: 4 })).toMatchObject(BAD_INPUT);
    expect(await resume({ cycle: 2 })).toMatchObject({ status: 200, json: { careState: 'treatment' } });
    expect(
      await sql(
        'select max(cycle_number) as cycle from public.completed_phases where user_id = $1 and stage_number = 3',
        [patient.id],
      ),
    ).toEqual([{ cycle: 1 }]);
    const paused = await patientIn('paused');
    expect(await act(clinician, { action: 'resume', id: paused.id, cycle: 2 })).toMatchObject(BAD_INPUT);
    const emails = (id: string) =>
      sql(
        `select subject, body_text from public.outbox where user_id = $1 and key like 'treatment-resumed:%'`,
        [id],
      );
    expect(await emails(paused.id)).toEqual([]);
    expect(await act(clinician, { action: 'resume', id: paused.id })).toMatchObject({ status: 200 });
    for (const { id } of [patient, paused]) {
      const [email, ...more] = await emails(id);
      expect(more).toEqual([]);
      expect(email).toMatchObject({ subject: 'There is something new in your portal' });
      // As discreet as every email: it reveals neither what happened nor that this is a treatment.
      expect(email!['body_text']).not.toMatch(/treatment|resum|loss|pause/i);
    }
  });

  test('someone deciding on an outdated state is told so, and a repeat is the same act', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const pause = {
      action: 'pause',
      id: patient.id,
      seen: 'treatment',
      until: daysAgo(-9),
      reason: 'A trip',
    };
    const key = crypto.randomUUID();
    const [first, again] = [await act(coach, pause, key), await act(coach, pause, key)];
    expect([first.status, again.json]).toEqual([200, first.json]);
    expect(await act(clinician, { action: 'stop', id: patient.id, seen: 'treatment' })).toMatchObject({
      ...CHANGED,
      json: { message: 'This patient’s treatment is paused. Check the record again.' },
    });
    expect(
      await sql(
        'select kind, until::text, reason, recorded_by_name from public.outcome_events where user_id = $1',
        [patient.id],
      ),
    ).toEqual([{ kind: 'pause', until: daysAgo(-9), reason: 'A trip', recorded_by_name: 'The coach' }]);
    // The stored answer for a retry reveals nothing about health.
    expect(await sql('select answer from private.team_requests where key = $1', [key])).toEqual([
      { answer: { ids: [patient.id] } },
    ]);
  });

  test('two who decide at the same moment decide once', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await patientIn('pregnant'),
    ];
    const loss = { action: 'loss', id: patient.id, day: daysAgo(1), seen: 'pregnant' };
    const statuses = (await Promise.all([act(coach, loss), act(clinician, loss)])).map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
  });

  test('a positive logged by mistake can be undone at any time, and its content is kept', async () => {
    const [coach, patient] = [await member('coach'), await patientIn('pregnant')];
    await sql(`update public.test_results set created_at = now() - interval '9 days' where user_id = $1`, [
      patient.id,
    ]);
    const [{ id: resultId }] = (await sql('select id from public.test_results where user_id = $1', [
      patient.id,
    ])) as [{ id: string }];
    const takeBack = { action: 'take-back', id: patient.id, resultId };
    expect(await act(coach, takeBack)).toMatchObject({ status: 200, json: { careState: 'treatment' } });
    expect(await act(coach, takeBack)).toMatchObject(CHANGED);
    expect(await sql('select from public.completed_phases where user_id = $1', [patient.id])).toEqual([]);
    expect(
      await sql('select id, result, person_name from public.results_taken_back where user_id = $1', [
        patient.id,
      ]),
    ).toEqual([{ id: resultId, result: 'positive', person_name: 'The coach' }]);
    expect(
      await sql(
        `select distinct actor_name from public.audit_log where subject_id = $1 and action = 'delete' and kind = 'test_results'`,
        [patient.id],
      ),
    ).toEqual([{ actor_name: 'The coach' }]);
  });

  test('a refusal that reveals the care state is logged as a read', async () => {
    const [coach, clinician] = [await member('coach'), await member('clinician')];
    const tries = (id: string): object[] => [
      ...['pause', 'resume', 'stop'].map((action) => ({ action, id, seen: 'unsure' })),
      { action: 'loss', id, seen: 'unsure', day: daysAgo(0) },
      { action: 'resume', id },
      { action: 'resume', id, cycle: 2 },
      { action: 'take-back', id, resultId: crypto.randomUUID() },
      { action: 'clear-safety-check', id, check: crypto.randomUUID(), words: 'Talked it over.' },
    ];
    const lines = async (patient: Patient, who: Member) =>
      sql(
        `select from public.audit_log where subject_id = $1 and actor_id = $2 and action = 'read' and kind = 'outcome_events'`,
        [patient.id, who.person],
      );
    for (const row of ['treatment', 'after-loss'] as Row[])
      for (const who of [coach, clinician])
        for (const place of tries('').keys()) {
          const patient = await patientIn(row);
          const { status } = await act(who, tries(patient.id)[place]!);
          if (status === 200) continue;
          expect([400, 403, 409]).toContain(status);
          expect(await lines(patient, who), JSON.stringify(tries('')[place])).toHaveLength(1);
        }
    const patient = await patientIn('after-loss');
    await sql('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      patient.id,
      (await member('coach')).person,
    ]);
    expect(await act(coach, { action: 'pause', id: patient.id })).toMatchObject({
      status: 403,
      json: { code: 'reason_required' },
    });
    expect(await lines(patient, coach)).toEqual([]);
  });

  test('a coach undoes a loss from the last day that no clinician recorded, and no other', async () => {
    const [coach, clinician] = [await member('coach'), await member('clinician')];
    const lossOf = async ({ id }: Patient) =>
      (await sql(`select id from public.outcome_events where user_id = $1`, [id]))[0]!['id'] as string;
    const undo = async (who: Member, of: Patient) =>
      act(who, { action: 'take-back', id: of.id, resultId: await lossOf(of) });
    const refused = {
      status: 403,
      json: { code: 'not_allowed', message: 'Only a clinician can undo this loss.' },
    };
    const [fresh, old, recorded] = [
      await patientIn('after-loss'),
      await patientIn('after-loss'),
      await patientIn('after-loss'),
    ];
    await sql(
      `update public.outcome_events set created_at = now() - interval '25 hours' where user_id = $1`,
      [old.id],
    );
    await sql(
      `update public.outcome_events set recorded_by = $2, recorded_by_name = 'The clinician', recorded_by_role = 'clinician'
       where user_id = $1`,
      [recorded.id, clinician.person],
    );
    expect(await undo(coach, fresh)).toMatchObject({ status: 200 });
    for (const patient of [old, recorded]) {
      expect(await undo(coach, patient)).toMatchObject(refused);
      expect(await undo(clinician, patient)).toMatchObject({ status: 200 });
    }
  });

  test('a clinician undoes a loss after the patient’s day, and nothing else of that type', async () => {
    const [clinician, patient] = [await member('clinician'), await patientIn('after-loss')];
    await sql(`update public.outcome_events set created_at = now() - interval '9 days' where user_id = $1`, [
      patient.id,
    ]);
    const eventOf = async ({ id }: Patient) =>
      (await sql('select id from public.outcome_events where user_id = $1', [id]))[0]!['id'] as string;
    const takeBack = async (of: Patient, named: Patient) =>
      act(clinician, { action: 'take-back', id: of.id, resultId: await eventOf(named) });
    const stopped = await patientIn('stopped');
    expect(await takeBack(stopped, patient)).toMatchObject(CHANGED);
    expect(await takeBack(stopped, stopped)).toMatchObject(CHANGED);
    expect(await takeBack(patient, patient)).toMatchObject({ status: 200, json: { careState: 'treatment' } });
    expect(
      await sql(
        'select withdrawn_by_name, withdrawn_by_role, recorded_by_name from public.outcome_events where user_id = $1',
        [patient.id],
      ),
    ).toEqual([
      { withdrawn_by_name: 'The clinician', withdrawn_by_role: 'clinician', recorded_by_name: null },
    ]);
  });

  test('a clinician clears the safety check that blocks the patient, once, with a note', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const check = await heldBack(patient.id);
    const words = 'The coil was removed in May.';
    const clear = { action: 'clear-safety-check', id: patient.id, check, words };
    expect(await act(coach, clear)).toMatchObject(NOT_ALLOWED);
    expect(await act(clinician, clear)).toMatchObject({ status: 200, json: { careState: 'treatment' } });
    expect(await act(clinician, clear)).toMatchObject(CHANGED);
    expect(
      await sql('select cleared_by, cleared_words from public.safety_checks where user_id = $1', [
        patient.id,
      ]),
    ).toEqual([{ cleared_by: clinician.person, cleared_words: clear.words }]);
  });

  test('a cleared safety check is one discreet email, however many clear it at once', async () => {
    const [one, other, patient] = [
      await member('clinician'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const body = {
      action: 'clear-safety-check',
      id: patient.id,
      check: await heldBack(patient.id),
      words: 'Fine.',
    };
    await Promise.all([act(one, body), act(other, body), act(one, body)]);
    expect(
      await sql(
        `select recipient = customer_email as is_theirs, subject
         from public.outbox join public.customers using (user_id) where user_id = $1 and key like 'check-%'`,
        [patient.id],
      ),
    ).toEqual([{ is_theirs: true, subject: 'There is something new in your portal' }]);
  });

  test('answers that came after the ones read are not cleared with them', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const clear = (check: string) =>
      act(clinician, { action: 'clear-safety-check', id: patient.id, check, words: 'Talked it over.' });
    const read = await heldBack(patient.id);
    const newer = await heldBack(patient.id);
    const open = () =>
      sql('select id from public.safety_checks where user_id = $1 and cleared_at is null', [patient.id]);
    expect(await clear(read)).toMatchObject(CHANGED);
    expect(await clear(crypto.randomUUID())).toMatchObject(CHANGED);
    expect(await open()).toHaveLength(2);
    expect(await clear(newer)).toMatchObject({ status: 200 });
    expect(await open()).toEqual([]);
  });

  test('no one decides about a patient they may not open, and an administrator about none', async () => {
    const [coach, other, admin] = [
      await member('coach'),
      await member('coach'),
      await member('administrator'),
    ];
    const [patient, newcomer] = [await deployment.patient(), await deployment.patient({ consent: false })];
    await act(coach, { action: 'assign', id: patient.id, coach: coach.person });
    for (const body of [
      { action: 'pause' },
      { action: 'loss', day: TODAY },
      { action: 'stop' },
      { action: 'take-back', resultId: crypto.randomUUID() },
    ]) {
      expect(await act(coach, { id: newcomer.id, ...body })).toMatchObject(NOT_ALLOWED);
      expect(await act(admin, { id: patient.id, ...body })).toMatchObject(NOT_ALLOWED);
      expect(await act(other, { id: patient.id, ...body })).toMatchObject({
        json: { code: 'reason_required' },
      });
    }
    expect(await sql('select from public.outcome_events where user_id = $1', [patient.id])).toEqual([]);
  });

  test('someone who gives a patient away hears no more of them, and a repeat says the same', async () => {
    const [coach, other, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    const give = { action: 'assign', id: patient.id, coach: other.person };
    const key = crypto.randomUUID();
    const [first, again] = [await act(coach, give, key), await act(coach, give, key)];
    expect([first.status, first.json]).toEqual([200, { ids: [patient.id] }]);
    expect(again.json).toEqual(first.json);
  });

  test.each([
    [{ action: 'pause', until: daysAgo(2) }],
    [{ action: 'loss' }],
    [{ action: 'loss', day: daysAgo(-3) }],
    [{ action: 'loss', day: daysAgo(400) }],
    [{ action: 'resolve', to: 'paused' }],
    [{ action: 'take-back' }],
    [{ action: 'stop', seen: 'nowhere' }],
    [{ action: 'stop', reason: 'a'.repeat(2_001) }],
    [{ action: 'clear-safety-check', check: crypto.randomUUID(), words: ' ' }],
    [{ action: 'clear-safety-check', words: 'Talked it over.' }],
  ])('%j is refused', async (body) => {
    const [clinician, { id }] = [await member('clinician'), await deployment.patient()];
    expect(await act(clinician, { id, ...body })).toMatchObject(BAD_INPUT);
  });
});
