import { randomUUID } from 'node:crypto';
import { expect, onTestFinished } from 'vitest';
import { SubmitPregnancyTestResultAnswer } from '../../../domain/contracts/patient/submit-pregnancy-test-result.ts';
import { cycleOf } from '../../../domain/journey/progress.ts';
import { DAY, isoFromInstant } from '../../../domain/time/instant.ts';
import { holdTables } from '../../../server/testing/hold-tables.ts';
import { beginCycle, type Patient } from '../../../server/testing/patient.ts';
import { type Deployment, inBothDeployments, test } from './testing/deployments.ts';

const positive = (cycle = 1, takenAt = Date.now() - DAY) => ({
  result: 'positive',
  cycle,
  date: isoFromInstant(takenAt),
});

type Completed = { phase_id: string; stage_number: number; cycle_number: number | null };

/** Everything a positive result changes. */
async function recordOf(deployment: Deployment, { id }: Patient) {
  const { rows } = await deployment.server().database.query(
    `select status,
       (select count(*)::int from public.test_results where user_id = $1) as results,
       (select coalesce(jsonb_agg(to_jsonb(completed_phases) order by id), '[]')
          from public.completed_phases where user_id = $1) as phases,
       (select count(*)::int from public.audit_log where subject_id = $1 and action <> 'read') as changes
     from public.customers where user_id = $1`,
    [id],
  );
  return rows[0] as {
    status: string;
    results: number;
    phases: Completed[];
    changes: number;
  };
}

/** A patient with this status, set by the care team. */
async function patientWith(deployment: Deployment, status: string): Promise<Patient> {
  const patient = await deployment.patient();
  await setStatus(deployment, patient, status);
  return patient;
}

const setStatus = (deployment: Deployment, { id }: Patient, status: string) =>
  deployment
    .server()
    .database.query('update public.customers set status = $2 where user_id = $1', [id, status]);

const submit = (deployment: Deployment, { token }: Patient, body: object, id: string = randomUUID()) =>
  deployment.call({ body, token, headers: { 'Idempotency-Key': id } });

/** Stages 1 and 2 have two phases each, and a cycle of treatment has four. */
const phasesUntil = (cycle: number) => 4 + 4 * cycle;

