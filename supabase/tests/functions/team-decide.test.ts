import { expect } from 'vitest';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { times } from '../../../server/testing/times.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };
const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const DONE = { decision: 'done', outcome: 'spoke', words: 'She is well.' };

inBothDeployments('team-decide', (deployment) => {
  const scene = worklistScene(deployment.server);
  const { sql, feels, itemsOf, today, assign } = scene;
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const decide = ({ token }: Member, key: string, act: object, headers = {}) =>
    deployment.call({ token, body: { key, ...act }, headers });

  test('who takes it has it, who ends it may open it again, and only ending it takes it off the list', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const key = await feels(patient);
    const due = (await itemsOf(coach, patient))[0]!.dueAt;
    expect(await decide(coach, key, { decision: 'take' })).toMatchObject({
      status: 200,
      json: { version: 1 },
    });
    expect(await itemsOf(coach, patient)).toMatchObject([
      { takenBy: { id: coach.person }, dueAt: due, version: 1 },
    ]);
    expect(await decide(coach, key, DONE)).toMatchObject({ status: 200, json: { version: 2 } });
    expect(await itemsOf(coach, patient)).toEqual([]);
    expect((await today(coach)).ended.find((ended) => ended.key === key)).toMatchObject({
      title: 'Symptoms reported',
      outcome: 'Spoke with patient',
      by: 'The coach',
    });
    expect(await decide(coach, key, { decision: 'reopen' })).toMatchObject({ status: 200 });
    expect(await itemsOf(coach, patient)).toMatchObject([{ takenBy: null, dueAt: due }]);
    await decide(coach, key, DONE);
    await sql(`update public.attention_decisions set decided_at = now() - interval '1 day' where key = $1`, [
      key,
    ]);
    expect(await decide(coach, key, { decision: 'reopen' })).toMatchObject(CHANGED);
    expect((await today(coach)).ended.filter((ended) => ended.key === key)).toEqual([]);
    expect(
      await sql(
        `select action from public.audit_log where kind = 'attention_decisions' and subject_id = $1 and action = 'insert'`,
        [patient.id],
      ),
    ).toHaveLength(4);
  });

  test('a safety check that a clinician leaves blocked is one discreet email, and one that is only taken is none', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const [check] = await sql(
      `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
       values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}') returning id`,
      [patient.id],
    );
    const key = `safety-check:${check!['id'] as string}`;
    const mails = () =>
      sql(
        `select recipient = customer_email as is_theirs, subject
         from public.outbox join public.customers using (user_id) where user_id = $1 and key like 'check-%'`,
        [patient.id],
      );
    expect(await decide(clinician, key, { decision: 'take' })).toMatchObject({ status: 200 });
    expect(await mails()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => decide(clinician, key, DONE)));
    await decide(clinician, key, { decision: 'reopen' });
    await decide(clinician, key, DONE);
    expect(await mails()).toEqual([{ is_theirs: true, subject: 'There is something new in your portal' }]);
  });

  test('the second of two is told, with and without the version that they saw', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    const key = await feels(patient);
    await decide(marisol, key, { decision: 'take' });
    for (const act of [{ decision: 'take' }, DONE, { ...DONE, version: 0 }])
      expect(await decide(sam, key, act)).toMatchObject(CHANGED);
    expect((await decide(sam, key, { ...DONE, version: 1 })).status).toBe(200);
    expect(await decide(marisol, key, DONE)).toMatchObject(CHANGED);
  });

  test('of two who press at once one wins and the other is told, each time', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    for (let turn = 0; turn < (deployment.kind === 'embedded' ? times(40, 200) : 20); turn += 1) {
      const key = await feels(patient);
      // Both have seen the same item; by turns they press the same thing and different ones.
      const acts = [turn % 2 ? { decision: 'take' } : DONE, turn % 3 ? DONE : { decision: 'take' }];
      const answers = await Promise.all(
        [marisol, sam].map((who, at) => decide(who, key, { ...acts[at], version: 0 })),
      );
      const lost = answers.filter(({ status }) => status !== 200);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(lost).toMatchObject([CHANGED]);
      const first = await sql('select decision, person_id from public.attention_decisions where key = $1', [
        key,
      ]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(first).toEqual([
        { decision: acts[winner]!.decision, person_id: [marisol, sam][winner]!.person },
      ]);
      expect((lost[0]!.json as { message: string }).message).toContain('The coach already ');
      // Of one patient and rule only so many are open: what was taken is ended before the next report.
      if (acts[winner]!.decision === 'take') await decide([marisol, sam][winner]!, key, DONE);
    }
  });

  test('one request is done once, however often it arrives', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const key = await feels(patient);
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const answers = [await decide(coach, key, DONE, headers), await decide(coach, key, DONE, headers)];
    expect(answers.map(({ status, json }) => [status, json])).toEqual(
      answers.map(() => [200, { key, version: 1 }]),
    );
  });

  test('a clinician’s item is ended by a clinician, and an administrator ends none of health', async () => {
    const [coach, clinician, admin, patient] = [
      await member('coach'),
      await member('clinician'),
      await member('administrator'),
      await deployment.patient(),
    ];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    expect(await itemsOf(coach, patient)).toMatchObject([{ mayEnd: false, urgent: true }]);
    expect(await decide(coach, key, DONE)).toMatchObject(NOT_ALLOWED);
    expect(await decide(admin, key, DONE)).toMatchObject(NOT_ALLOWED);
    expect((await decide(clinician, key, DONE)).status).toBe(200);
  });

  test('urgent reports are one item until it is done, and one that arrives meanwhile is not done with it', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    for (let report = 1; report < 6; report += 1) await feels(patient, 'strong');
    const [item] = await itemsOf(clinician, patient);
    expect(item).toMatchObject({ key, why: 'Symptoms with an urgent sign were reported 6 times.' });
    expect(await itemsOf(clinician, patient)).toHaveLength(1);
    await feels(patient, 'strong');
    expect(await decide(clinician, key, { ...DONE, version: item!.version })).toMatchObject(CHANGED);
    const [again] = await itemsOf(clinician, patient);
    expect((await decide(clinician, key, { ...DONE, version: again!.version })).status).toBe(200);
    expect(await itemsOf(clinician, patient)).toEqual([]);
    const next = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    expect(await itemsOf(clinician, patient)).toMatchObject([
      { key: next, why: 'Symptoms with an urgent sign were reported.' },
    ]);
    const { ended } = await today(clinician);
    const { version } = ended.find((row) => row.key === key)!;
    expect((await decide(clinician, key, { decision: 'reopen', version })).status).toBe(200);
    expect(await itemsOf(clinician, patient)).toMatchObject([
      { key, why: 'Symptoms with an urgent sign were reported 8 times.' },
    ]);
  });

  test('a colleague gets it with a note, also one who does not look after the patient', async () => {
    const [marisol, sam, nina, admin, patient] = [
      await member('coach'),
      await member('coach'),
      await member('coach'),
      await member('administrator'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const [key, other] = [await feels(patient), await feels(patient)];
    const give = (to: Member) => ({ decision: 'hand-over', to: to.person, words: 'Please call her.' });
    expect(await decide(marisol, key, give(admin))).toMatchObject({ status: 400 });
    expect((await decide(marisol, key, give(sam))).status).toBe(200);
    expect(await itemsOf(sam, patient)).toMatchObject([
      { key, ownedBy: { id: sam.person }, handover: { by: 'The coach', words: 'Please call her.' } },
    ]);
    expect(await itemsOf(nina, patient)).toEqual([]);
    expect(await decide(sam, other, DONE)).toMatchObject(NOT_ALLOWED);
    expect((await decide(sam, key, DONE)).status).toBe(200);
    const { rows } = await deployment
      .server()
      .database.query('select public.export_my_data($1) as all', [patient.id]);
    expect(JSON.stringify(rows)).toContain('Please call her.');
  });

  test('whoever leaves has nothing any more', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    await decide(coach, key, { decision: 'take' });
    await sql('select public.team_deactivate(null, $1)', [coach.person]);
    expect(await itemsOf(clinician, patient)).toMatchObject([{ takenBy: null }]);
  });

  test('what is not there, or is somebody else’s, is decided by nobody', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    await assign(patient, marisol);
    const key = await feels(patient);
    expect(await decide(sam, key, { decision: 'take' })).toMatchObject(NOT_ALLOWED);
    expect(await decide(marisol, `symptoms:${crypto.randomUUID()}`, { decision: 'take' })).toMatchObject(
      NOT_ALLOWED,
    );
    for (const act of [{ decision: 'snooze' }, { decision: 'done' }, { decision: 'hand-over' }])
      expect((await decide(marisol, key, act)).status).toBe(400);
  });
});
