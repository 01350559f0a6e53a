import { expect } from 'vitest';
import { AGREEMENT_VERSION } from '../../../domain/copy/agreement.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const words = AGREEMENT_VERSION;
const body = { person: 'partner', name: 'Robin Vale', agreed: true, words };

inBothDeployments('record-agreement', (deployment) => {
  const state = ({ token }: Patient, stated: object) => deployment.call({ body: stated, token });

  test('who agreed, when, to which words, and a withdrawal, stay readable', async () => {
    const patient = await deployment.patient();
    expect((await state(patient, { ...body, name: ' Robin Vale ' })).status).toBe(200);
    expect((await state(patient, { ...body, agreed: false })).status).toBe(200);
    expect((await state(patient, { person: 'self', words })).status).toBe(200);
    const { data } = await patient.client
      .from('applicator_agreements')
      .select('person,name,agreed,words_version')
      .order('created_at');
    expect(data).toEqual([
      { person: 'partner', name: 'Robin Vale', agreed: true, words_version: words },
      { person: 'partner', name: 'Robin Vale', agreed: false, words_version: words },
      { person: 'self', name: null, agreed: true, words_version: words },
    ]);
  });

  badInputTests(deployment, [
    refused({ ...body, person: 'friend' }, 'person: Please select self, partner or surrogate'),
    refused({ ...body, name: ' ' }, 'name: Please enter their name'),
    refused({ ...body, name: undefined }, 'name: Please enter their name'),
    refused({ ...body, name: 'a'.repeat(101) }, 'name: Please use no more than 100 characters'),
    refused({ ...body, agreed: 'yes' }, 'agreed: Please say whether they agree'),
    refused({ ...body, words: '2020-01-01' }, 'words: This text has changed. Please reload the page.'),
  ]);
  submissionTests(deployment, {
    table: 'applicator_agreements',
    body,
    otherBody: { ...body, agreed: false },
  });
});
