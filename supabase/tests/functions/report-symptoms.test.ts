import { expect, test } from 'vitest';
import { ReportSymptomsAnswer } from '../../../domain/contracts/report-symptoms.ts';
import { isUrgent, SIGNS, STRENGTHS } from '../../../domain/symptoms/symptoms.ts';
import { inBothDeployments } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const good = { signs: ['pain', 'other'], strength: 'moderate', since: '2026-01-01', words: 'On the left.' };

inBothDeployments('report-symptoms', (deployment) => {
  test('a report is stored as it was sent, and the patient can read it', async () => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: good, token: patient.token });
    const { id, urgent } = ReportSymptomsAnswer.parse(answer.json);
    expect(urgent).toBe(false);
    const { data } = await patient.client
      .from('symptom_reports')
      .select('id,signs,strength,since,words,urgent');
    expect(data).toEqual([{ id, urgent, ...good }]);
  });

  test('a moment falls on the day of the patient’s own calendar', async () => {
    const patient = await deployment.patient();
    const body = { ...good, since: '2026-01-01T23:30:00Z', words: null };
    await deployment.call({ body, token: patient.token, headers: { 'x-client-timezone': 'Asia/Tokyo' } });
    const { data } = await patient.client.from('symptom_reports').select('since,words');
    expect(data).toEqual([{ since: '2026-01-02', words: null }]);
  });

  test('every urgent sign is answered as one', async () => {
    const patient = await deployment.patient();
    for (const sign of SIGNS) {
      for (const strength of STRENGTHS) {
        const body = { signs: [sign], strength, since: good.since };
        const { json } = await deployment.call({ body, token: patient.token });
        expect(json).toMatchObject({ urgent: isUrgent([sign], strength) });
      }
    }
  });

  test('symptoms change no state', async () => {
    const patient = await deployment.patient();
    await deployment.call({
      body: { ...good, signs: ['bleeding'], strength: 'strong' },
      token: patient.token,
    });
    const { rows } = await deployment
      .server()
      .database.query('select private.care_state($1) as state', [patient.id]);
    expect(rows).toEqual([{ state: 'treatment' }]);
  });

  badInputTests(deployment, [
    refused({ ...good, signs: undefined }, 'signs: Please choose from the list'),
    refused({ ...good, signs: [] }, 'signs: Please choose at least one'),
    refused({ ...good, signs: ['headache'] }, 'signs.0: Please choose from the list'),
    refused({ ...good, strength: null }, 'strength: Please choose how strong it is'),
    refused({ ...good, since: '2099-01-01' }, 'since: The day cannot be in the future'),
    refused({ ...good, words: 7 }, 'words: Please enter text'),
  ]);
  submissionTests(deployment, {
    table: 'symptom_reports',
    body: good,
    otherBody: { ...good, words: 'On the right.' },
  });
});
