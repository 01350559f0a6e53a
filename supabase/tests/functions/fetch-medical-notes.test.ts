import { expect } from 'vitest';
import { FetchMedicalNotesAnswer } from '../../../domain/contracts/patient/fetch-medical-notes.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { patientAccessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('fetch-medical-notes', (deployment) => {
  const note = (patient: Patient, day: string, title: string, content = 'All **well**.') =>
    deployment
      .server()
      .database.query(
        'insert into public.medical_notes (user_id, noted_on, title, content) values ($1, $2, $3, $4)',
        [patient.id, day, title, content],
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

  test('a patient reads their own notes, newest first, as they were written', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    await note(patient, '2026-10-02', 'First consultation', '<script>alert(1)</script>\n\n# Plan');
    await note(patient, '2026-11-03', 'Morning call');
    await note(patient, '2026-11-03', 'Evening call');
    await note(other, '2026-11-04', 'Somebody else');
    const answer = await deployment.call({ token: patient.token });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { notes } = FetchMedicalNotesAnswer.parse(answer.json);
    expect(answer.json).toEqual({ notes });
    expect(notes.map(({ title, date, content }) => [title, date, content])).toEqual([
      ['Evening call', '2026-11-03', 'All **well**.'],
      ['Morning call', '2026-11-03', 'All **well**.'],
      ['First consultation', '2026-10-02', '<script>alert(1)</script>\n\n# Plan'],
    ]);
  });

  test('signed consultation notes are included, as HTML, and reading them is logged too', async () => {
    const patient = await deployment.patient();
    await note(patient, '2026-10-02', 'First steps');
    await deployment.server().database.query(
      `insert into public.consultation_notes (user_id, consultation_reference, title, notes, created_at)
       values ($1, 'initial-consultation', 'Your consultation', '<p>All <b>well</b>.</p>', '2026-11-03T12:00:00Z'),
         ($1, 'no-such-call', null, '<p>Older.</p>', '2026-09-03T12:00:00Z')`,
      [patient.id],
    );
    const { notes } = FetchMedicalNotesAnswer.parse((await deployment.call({ token: patient.token })).json);
    expect(notes.map(({ title, date, content, format }) => [title, date, content, format])).toEqual([
      ['Your consultation', '2026-11-03', '<p>All <b>well</b>.</p>', 'html'],
      ['First steps', '2026-10-02', 'All **well**.', 'markdown'],
      ['Consultation Notes', '2026-09-03', '<p>Older.</p>', 'html'],
    ]);
    expect((await reads(patient)).map(({ kind }) => kind as string).toSorted()).toEqual([
      'consultation_notes',
      'medical_notes',
    ]);
  });

  test('reading is logged once a minute, by whom and about whom', async () => {
    const patient = await deployment.patient();
    await note(patient, '2026-11-03', 'Call');
    await deployment.call({ token: patient.token });
    await deployment.call({ token: patient.token });
    const read = { actor_id: patient.id, kind: 'medical_notes' };
    expect(await reads(patient)).toEqual([read]);
    await deployment.server().database.query('update private.limits set window_ends_at = now()');
    await deployment.call({ token: patient.token });
    expect(await reads(patient)).toEqual([read, read]);
  });

  test('with no notes, there is nothing to log', async () => {
    const patient = await deployment.patient();
    expect(await deployment.call({ token: patient.token })).toMatchObject({
      status: 200,
      json: { notes: [] },
    });
    expect(await reads(patient)).toEqual([]);
  });

  test('before consent the list is empty', async () => {
    const patient = await deployment.patient({ consent: false });
    await note(patient, '2026-11-03', 'Call');
    expect(await deployment.call({ token: patient.token })).toMatchObject({
      status: 200,
      json: { notes: [] },
    });
    expect(await reads(patient)).toEqual([]);
  });

  patientAccessTests(deployment, { method: 'GET' });
});
