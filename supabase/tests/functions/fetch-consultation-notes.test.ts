import { expect } from 'vitest';
import { FetchConsultationNotesAnswer } from '../../../domain/contracts/patient/fetch-consultation-notes.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('fetch-consultation-notes', (deployment) => {
  const query = { reference: 'initial-consultation' };
  const note = (patient: Patient, notes: string, reference = query.reference) =>
    deployment
      .server()
      .database.query(
        'insert into public.consultation_notes (user_id, notes, consultation_reference) values ($1, $2, $3)',
        [patient.id, notes, reference],
      );
  const reads = async (patient: Patient) => {
    const { rows } = await deployment
      .server()
      .database.query(
        `select actor_id, kind from public.audit_log where subject_id = $1 and action = 'read'`,
        [patient.id],
      );
    return rows;
  };

  const call = (patient: Patient, asked: Record<string, string> = query) =>
    deployment.call({ method: 'GET', token: patient.token, query: asked });

  test('a patient reads the notes of one of their consultations, newest first', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    await note(patient, '<p onclick="alert(1)">First</p>');
    await note(patient, '<p>Second</p>');
    await note(patient, '<p>Another call</p>', 'post-treatment-review');
    await note(other, '<p>Somebody else</p>');
    const answer = await call(patient);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { notes } = FetchConsultationNotesAnswer.parse(answer.json);
    expect(answer.json).toEqual({ notes });
    expect(notes.map((one) => one.notes)).toEqual(['<p>Second</p>', '<p onclick="alert(1)">First</p>']);
  });

  test('reading is logged once a minute, by whom and about whom; finding nothing is not', async () => {
    const patient = await deployment.patient();
    await note(patient, 'Words');
    await call(patient);
    await call(patient);
    await call(patient, { reference: 'post-treatment-review' });
    const read = { actor_id: patient.id, kind: 'consultation_notes' };
    expect(await reads(patient)).toEqual([read]);
    await deployment.server().database.query('update private.limits set window_ends_at = now()');
    await call(patient);
    expect(await reads(patient)).toEqual([read, read]);
  });

  test('before consent the list is empty', async () => {
    const patient = await deployment.patient({ consent: false });
    await note(patient, 'Words');
    expect(await call(patient)).toMatchObject({ status: 200, json: { notes: [] } });
    expect(await reads(patient)).toEqual([]);
  });

  test.each([{}, { reference: '' }, { reference: 'x'.repeat(101) }])(
    '%j is not a consultation',
    async (asked: Record<string, string>) => {
      expect((await call(await deployment.patient(), asked)).status).toBe(400);
    },
  );

  patientAccessTests(deployment, { method: 'GET', query });
});