inBothDeployments('submit-pregnancy-test-result', (deployment) => {
  test.each([1, 2, 3])(
    'a positive test in cycle %i ends treatment, with nothing left for the browser to do',
    async (cycle) => {
      const patient = await deployment.patient();
      await beginCycle(deployment.server(), patient, cycle);
      expect((await submit(deployment, patient, positive(cycle))).status).toBe(200);
      const record = await recordOf(deployment, patient);
      expect(record).toMatchObject({ status: 'Pregnant', results: 1 });
      expect(record.phases).toHaveLength(phasesUntil(cycle));
      expect(record.phases.filter((phase) => phase.stage_number > 3)).toEqual([]);
      expect(
        cycleOf(record.phases.map((row) => ({ phaseId: row.phase_id, cycleNumber: row.cycle_number }))),
      ).toBe(cycle);
    },
  );

  test('a negative test ends nothing', async () => {
    const patient = await deployment.patient();
    await submit(deployment, patient, { ...positive(), result: 'negative' });
    expect(await recordOf(deployment, patient)).toMatchObject({ status: 'Active', results: 1, phases: [] });
  });

  test('a portal that sets the status and completes the phases itself succeeds and changes nothing more', async () => {
    const patient = await deployment.patient();
    await submit(deployment, patient, positive());
    const before = await recordOf(deployment, patient);
    const completed = await patient.client.rpc('complete_phases_until_cycle', {
      p_user_id: patient.id,
      p_cycle_number: 1,
    });
    const updated = await patient.client
      .from('customers')
      .update({ status: 'Pregnant' })
      .eq('user_id', patient.id);
    expect([completed.error, updated.error]).toEqual([null, null]);
    expect(await recordOf(deployment, patient)).toEqual(before);
  });

  test.each(['Active', 'Paused', 'Withdrawn'])(
    'undoing a positive makes the patient %s again',
    async (status) => {
      const patient = await patientWith(deployment, status);
      await beginCycle(deployment.server(), patient, 2);
      const { changes: _, ...before } = await recordOf(deployment, patient);
      // Taken today. After one from yesterday, the team's decision of today would count as later.
      const { json } = await submit(deployment, patient, positive(2, Date.now()));
      expect((await recordOf(deployment, patient)).status).toBe('Pregnant');
      const { id } = SubmitPregnancyTestResultAnswer.parse(json);
      await patient.client.from('test_results').delete().eq('id', id);
      expect(await recordOf(deployment, patient)).toMatchObject({ ...before, status });
    },
  );

  test('a patient the care team called pregnant stays so when the positive is undone', async () => {
    const patient = await patientWith(deployment, 'Pregnant');
    await submit(deployment, patient, positive());
    await patient.client.from('test_results').delete().eq('user_id', patient.id);
    expect(await recordOf(deployment, patient)).toMatchObject({ status: 'Pregnant', results: 0 });
  });

  test('of two positives, undoing the second restores the state before the first', async () => {
    const patient = await patientWith(deployment, 'Paused');
    const ids = [];
    for (let count = 0; count < 2; count += 1)
      ids.push(
        SubmitPregnancyTestResultAnswer.parse((await submit(deployment, patient, positive())).json).id,
      );
    for (const [id, status] of [
      [ids[0], 'Pregnant'],
      [ids[1], 'Paused'],
    ] as const) {
      await patient.client.from('test_results').delete().eq('id', id);
      expect((await recordOf(deployment, patient)).status).toBe(status);
    }
  });

  test('a repeat that arrives after the care team decided otherwise changes nothing', async () => {
    const patient = await deployment.patient();
    const id = randomUUID();
    const [body, first] = [positive(), await submit(deployment, patient, positive(), id)];
    await setStatus(deployment, patient, 'Active');
    const before = await recordOf(deployment, patient);
    const again = await submit(deployment, patient, body, id);
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await recordOf(deployment, patient)).toEqual(before);
  });

  test('twenty copies of a positive at the same moment end treatment once', async () => {
    const patient = await deployment.patient();
    const [body, id] = [positive(), randomUUID()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => submit(deployment, patient, body, id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
    const record = await recordOf(deployment, patient);
    expect(record).toMatchObject({ status: 'Pregnant', results: 1 });
    expect(record.phases).toHaveLength(phasesUntil(1));
  });

  test('a negative’s answers sent again as a positive are refused, and end nothing', async () => {
    const patient = await deployment.patient();
    const id = randomUUID();
    await submit(deployment, patient, { ...positive(), result: 'negative' }, id);
    expect(await submit(deployment, patient, positive(), id)).toMatchObject({
      status: 409,
      json: { code: 'submission_reused' },
    });
    expect(await recordOf(deployment, patient)).toMatchObject({ status: 'Active', results: 1, phases: [] });
  });

  test('a connection that dies halfway leaves nothing behind, and the same form sent again does it all', async () => {
    const patient = await deployment.patient();
    const before = await recordOf(deployment, patient);
    const [body, id] = [positive(), randomUUID()];
    // Reads still work, so the call gets as far as completing the phases.
    const held = await holdTables(deployment.server(), 'public.completed_phases', 'share');
    const answer = submit(deployment, patient, body, id);
    await expect.poll(held.blocked).toBe(1);
    await held.endBlocked();
    expect((await answer).status).toBe(503);
    await held.release();
    expect(await recordOf(deployment, patient)).toEqual(before);
    expect((await submit(deployment, patient, body, id)).status).toBe(200);
    expect(await recordOf(deployment, patient)).toMatchObject({ status: 'Pregnant', results: 1 });
  });

  test('a status that cannot be set leaves neither a result nor completed phases', async () => {
    const { database } = deployment.server();
    const patient = await deployment.patient();
    const before = await recordOf(deployment, patient);
    await database.query(
      `create function private.refuse_status() returns trigger language plpgsql as
         $$ begin raise exception 'not today'; end $$;
       create trigger a_refuse_status before update of status on public.customers
         for each row execute function private.refuse_status()`,
    );
    onTestFinished(async () => {
      await database.query('drop function if exists private.refuse_status() cascade');
    });
    expect((await submit(deployment, patient, positive())).status).toBe(500);
    expect(await recordOf(deployment, patient)).toEqual(before);
  });
});
