import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOURNEY_OUTLINE, stepsOf } from '../../domain/journey/outline.ts';
import { stageIn, stepIn, type CompletedPhase, type Status } from '../../domain/journey/progress.ts';
import { join, uninvite } from './people.ts';
import { withCareTeam } from './team-scene.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const STEPS = JOURNEY_OUTLINE.flatMap((stage) => stepsOf(stage));

withCareTeam((scene) => {
  const query = (text: string, values: unknown[] = []) => scene.database.query(text, values);
  const listed = async (email: string) =>
    (await query('select * from private.patient_directory where email = $1', [email])).rows;
  /** The directory and its counts, as they stand and as the records alone would have them. */
  async function expectTrue() {
    const { rows } = await query(`
      with listed as (select email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id
          from private.patient_directory),
        made as (table private.patients_to_list),
        meant as (select email, has_user, name, sort_name, search_text, is_open, stage, cycle, phase, status, coach_id from made),
        counted as (select stage, cycle, status, coach_id, is_open, sum(patients)::bigint as patients
          from private.directory_counts group by 1, 2, 3, 4, 5 having sum(patients) <> 0),
        there as (select stage, cycle, status, coach_id, is_open, count(*) as patients
          from private.patient_directory group by 1, 2, 3, 4, 5)
      select to_jsonb(wrong) as wrong from ((table listed except all table meant) union all (table meant except all table listed)) as wrong
      union all
      select to_jsonb(wrong) from ((table counted except all table there) union all (table there except all table counted)) as wrong`);
    expect(rows).toEqual([]);
  }

  test('a patient is listed from invitation to deletion, with what the team may know at each point', async () => {
    await query(
      `insert into public.invitations (email, first_name, last_name) values ('zoe@example.com', 'Zoë', 'Ångström')`,
    );
    const [invited] = await listed('zoe@example.com');
    expect(invited).toMatchObject({
      has_user: false,
      name: 'Zoë Ångström',
      sort_name: 'angstrom zoe',
      search_text: 'zoe angstrom zoe@example.com',
      is_open: false,
      coach_id: NOBODY,
    });
    const { rows } = await query(
      `insert into auth.users (email, email_confirmed_at) values ('zoe@example.com', now()) returning id`,
    );
    const id = rows[0]!['id'];
    expect(await listed('zoe@example.com')).toMatchObject([
      { id, has_user: true, is_open: false, stage: null, status: null },
    ]);
    await query(
      'update public.customers set privacy_policy_accepted = true, data_usage_consent = true where user_id = $1',
      [id],
    );
    expect(await listed('zoe@example.com')).toMatchObject([
      { is_open: true, stage: 1, cycle: null, phase: 'welcome', status: 'Active' },
    ]);
    await query(`update public.customers set customer_last_name = 'Berg' where user_id = $1`, [id]);
    expect(await listed('zoe@example.com')).toMatchObject([{ name: 'Zoë Berg' }]);
    const coach = await scene.join('coach');
    await query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
      id,
      coach.person,
    ]);
    expect(await listed('zoe@example.com')).toMatchObject([{ coach_id: coach.person }]);
    await scene.deactivate(null, coach.person);
    expect(await listed('zoe@example.com')).toMatchObject([{ coach_id: NOBODY }]);
    await query(`update public.invitations set revoked_at = now() where email = 'zoe@example.com'`);
    expect(await listed('zoe@example.com')).toMatchObject([{ is_open: false, stage: null, phase: null }]);
    await expectTrue();
    await query('delete from public.customers where user_id = $1', [id]);
    expect(await listed('zoe@example.com')).toEqual([]);
    await expectTrue();
  });

  test('stage, cycle and phase match the domain, whatever is completed', async () => {
    const patient = await join(scene.database, 'patient', { consented: true });
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(STEPS),
        fc.constantFrom<Status>('Active', 'Paused', 'Pregnant', 'Withdrawn'),
        async (done, status) => {
          await query('delete from public.completed_phases where user_id = $1', [patient.id]);
          await query('update public.customers set status = $2 where user_id = $1', [patient.id, status]);
          for (const { phase, stage, cycle } of done)
            await query(
              'insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number) values ($1, $2, $3, $4)',
              [patient.id, phase.id, stage.number, cycle],
            );
          const completed: CompletedPhase[] = done.map(({ phase, cycle }) => ({
            phaseId: phase.id,
            cycleNumber: cycle,
          }));
          const step = stepIn(JOURNEY_OUTLINE, { completed, status });
          expect(await listed(patient.email)).toMatchObject([
            {
              stage: stageIn(JOURNEY_OUTLINE, { completed, status }).number,
              cycle: step?.cycle ?? null,
              phase: step?.phase.id ?? null,
              status,
            },
          ]);
        },
      ),
      { numRuns: 25 },
    );
    await expectTrue();
  });

  test('two concurrent changes both count, and a folded count is the same count', async () => {
    const patients = await Promise.all(
      ['ann', 'bea', 'cid'].map((name) => join(scene.database, name, { consented: true })),
    );
    const coach = await scene.join('coach');
    await Promise.all(
      patients.flatMap(({ id }) => [
        query(
          `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'welcome', 1)`,
          [id],
        ),
        query(
          `insert into public.completed_phases (user_id, phase_id, stage_number) values ($1, 'consultation-prep', 1)`,
          [id],
        ),
        query('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [id, coach.person]),
        query(`update public.customers set status = 'Paused' where user_id = $1`, [id]),
      ]),
    );
    expect(await listed('bea@example.com')).toMatchObject([
      { stage: 2, phase: 'optimize', status: 'Paused', coach_id: coach.person },
    ]);
    await expectTrue();
    await query('select private.rebuild_directory()');
    await expectTrue();
    await query(
      `insert into private.directory_counts (coach_id, is_open, patients)
       select $1, true, case when number % 2 = 0 then 1 else -1 end from generate_series(1, 1000) as number`,
      [NOBODY],
    );
    await query('select private.fold_counts()');
    expect(await scene.count('select from private.directory_counts where not is_folded')).toBe(0);
    await expectTrue();
  });

  test('the list of patients is answered, and its total is right, while folding the counts fails', async () => {
    const coach = await scene.join('coach');
    await join(scene.database, 'ann', { consented: true });
    await query(
      `insert into private.directory_counts (coach_id, is_open, patients)
       select $1, true, case when number % 2 = 0 then 1 else -1 end from generate_series(1, 1000) as number`,
      [NOBODY],
    );
    // As Supabase's safeupdate refuses a statement.
    await query(
      `create function private.refuse() returns trigger language plpgsql as
         'begin raise exception using errcode = ''21000'', message = ''refused''; end';
       create trigger refuse before delete on private.directory_counts for each statement execute function private.refuse()`,
    );
    const list = () =>
      scene.ask(`public.team_patients($1, $2, '{coach}', '{identity,summary}', '{}')`, [
        coach.user,
        coach.session,
      ]);
    expect(await list()).toMatchObject({ total: 1 });
    await query('drop trigger refuse on private.directory_counts');
    expect(await list()).toMatchObject({ total: 1 });
    expect(await scene.count('select from private.directory_counts where not is_folded')).toBe(0);
  });

  test('a changed address is still one patient, and a revoked invitation without a user is no one', async () => {
    const patient = await join(scene.database, 'patient', { consented: true });
    await query(`update public.customers set customer_email = 'new@example.com' where user_id = $1`, [
      patient.id,
    ]);
    await query(`update public.invitations set email = 'new@example.com' where email = $1`, [patient.email]);
    expect(await listed('new@example.com')).toMatchObject([{ id: patient.id, is_open: true }]);
    expect(await listed(patient.email)).toEqual([]);
    await query(
      `insert into public.invitations (email, first_name, last_name) values ('no@example.com', 'N', 'O')`,
    );
    await query(`update public.invitations set revoked_at = now() where email = 'no@example.com'`);
    expect(await listed('no@example.com')).toEqual([]);
    await uninvite(scene.database, { ...patient, email: 'new@example.com' });
    await expectTrue();
  });
});
