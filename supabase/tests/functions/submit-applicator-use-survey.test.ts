import { expect } from 'vitest';
import { SubmitApplicatorUseSurveyAnswer } from '../../../domain/contracts/patient/submit-applicator-use-survey.ts';
import { CAP_WEAR } from '../../../domain/surveys/applicator-use.ts';
import { DAY, MINUTE, isoFromInstant } from '../../../domain/time/instant.ts';
import { beginCycle, completeCycle } from '../../../server/testing/patient.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const CHOOSE = 'Please select one of the answers';
const SQL = `'); drop table survey_responses; --`;
const HTML = '<img src=x onerror="alert(1)">';
const fromNow = (milliseconds: number) => isoFromInstant(Date.now() + milliseconds);

const good: unknown[] = [
  fromNow(-DAY),
  '1',
  'Yes',
  'Letrozole, last on Monday',
  '30 minutes',
  '4 to 5 hours',
  'Found it difficult',
  'The handle was stiff',
];
const plain = good.with(2, 'No').with(3, '').with(6, 'Easy and straightforward').with(7, '');
const withAnswer = (index: number, answer: unknown) => ({ responses: good.with(index, answer) });
const place = (index: number, message: string) => `responses.${index}: ${message}`;
const notOneOf = (index: number) =>
  ['', 'x'.repeat(5_000), 7, null, SQL, HTML].map((answer) =>
    refused(withAnswer(index, answer), place(index, CHOOSE)),
  );

inBothDeployments('submit-applicator-use-survey', (deployment) => {
  test.each([
    ['with comments', good],
    ['without comments', plain],
    ['with a day instead of a moment', good.with(0, fromNow(-DAY).slice(0, 10))],
    ['on a day that has begun somewhere', good.with(0, fromNow(DAY - MINUTE))],
    ['with both boxes left empty', good.with(3, '').with(7, '')],
    ['with both boxes absent', good.with(3, null).with(7, null)],
    ['when not sure about medication', plain.with(2, 'I am not sure')],
    ['with SQL in every box', good.with(3, SQL).with(7, SQL)],
    ['with HTML in every box', good.with(3, HTML).with(7, HTML)],
    ['with the longest comments', good.with(3, 'ä'.repeat(2_000)).with(7, 'line\n'.repeat(399))],
  ])('a survey %s is stored as written', async (_, responses) => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: { responses }, token: patient.token });
    expect(answer.status).toBe(200);
    const { id } = SubmitApplicatorUseSurveyAnswer.parse(answer.json);
    expect(answer.json).toEqual({ id, cycle: 1 });
    const kept = responses.map((text) => (text as string | null)?.trim() ?? '');
    expect(await deployment.rows('survey_responses', patient)).toMatchObject([
      { id, survey: 'applicator-use', cycle_number: 1, answers: kept, submission_id: null },
    ]);
  });

  test.each(CAP_WEAR)('a cap worn for %s is an answer', async (capWear) => {
    const { token } = await deployment.patient();
    expect((await deployment.call({ body: withAnswer(5, capWear), token })).status).toBe(200);
  });

  test('the survey belongs to the cycle that the patient is in', async () => {
    const patient = await deployment.patient();
    await beginCycle(deployment.server(), patient, 2, '2026-01-01T00:00:00Z');
    expect(await deployment.call({ body: withAnswer(1, '1'), token: patient.token })).toMatchObject({
      status: 409,
      json: {
        code: 'wrong_cycle',
        message: place(1, 'You are in cycle 2. Please open this form again.'),
      },
    });
    expect(await deployment.rows('survey_responses', patient)).toEqual([]);
    expect((await deployment.call({ body: withAnswer(1, '2'), token: patient.token })).status).toBe(200);
    expect(await deployment.rows('survey_responses', patient)).toMatchObject([{ cycle_number: 2 }]);
  });

  test('six surveys sent once cycle 1 is complete are cycle 2’s, though none of its phases is', async () => {
    const patient = await deployment.patient();
    await completeCycle(deployment.server(), patient, 1);
    for (let sent = 0; sent < 6; sent += 1) {
      const answer = await deployment.call({ body: withAnswer(1, '2'), token: patient.token });
      expect(answer).toMatchObject({ status: 200, json: { cycle: 2 } });
    }
    expect(await deployment.call({ body: withAnswer(1, '3'), token: patient.token })).toMatchObject({
      status: 409,
    });
  });

  badInputTests(deployment, [
    refused({}, 'responses: Please send exactly 8 answers'),
    refused({ responses: null }, 'responses: Please send exactly 8 answers'),
    refused({ responses: good.join() }, 'responses: Please send exactly 8 answers'),
    refused({ responses: [] }, 'responses: Please send exactly 8 answers'),
    refused({ responses: good.slice(0, 7) }, 'responses: Please send exactly 8 answers'),
    refused({ responses: [...good, ''] }, 'responses: Please send exactly 8 answers'),
    refused({ responses: Object.fromEntries(good.entries()) }, 'responses: Please send exactly 8 answers'),
    ...['', 'today', null, 20_261_118, SQL, HTML, '2026-02-30', '2026-11-10T10:00:00'].map((date) =>
      refused(withAnswer(0, date), place(0, 'Please enter a date such as 2026-11-18')),
    ),
    refused(withAnswer(0, '0000-01-01'), place(0, 'Please enter a date after the year 2000')),
    refused(
      withAnswer(0, fromNow(DAY + 10 * MINUTE)),
      place(0, 'The insemination date cannot be in the future'),
    ),
    refused(
      withAnswer(0, fromNow(3 * DAY).slice(0, 10)),
      place(0, 'The insemination date cannot be in the future'),
    ),
    ...['0', '4', '', 1, null, '01', SQL, HTML].map((cycle) =>
      refused(withAnswer(1, cycle), place(1, 'Please enter cycle 1, 2 or 3')),
    ),
    ...[2, 4, 5, 6].flatMap(notOneOf),
    ...[3, 7].flatMap((index) => [
      refused(withAnswer(index, 7), place(index, 'Please enter text')),
      refused(withAnswer(index, ['text']), place(index, 'Please enter text')),
      refused(withAnswer(index, 'x'.repeat(2_001)), place(index, 'Please use no more than 2,000 characters')),
      refused(
        withAnswer(index, 'a\u0000b'),
        place(index, 'Please use letters, numbers and punctuation only'),
      ),
      refused(
        withAnswer(index, 'a\ud800b'),
        place(index, 'Please use letters, numbers and punctuation only'),
      ),
    ]),
    refused(withAnswer(2, 'No'), place(3, 'This answer has no comment box')),
    refused(withAnswer(2, 'I am not sure'), place(3, 'This answer has no comment box')),
    refused(withAnswer(6, 'Easy and straightforward'), place(7, 'This answer has no comment box')),
  ]);
  submissionTests(deployment, {
    table: 'survey_responses',
    body: { responses: good },
    otherBody: { responses: plain },
  });
});
