import { expect } from 'vitest';
import { TeamOpenWithReasonAnswer } from '../../../domain/contracts/team/team-open-with-reason.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-open-with-reason', (deployment) => {
  const open = ({ token }: Member, body: object, key?: string) =>
    deployment.call({ token, body, ...(key && { headers: { 'Idempotency-Key': key } }) });
  const openings = async (id: string) =>
    (
      await deployment
        .server()
        .database.query('select person_id, category, words from public.record_openings where user_id = $1', [
          id,
        ])
    ).rows;

  test('a coach gives a reason once, and the answer says how long the record stays open', async () => {
    const [coach, { id }] = [await newMember(deployment.server(), 'coach'), await deployment.patient()];
    const body = { id, category: 'cover', words: ' Marisol is ill. ' };
    const key = crypto.randomUUID();
    const [first, second] = [await open(coach, body, key), await open(coach, body, key)];
    const { until } = TeamOpenWithReasonAnswer.parse(first.json);
    expect(Date.parse(until)).toBeGreaterThan(Date.now() + 3.9 * 3_600_000);
    expect(second.json).toEqual(first.json);
    expect(await openings(id)).toEqual([
      { person_id: coach.person, category: 'cover', words: 'Marisol is ill.' },
    ]);
    expect(await open(coach, { ...body, category: 'safety' }, key)).toMatchObject({
      status: 409,
      json: { code: 'submission_reused' },
    });
  });

  test('the patient finds the reason in the log, and the comment in the export', async () => {
    const [coach, { id }] = [await newMember(deployment.server(), 'coach'), await deployment.patient()];
    await open(coach, { id, category: 'quality', words: 'A yearly look' });
    const { rows } = await deployment
      .server()
      .database.query<{ whole: Record<string, unknown[]> }>('select public.export_my_data($1) as whole', [
        id,
      ]);
    expect(rows[0]!.whole['record_openings']).toMatchObject([
      { category: 'quality', words: 'A yearly look', person_name: 'The coach', person_role: 'coach' },
    ]);
    expect(rows[0]!.whole['audit_log']).toContainEqual(
      expect.objectContaining({
        kind: 'record_openings',
        reason_category: 'quality',
        actor_name: 'The coach',
      }),
    );
  });

  test('an unknown id is reported as such', async () => {
    const coach = await newMember(deployment.server(), 'coach');
    const body = { id: crypto.randomUUID(), category: 'cover', words: 'Marisol is ill.' };
    expect(await open(coach, body)).toMatchObject({
      status: 403,
      json: { code: 'not_allowed', message: 'We can’t find this patient.' },
    });
  });

  test('only a coach gives a reason, and none opens a patient without both consents', async () => {
    const server = deployment.server();
    const { id } = await deployment.patient();
    const refused = { status: 403, json: { code: 'not_allowed' } };
    const body = { category: 'safety', words: 'Because' };
    for (const role of ['clinician', 'administrator'] as const)
      expect(await open(await newMember(server, role), { id, ...body })).toMatchObject(refused);
    const coach = await newMember(server, 'coach');
    const newcomer = await deployment.patient({ consent: false });
    for (const patient of [newcomer.id, crypto.randomUUID()])
      expect(await open(coach, { id: patient, ...body })).toMatchObject(refused);
  });

  test.each([
    [{ id: '7' }, 'Please select a patient'],
    [{ category: 'curious' }, 'cover, patient-asked, safety or quality'],
    [{ words: ' ' }, 'Please enter a reason'],
    [{ words: 'a'.repeat(2_001) }, 'Please use no more than 2,000 characters'],
  ])('%j is refused', async (wrong, message) => {
    const coach = await newMember(deployment.server(), 'coach');
    const body = { id: crypto.randomUUID(), category: 'cover', words: 'Because', ...wrong };
    const answer = await open(coach, body);
    expect(answer).toMatchObject({ status: 400, json: { message: expect.stringContaining(message) } });
  });
});
