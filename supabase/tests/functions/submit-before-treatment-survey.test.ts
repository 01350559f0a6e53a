import { expect } from 'vitest';
import { SubmitBeforeTreatmentSurveyAnswer } from '../../../domain/contracts/patient/submit-before-treatment-survey.ts';
import { CONFIDENCE } from '../../../domain/surveys/before-treatment.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const UNKNOWN = 'response: Please select one of the answers';

inBothDeployments('submit-before-treatment-survey', (deployment) => {
  test.each(CONFIDENCE)('a patient who feels %s is stored as such', async (response) => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: { response }, token: patient.token });
    expect(answer.status).toBe(200);
    const { id } = SubmitBeforeTreatmentSurveyAnswer.parse(answer.json);
    expect(answer.json).toEqual({ id, response });
    expect(await deployment.rows('survey_responses', patient)).toMatchObject([
      { id, survey: 'before-treatment', cycle_number: null, answers: { response }, submission_id: null },
    ]);
  });

  test('a body that says more than the answer is refused, and nothing of it is stored', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    for (const more of [{ user_id: other.id }, { answers: { response: 'confident' } }, { id: other.id }]) {
      const body = { response: 'neutral', ...more };
      expect((await deployment.call({ body, token: patient.token })).status).toBe(400);
    }
    for (const someone of [patient, other])
      expect(await deployment.rows('survey_responses', someone)).toEqual([]);
  });

  badInputTests(deployment, [
    refused({}, UNKNOWN),
    refused({ response: null }, UNKNOWN),
    refused({ response: 7 }, UNKNOWN),
    refused({ response: ['confident'] }, UNKNOWN),
    refused({ response: '' }, UNKNOWN),
    refused({ response: 'Confident' }, UNKNOWN),
    refused({ response: 'x'.repeat(5_000) }, UNKNOWN),
    refused({ response: `confident'; drop table survey_responses; --` }, UNKNOWN),
    refused({ response: '<img src=x onerror=alert(1)>' }, UNKNOWN),
  ]);
  submissionTests(deployment, {
    table: 'survey_responses',
    body: { response: 'confident' },
    otherBody: { response: 'uncertain' },
  });
});
