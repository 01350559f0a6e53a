import { usualHours } from '../../../domain/coach/clinic-hours.ts';
import { expect } from 'vitest';
import {
  SafetyCheckSituation,
  SubmitSafetyCheckAnswer,
} from '../../../domain/contracts/patient/submit-safety-check.ts';
import { answerTodayBy } from '../../../domain/coach/reply-time.ts';
import { QUESTIONS } from '../../../domain/safety/questions.ts';
import type { SafetyAnswers } from '../../../domain/safety/safety-outcome.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import {
  agree,
  AT_REST,
  clearChecks,
  logPeak,
  NO_ON_PEAK_DAY,
  NO_TO_ALL,
  setUpFamily,
} from './testing/safety.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const without = (id: keyof SafetyAnswers): SafetyAnswers =>
  Object.fromEntries(Object.entries(NO_TO_ALL).filter(([name]) => name !== id));

inBothDeployments('submit-safety-check', (deployment) => {
  const submit = (patient: Patient, answers: SafetyAnswers) =>
    deployment.call({ body: { answers }, token: patient.token });

  test('answers are evaluated, stored as sent, and readable by their patient', async () => {
    const patient = await deployment.patient();
    const answers = { ...NO_TO_ALL, coil: 'not-sure', sti: 'yes' } as const;
    const answer = await submit(patient, answers);
    const { id, outcome, reasons } = SubmitSafetyCheckAnswer.parse(answer.json);
    expect([outcome, reasons]).toEqual(['stop', ['coil', 'sti']]);
    const { data } = await patient.client
      .from('safety_checks')
      .select('id,cycle,answers,outcome,reasons,peak_day,cleared_at');
    expect(data).toEqual([{ id, cycle: 1, answers, outcome, reasons, peak_day: null, cleared_at: null }]);
  });

  test('everyone is asked every question, except those about the peak day and a donor', async () => {
    const patient = await deployment.patient();
    for (const { id, asked } of QUESTIONS.filter((question) => question.asked === 'always')) {
      expect([asked, await submit(patient, without(id))]).toMatchObject([
        'always',
        {
          status: 400,
          json: { code: 'invalid_input', message: `answers.${id}: Please answer this question` },
        },
      ]);
    }
    expect(await submit(patient, NO_TO_ALL)).toMatchObject({
      status: 200,
      json: { outcome: 'ready', reasons: [] },
    });
  });

  test('a donor is asked about if the family setup has one, and blocks nothing', async () => {
    const patient = await deployment.patient();
    await setUpFamily(deployment, patient, 'Single female with sperm donor');
    expect(await submit(patient, NO_TO_ALL)).toMatchObject({
      status: 400,
      json: { message: 'answers.donor-screened: Please answer this question' },
    });
    for (const [answers, reasons] of [
      [{ 'donor-screened': 'no' }, ['donor-screened']],
      [{ 'donor-screened': 'yes' }, []],
      // A page from before the question was reversed.
      [{ 'donor-unscreened': 'yes' }, ['donor-unscreened']],
    ] as const)
      expect(await submit(patient, { ...NO_TO_ALL, ...answers })).toMatchObject({
        status: 200,
        json: { outcome: 'ready', reasons },
      });
  });

  test('peak day adds three questions, and they are enough if this cycle already has a check', async () => {
    const [early, late] = [await deployment.patient(), await deployment.patient()];
    await submit(early, NO_TO_ALL);
    for (const patient of [early, late]) await logPeak(deployment, patient);
    expect(await submit(late, NO_TO_ALL)).toMatchObject({
      status: 400,
      json: { message: 'answers.period-now: Please answer this question' },
    });
    expect((await submit(late, NO_ON_PEAK_DAY)).status).toBe(400);
    // Before the first check, nothing can have changed.
    const { 'anything-changed': _, ...first } = NO_ON_PEAK_DAY;
    expect(await submit(late, { ...NO_TO_ALL, ...first })).toMatchObject({ status: 200 });
    expect(await submit(late, first)).toMatchObject({
      status: 400,
      json: { message: 'answers.anything-changed: Please answer this question' },
    });
    expect(await submit(early, { ...NO_ON_PEAK_DAY, 'anything-changed': 'yes' })).toMatchObject({
      status: 400,
    });
    expect(await submit(early, NO_ON_PEAK_DAY)).toMatchObject({ status: 200, json: { outcome: 'ready' } });
    expect(await submit(early, { ...NO_ON_PEAK_DAY, 'late-or-positive': 'yes' })).toMatchObject({
      json: { outcome: 'stop', reasons: ['late-or-positive'] },
    });
  });

  test('a cleared check counts as answered, until symptoms are reported', async () => {
    const patient = await deployment.patient();
    await submit(patient, { ...NO_TO_ALL, coil: 'yes' });
    await logPeak(deployment, patient);
    expect((await submit(patient, NO_ON_PEAK_DAY)).status).toBe(400);
    await clearChecks(deployment, patient);
    expect((await submit(patient, NO_ON_PEAK_DAY)).status).toBe(200);
    await deployment.server().database.query(
      `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
       values ($1, '{discharge}', 'mild', current_date, false)`,
      [patient.id],
    );
    expect((await submit(patient, NO_ON_PEAK_DAY)).status).toBe(400);
  });

  test('a repeat gets its first result, even if other questions are asked by then', async () => {
    const patient = await deployment.patient();
    const call = {
      body: { answers: NO_TO_ALL },
      token: patient.token,
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    };
    const first = await deployment.call(call);
    await logPeak(deployment, patient);
    expect(await deployment.call(call)).toMatchObject({ status: 200, json: first.json });
  });

  const situation = async ({ token }: Patient) =>
    SafetyCheckSituation.parse((await deployment.call({ method: 'GET', token })).json);

  test('the questions, and the patient’s care state, are known before anything is answered', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    const own = { isNeeded: false, person: 'self', name: null };
    const plain = { standing: 'check', hasDonor: false, isPeakDay: false, hasValidCheck: false };
    const unasked = {
      agreement: own,
      answerDueAt: null,
      answerNotNeeded: false,
      correctable: null,
      hasAnsweredBefore: false,
    };
    expect(await situation(patient)).toEqual({ ...plain, ...unasked });
    await submit(patient, NO_TO_ALL);
    expect(await situation(patient)).toMatchObject({ standing: 'ready', hasValidCheck: true });
    await logPeak(deployment, patient);
    expect(await situation(patient)).toMatchObject({ standing: 'confirm', isPeakDay: true });
    await submit(patient, { ...NO_ON_PEAK_DAY, 'period-now': 'yes' });
    expect(await situation(patient)).toMatchObject({ standing: 'held', hasValidCheck: false });
    await setUpFamily(deployment, other, 'Same-sex couple with sperm donor');
    expect(await situation(other)).toEqual({ ...plain, ...unasked, hasDonor: true });
  });

  test.each(Object.entries(AT_REST))(
    '%s: nothing can be answered, nothing is ready, and a repeat gets its response',
    async (_, statement) => {
      const patient = await deployment.patient();
      const call = {
        body: { answers: NO_TO_ALL },
        token: patient.token,
        headers: { 'Idempotency-Key': crypto.randomUUID() },
      };
      const first = await deployment.call(call);
      await deployment.server().database.query(statement, [patient.id]);
      expect(await submit(patient, NO_TO_ALL)).toMatchObject({
        status: 409,
        json: {
          code: 'not_now',
          message: 'The safety check is for treatment days. There’s nothing you need to do right now.',
        },
      });
      expect(await situation(patient)).toMatchObject({ standing: 'check' });
      expect(await deployment.call(call)).toMatchObject({ status: 200, json: first.json });
      expect(await deployment.rows('safety_checks', patient)).toHaveLength(1);
    },
  );

  test('a new family setup in the questionnaire ends earlier agreements and answers', async () => {
    const patient = await deployment.patient();
    await setUpFamily(deployment, patient, 'Single male with surrogate');
    await agree(deployment, patient, true);
    await submit(patient, NO_TO_ALL);
    expect(await situation(patient)).toMatchObject({ standing: 'ready' });
    const change = (familySetUp: string) =>
      deployment
        .server()
        .database.query('update public.onboarding_info set family_set_up = $2 where user_id = $1', [
          patient.id,
          familySetUp,
        ]);
    await change('Heterosexual couple');
    expect(await situation(patient)).toMatchObject({
      standing: 'check',
      agreement: { isNeeded: false, person: 'self', name: null },
    });
    await change('Same-sex couple with surrogate');
    expect(await situation(patient)).toMatchObject({
      standing: 'check',
      agreement: { isNeeded: true, person: 'surrogate', name: null },
    });
    expect(await submit(patient, NO_TO_ALL)).toMatchObject({ status: 403 });
  });

  test('without consent nothing about the situation is revealed', async () => {
    const { token } = await deployment.patient({ consent: false });
    expect(await deployment.call({ method: 'GET', token })).toMatchObject({
      status: 200,
      json: { standing: 'check', hasDonor: false, isPeakDay: false, hasValidCheck: false },
    });
    expect((await deployment.call({ method: 'GET', token: null })).status).toBe(401);
  });

  const correct = (patient: Patient, check: string, answers: SafetyAnswers, key = crypto.randomUUID()) =>
    deployment.call({
      body: { answers, corrects: check },
      token: patient.token,
      headers: { 'Idempotency-Key': key },
    });
  const held = async () => {
    const patient = await deployment.patient();
    const key = crypto.randomUUID();
    const body = { answers: { ...NO_TO_ALL, coil: 'yes' } };
    const call = { body, token: patient.token, headers: { 'Idempotency-Key': key } };
    const sent = SubmitSafetyCheckAnswer.parse((await deployment.call(call)).json);
    return { patient, call, check: sent.id };
  };
  const change = (statement: string, given: unknown[]) =>
    deployment.server().database.query(statement, given);

  test('a check just sent can be corrected; what the team saw is kept, and a repeat is not stored again', async () => {
    const { patient, call, check } = await held();
    const asked = { hasDonor: false, isPeakDay: false, hasAnsweredBefore: false, hasValidCheck: false };
    expect(await situation(patient)).toMatchObject({
      standing: 'held',
      correctable: { id: check, answers: call.body.answers, situation: asked },
    });
    const key = crypto.randomUUID();
    const corrected = await correct(patient, check, NO_TO_ALL, key);
    expect(corrected).toMatchObject({ status: 200, json: { outcome: 'ready', reasons: [] } });
    expect(await correct(patient, check, NO_TO_ALL, key)).toMatchObject({
      status: 200,
      json: corrected.json,
    });
    expect(await deployment.call(call)).toMatchObject({
      status: 200,
      json: { id: check, outcome: 'clinician' },
    });
    const { data } = await patient.client.from('safety_checks').select('answers,outcome,corrected');
    expect(data).toMatchObject([
      {
        answers: NO_TO_ALL,
        outcome: 'ready',
        corrected: [{ id: check, answers: call.body.answers, outcome: 'clinician', reasons: ['coil'] }],
      },
    ]);
    expect(await situation(patient)).toMatchObject({ standing: 'ready' });
    expect(await correct(patient, check, NO_TO_ALL)).toMatchObject({
      status: 409,
      json: { code: 'not_now' },
    });
  });

  test.each([
    [
      'ten minutes are over',
      `update public.safety_checks set created_at = created_at - interval '10 minutes 1 second' where id = $1`,
      'You can correct answers for 10 minutes after you send them. Please tell your clinician what’s different.',
    ],
    [
      'a clinician cleared it',
      `update public.safety_checks set cleared_at = now(), cleared_words = 'Talked it over.' where id = $1`,
      'A clinician has already reviewed these answers. Please tell them what’s different.',
    ],
    [
      'a clinician marked it done',
      `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
       select 'safety-check:' || id, 1, user_id, 'done', 'spoke', gen_random_uuid(), 'Dr. Lind', 'clinician'
       from public.safety_checks where id = $1`,
      'A clinician has already reviewed these answers. Please tell them what’s different.',
    ],
  ])('once %s nothing can be corrected, and the response says why', async (_, statement, message) => {
    const { patient, check } = await held();
    await change(statement, [check]);
    expect(await correct(patient, check, NO_TO_ALL)).toMatchObject({
      status: 409,
      json: { code: 'not_now', message },
    });
    expect(await deployment.rows('safety_checks', patient)).toMatchObject([
      { id: check, outcome: 'clinician' },
    ]);
  });

  test('a correction of a correction counts from the first sending, and only the patient’s latest check can be corrected', async () => {
    const { patient, check } = await held();
    const stranger = await deployment.patient();
    expect(await correct(stranger, check, NO_TO_ALL)).toMatchObject({ status: 409 });
    const { id } = SubmitSafetyCheckAnswer.parse(
      (await correct(patient, check, { ...NO_TO_ALL, sti: 'yes' })).json,
    );
    await change(
      `update public.safety_checks set first_sent_at = first_sent_at - interval '11 minutes' where id = $1`,
      [id],
    );
    expect(await situation(patient)).toMatchObject({ standing: 'held', correctable: null });
    expect(await correct(patient, id, NO_TO_ALL)).toMatchObject({
      status: 409,
      json: { message: expect.stringMatching(/^You can correct answers for 10 minutes/) },
    });
  });

  test('a blocked patient who asks for an answer today reads by when; not for an earlier check, nor once it is cleared', async () => {
    const patient = await deployment.patient();
    await change(`insert into public.message_threads (user_id, topic) values ($1, 'Something else')`, [
      patient.id,
    ]);
    const ask = (minutesAgo: number) =>
      change(
        `insert into public.messages (thread_id, user_id, place, sender, text, concern, created_at)
         select id, user_id, 10 - $2::integer, 'patient', 'I need an answer today.', 'answer-today',
           now() - make_interval(mins => $2::integer)
         from public.message_threads where user_id = $1`,
        [patient.id, minutesAgo],
      );
    await ask(5);
    await submit(patient, { ...NO_TO_ALL, coil: 'yes' });
    expect(await situation(patient)).toMatchObject({ standing: 'held', answerDueAt: null });
    await ask(0);
    const { rows } = await change('select private.attention_rows(array[$1::uuid]) as patients', [patient.id]);
    expect(rows).toMatchObject([
      { patients: [{ concerns: [{ concern: 'answer-today' }, { concern: 'answer-today' }] }] },
    ]);
    const before = Date.now();
    const { json } = await deployment.call({
      method: 'GET',
      token: patient.token,
      headers: { 'x-client-timezone': 'Asia/Tokyo' },
    });
    const byTheClinicsClock = answerTodayBy(before, usualHours(UNSET_CLINIC_ZONE));
    const dueAt = Date.parse(SafetyCheckSituation.parse(json).answerDueAt!);
    expect(Math.abs(dueAt - byTheClinicsClock)).toBeLessThan(60_000);
    await clearChecks(deployment, patient);
    expect(await situation(patient)).toMatchObject({ standing: 'ready', answerDueAt: null });
  });

  test('a correction keeps the request for an answer today while it still blocks, and says so once it does not', async () => {
    const { patient, check } = await held();
    await change(
      `with thread as (
         insert into public.message_threads (user_id, topic) values ($1, 'Something else') returning id)
       insert into public.messages (thread_id, user_id, place, sender, text, concern)
       select id, $1, 1, 'patient', 'I need an answer today.', 'answer-today' from thread`,
      [patient.id],
    );
    const { answerDueAt } = await situation(patient);
    expect(answerDueAt).not.toBeNull();
    const { id } = SubmitSafetyCheckAnswer.parse(
      (await correct(patient, check, { ...NO_TO_ALL, sti: 'yes' })).json,
    );
    expect(await situation(patient)).toMatchObject({ standing: 'held', answerDueAt, answerNotNeeded: false });
    await correct(patient, id, NO_TO_ALL);
    expect(await situation(patient)).toMatchObject({
      standing: 'ready',
      answerDueAt: null,
      answerNotNeeded: true,
    });
  });

  test('questions about someone else’s body need their agreement, and again after they withdraw it', async () => {
    const patient = await deployment.patient();
    await setUpFamily(deployment, patient, 'Same-sex couple with surrogate');
    const refusal = {
      status: 403,
      json: {
        code: 'agreement_required',
        message: 'First, please record that the person using the applicator agrees.',
      },
    };
    expect(await situation(patient)).toMatchObject({
      agreement: { isNeeded: true, person: 'surrogate', name: null },
    });
    expect(await submit(patient, NO_TO_ALL)).toMatchObject(refusal);
    expect(await deployment.rows('safety_checks', patient)).toEqual([]);
    await agree(deployment, patient, true);
    expect(await situation(patient)).toMatchObject({
      agreement: { isNeeded: false, person: 'surrogate', name: 'Robin Vale' },
    });
    expect((await submit(patient, NO_TO_ALL)).status).toBe(200);
    await agree(deployment, patient, false);
    expect(await submit(patient, NO_TO_ALL)).toMatchObject(refusal);
  });

  badInputTests(deployment, [
    refused({}, 'answers: Please answer the questions by their ids'),
    refused({ answers: { ...NO_TO_ALL, age: 'yes' } }, 'answers.age: This field is unknown.'),
    refused({ answers: { ...NO_TO_ALL, coil: 'maybe' } }, 'answers.coil: Please answer yes, no or not-sure'),
    refused({ answers: { ...NO_TO_ALL, coil: null } }, 'answers.coil: Please answer yes, no or not-sure'),
    refused({ answers: without('ectopic') }, 'answers.ectopic: Please answer this question'),
  ]);
  submissionTests(deployment, {
    table: 'safety_checks',
    body: { answers: NO_TO_ALL },
    otherBody: { answers: { ...NO_TO_ALL, coil: 'yes' } },
    isAlsoRead: true,
  });
});
