import * as fc from 'fast-check';
import { expect } from 'vitest';
import { TeamPatientAnswer } from '../../../domain/contracts/team/team-patient.ts';
import { ATTEMPTS, DONE_OUTCOMES } from '../../../domain/worklist/outcomes.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { times } from '../../../server/testing/times.ts';
import { messageScene } from './testing/messages.ts';
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

  test('the person who takes it has it, the one who ends it may reopen it, and only ending it removes it from the list', async () => {
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

  test('a safety check that a clinician keeps blocked is one discreet email, and one that is only taken is none', async () => {
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
    // Only a review ends it, and a review needs a reason.
    expect(await decide(clinician, key, DONE)).toMatchObject(NOT_ALLOWED);
    const kept = { decision: 'done', outcome: 'kept-blocked', words: 'An IUD has to come out first.' };
    expect(await decide(clinician, key, { ...kept, words: '' })).toMatchObject({ status: 400 });
    await Promise.all([1, 2, 3].map(() => decide(clinician, key, kept)));
    await decide(clinician, key, { decision: 'reopen' });
    expect((await decide(clinician, key, kept)).status).toBe(200);
    expect(
      await sql('select kept_at is not null as kept from public.safety_checks where id = $1', [check!['id']]),
    ).toEqual([{ kept: true }]);
    expect(await mails()).toEqual([{ is_theirs: true, subject: 'There is something new in your portal' }]);
  });

  test('answers that came after the ones read are not kept blocked with them', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const answers = async () =>
      (
        await sql(
          `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
           values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}') returning id`,
          [patient.id],
        )
      )[0]!['id'] as string;
    const [read, newer] = [await answers(), await answers()];
    const keep = (check: string) =>
      sql('select public.team_keep_blocked($1, $2, $3, $4, $5, $6)', [
        clinician.id,
        clinician.sessionId,
        ['clinician'],
        ['attention'],
        patient.id,
        {
          key: `safety-check:${check}`,
          check,
          decision: 'done',
          outcome: 'kept-blocked',
          words: 'It has to come out first.',
        },
      ]);
    const kept = () =>
      sql('select from public.safety_checks where user_id = $1 and kept_at is not null', [patient.id]);
    await expect(keep(read)).rejects.toMatchObject({ detail: 'changed_meanwhile' });
    expect(await kept()).toEqual([]);
    await keep(newer);
    expect(await kept()).toHaveLength(2);
  });

  test('the second of two is told, with and without the version they saw', async () => {
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

  test('of two who press at once one wins and the other is told, every time', async () => {
    const [marisol, sam, patient] = [
      await member('coach'),
      await member('coach'),
      await deployment.patient(),
    ];
    for (let turn = 0; turn < (deployment.kind === 'embedded' ? times(40, 200) : 20); turn += 1) {
      const key = await feels(patient);
      // Both see the same item, and in turn press the same button and different ones.
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
      // One patient and rule only have a few open items, so taken ones are ended before the next report.
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

  test('only a clinician ends a clinician’s item, and an administrator ends none about health', async () => {
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

  test('urgent reports are one item until it is done, and a new one is not done with it', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    for (let report = 1; report < 6; report += 1) await feels(patient, 'strong');
    const [item] = await itemsOf(clinician, patient);
    expect(item).toMatchObject({ key, why: 'Pain; severe. Reported 6 times.' });
    expect(await itemsOf(clinician, patient)).toHaveLength(1);
    await feels(patient, 'strong');
    expect(await decide(clinician, key, { ...DONE, version: item!.version })).toMatchObject(CHANGED);
    const [again] = await itemsOf(clinician, patient);
    expect((await decide(clinician, key, { ...DONE, version: again!.version })).status).toBe(200);
    expect(await itemsOf(clinician, patient)).toEqual([]);
    const next = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    expect(await itemsOf(clinician, patient)).toMatchObject([{ key: next, why: 'Pain; severe.' }]);
    const { ended } = await today(clinician);
    const { version } = ended.find((row) => row.key === key)!;
    expect((await decide(clinician, key, { decision: 'reopen', version })).status).toBe(200);
    expect(await itemsOf(clinician, patient)).toMatchObject([
      { key, why: 'Pain; severe. Reported 8 times.' },
    ]);
  });

  test('a colleague gets it with a note, even one who does not care for the patient', async () => {
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

  test('after a failed contact attempt, an item can be postponed and comes back with the same due time', async () => {
    const [coach, clinician, patient] = [
      await member('coach'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const key = await feels(patient);
    const due = (await itemsOf(coach, patient))[0]!.dueAt;
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
    const tried = { decision: 'contact', outcome: 'voicemail', words: 'Asked her to call.' };
    expect((await decide(coach, key, tried)).status).toBe(200);
    expect(await itemsOf(coach, patient)).toMatchObject([{ key, dueAt: due, takenBy: { id: coach.person } }]);
    for (const days of [-1, 8])
      expect(
        await decide(coach, key, {
          decision: 'remind',
          remindAt: new Date(Date.now() + days * 86_400_000).toISOString(),
        }),
      ).toMatchObject({ status: 400 });
    expect((await decide(coach, key, { decision: 'remind', remindAt: inAnHour })).status).toBe(200);
    expect(await itemsOf(coach, patient)).toEqual([]);
    expect((await today(clinician)).reminded).toMatchObject([{ key, dueAt: due }]);
    expect((await decide(coach, key, { decision: 'release' })).status).toBe(200);
    expect(await itemsOf(coach, patient)).toMatchObject([{ key, dueAt: due, takenBy: null }]);
    expect(await decide(coach, key, { decision: 'release' })).toMatchObject(CHANGED);
  });

  test('a conversation that was put off is back when the patient writes again', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const { writes } = messageScene(deployment.server);
    const key = `message-waits:${(await writes(patient)).id}`;
    const remindAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    expect((await decide(coach, key, { decision: 'remind', remindAt })).status).toBe(200);
    expect(await itemsOf(coach, patient)).toEqual([]);
    await writes(patient, 'And the gel?');
    expect(await itemsOf(coach, patient)).toMatchObject([{ key, remindAt: null }]);
  });

  test('a coach who took a cap in time may still end it after leaving a voicemail late', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const [cap] = await sql(
      `insert into public.treatment_day_timers (user_id, cycle, action, at, reported_at)
       values ($1, 1, 'cap-in', now() - interval '5 hours 50 minutes', now()) returning 'cap-too-long:' || id as key`,
      [patient.id],
    );
    const key = cap!['key'] as string;
    await sql(
      `insert into public.attention_decisions (key, version, user_id, decision, person_id, person_name, person_role, decided_at)
       values ($1, 1, $2, 'take', $3, 'The coach', 'coach', now() - interval '20 minutes')`,
      [key, patient.id, coach.person],
    );
    for (const outcome of ['no-answer', 'voicemail'])
      expect((await decide(coach, key, { decision: 'contact', outcome })).status).toBe(200);
    expect(await itemsOf(coach, patient)).toMatchObject([{ key, owner: 'coach', mayEnd: true }]);
    expect((await decide(coach, key, DONE)).status).toBe(200);
  });

  test('an urgent item is never put off, and ends with one of three results and a comment', async () => {
    const [clinician, patient] = [await member('clinician'), await deployment.patient()];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    const remindAt = new Date(Date.now() + 3_600_000).toISOString();
    for (const act of [
      { decision: 'remind', remindAt },
      { decision: 'contact', outcome: 'no-answer', remindAt },
      { decision: 'done', outcome: 'nothing', words: 'Fine.' },
    ])
      expect(await decide(clinician, key, act)).toMatchObject(NOT_ALLOWED);
    expect((await decide(clinician, key, { decision: 'contact', outcome: 'no-answer' })).status).toBe(200);
    expect(await itemsOf(clinician, patient)).toMatchObject([{ key, urgent: true, isHeld: true }]);
    expect(await decide(clinician, key, { decision: 'done', outcome: 'unreachable' })).toMatchObject({
      status: 400,
    });
    const steps = { decision: 'done', outcome: 'unreachable', words: 'Called her contact.' };
    expect((await decide(clinician, key, steps)).status).toBe(200);
    expect((await today(clinician)).ended.find((ended) => ended.key === key)).toMatchObject({
      outcome: 'Could not reach patient: followed our emergency steps',
      words: 'Called her contact.',
    });
  });

  test('whatever is done about items, every act with words has a timeline entry and is in the export', async () => {
    const [coach, colleague, clinician] = [
      await member('coach'),
      await member('coach'),
      await member('clinician'),
    ];
    const remindAt = new Date(Date.now() + 3_600_000).toISOString();
    const acts = [
      ...DONE_OUTCOMES.map((outcome) => ({ decision: 'done', outcome })),
      ...ATTEMPTS.map((outcome) => ({ decision: 'contact', outcome })),
      { decision: 'remind', remindAt },
      { decision: 'hand-over', to: colleague.person },
      { decision: 'take' },
      { decision: 'reopen' },
    ];
    const anyAct = fc.record({
      by: fc.constantFrom(coach, colleague, clinician),
      about: fc.constantFrom('symptoms', 'urgent-symptoms', 'safety-check'),
      act: fc.constantFrom(...acts),
    });
    const first = { by: coach, about: 'symptoms', act: { decision: 'contact', outcome: 'voicemail' } };
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 8, maxLength: 16 }), async (steps) => {
        const patient = await deployment.patient();
        const [check] = await sql(
          `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
           values ($1, 1, '{"coil": "yes"}', 'clinician', '{coil}') returning 'safety-check:' || id as key`,
          [patient.id],
        );
        const keys: Record<string, string> = {
          symptoms: await feels(patient),
          'urgent-symptoms': (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms'),
          'safety-check': check!['key'] as string,
        };
        const written: string[] = [];
        for (const [step, { by, about, act }] of [first, ...steps].entries()) {
          const words = `Words of step ${step}.`;
          const hasWords = act.decision !== 'take' && act.decision !== 'reopen';
          const { status } = await decide(by, keys[about]!, { ...act, ...(hasWords && { words }) });
          expect(status).toBeLessThan(500);
          if (status === 200 && hasWords) written.push(words);
        }
        expect(written[0]).toBe('Words of step 0.');
        const answer = await scene.ask(`team-patient?id=${patient.id}`, clinician);
        const record = TeamPatientAnswer.parse(await answer.json());
        if (record.access !== 'record') throw new Error('The record is closed.');
        const said = record.timeline
          .filter(({ kind }) => kind === 'decision')
          .map(({ text }) => text.split('\n')[0]!);
        expect(said.filter(Boolean).toSorted()).toEqual(written.toSorted());
        const [exported] = await sql('select public.export_my_data($1)::text as all', [patient.id]);
        for (const words of written) expect(exported!['all']).toContain(words);
      }),
      { numRuns: times(3, 60) },
    );
  });

  test('the database refuses an end that the table does not offer', async () => {
    await expect(
      sql(
        `select private.ends_with('possible-loss') = '{}' as nothing_else, private.can_be_put_off('urgent-symptoms') as put_off`,
      ),
    ).resolves.toEqual([{ nothing_else: true, put_off: false }]);
  });

  test('someone who leaves has no items', async () => {
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

  test('no one decides about a missing item, or one that is someone else’s', async () => {
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
