import { expect } from 'vitest';
import { ReportSymptomsAnswer } from '../../../domain/contracts/patient/report-symptoms.ts';
import { localDate } from '../../../domain/time/local.ts';
import { UNSET_CLINIC_ZONE } from '../../../domain/time/zone.ts';
import { newMember } from '../../../server/testing/team.ts';
import { SIGNS, STRENGTHS } from '../../../domain/symptoms/symptoms.ts';
import { isUrgent } from '../../../domain/symptoms/urgent-report.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, inDeployments, test } from './testing/deployments.ts';
import { badInputTests, refused, submissionTests } from './testing/submissions.ts';

const good = { signs: ['pain', 'other'], strength: 'moderate', since: '2026-01-01', words: 'On the left.' };

inBothDeployments('report-symptoms', (deployment) => {
  test('a report is stored as sent, and the patient can read it', async () => {
    const patient = await deployment.patient();
    const answer = await deployment.call({ body: good, token: patient.token });
    const { id, urgent } = ReportSymptomsAnswer.parse(answer.json);
    expect(urgent).toBe(false);
    const { data } = await patient.client
      .from('symptom_reports')
      .select('id,signs,strength,since,words,urgent');
    expect(data).toEqual([{ id, urgent, ...good }]);
  });

  test('Home knows of a mild report until the care team has spoken with the patient, and of no urgent one', async () => {
    const patient = await deployment.patient();
    const known = async () => {
      const { data } = await patient.client.rpc('own_cycle');
      return (data as { openReport: { kind: string } | null }).openReport;
    };
    await deployment.call({ body: { ...good, signs: ['fainting'] }, token: patient.token });
    expect(await known()).toBeNull();
    await deployment.call({ body: good, token: patient.token });
    expect(await known()).toMatchObject({ kind: 'symptoms' });
    await deployment.server().database.query(
      `insert into public.patient_contacts (user_id, how, words, person_id, person_name, person_role, direction, result)
       values ($1, 'phone', 'Called.', gen_random_uuid(), 'Noa Lind', 'coach', 'outgoing', 'spoke')`,
      [patient.id],
    );
    expect(await known()).toBeNull();
  });

  test('a moment falls on the patient’s local day', async () => {
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
        expect(json).toMatchObject({ urgent: isUrgent({ signs: [sign], strength }) });
      }
    }
  });

  test.each(['My shoulder hurts when I breathe.', 'I fainted', 'I soaked a pad in an hour.'])(
    'urgent words make a mild report urgent: %s',
    async (words) => {
      const patient = await deployment.patient();
      const body = { signs: ['other'], strength: 'mild', since: good.since, words };
      expect((await deployment.call({ body, token: patient.token })).json).toMatchObject({ urgent: true });
      const { data } = await patient.client.from('symptom_reports').select('urgent');
      expect(data).toEqual([{ urgent: true }]);
      expect(
        (await deployment.call({ body: { ...body, words: 'No pain.' }, token: patient.token })).json,
      ).toMatchObject({ urgent: false });
    },
  );

  test('Home knows of an urgent report until someone has ended it, and of a bleeding', async () => {
    const patient = await deployment.patient();
    const own = async () => (await patient.client.rpc('own_cycle')).data;
    expect(await own()).toMatchObject({ urgent: null, bleedings: [] });
    const today = localDate(Date.now(), UNSET_CLINIC_ZONE);
    const body = { signs: ['bleeding'], strength: 'strong', since: today };
    const { json } = await deployment.call({ body, token: patient.token });
    expect(await own()).toMatchObject({ urgent: 'symptoms', bleedings: [today] });
    await deployment.server().database.query(
      `insert into public.attention_decisions (key, version, user_id, decision, outcome, person_id, person_name, person_role)
       values ('urgent-symptoms:' || $1, 1, $2, 'done', 'spoke', gen_random_uuid(), 'Dr. Lind', 'clinician')`,
      [(json as { id: string }).id, patient.id],
    );
    expect(await own()).toMatchObject({ urgent: null, bleedings: [today] });
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
    refused({ ...good, signs: undefined }, 'signs: Please select from the list'),
    refused({ ...good, signs: [] }, 'signs: Please select at least one'),
    refused({ ...good, signs: ['headache'] }, 'signs.0: Please select from the list'),
    refused({ ...good, strength: null }, 'strength: Please select how bad it is'),
    refused({ ...good, since: '2099-01-01' }, 'since: The day cannot be in the future'),
    refused({ ...good, words: 7 }, 'words: Please enter text'),
  ]);
  submissionTests(deployment, {
    table: 'symptom_reports',
    body: good,
    otherBody: { ...good, words: 'On the right.' },
    isAlsoRead: true,
  });
});

const DUTY = { DUTY_PHONE: '+15550199', SMS_URL: 'http://127.0.0.1:9/', SMS_TOKEN: 'secret' };

inBothDeployments('report-symptoms', (deployment) => {
  test('without a duty phone no one is on duty', async () => {
    const { token } = await deployment.patient();
    expect(await deployment.call({ token })).toMatchObject({ status: 200, json: { onDuty: false } });
  });
});

inDeployments(DUTY, 'report-symptoms', (deployment) => {
  test('someone is on duty until a text to them fails, and again once one is sent', async () => {
    const { sql, today } = worklistScene(deployment.server);
    const patient = await deployment.patient();
    const administrator = await newMember(deployment.server(), 'administrator');
    const onDuty = async () => (await deployment.call({ token: patient.token })).json;
    const items = async () =>
      (await today(administrator)).items
        .filter(({ title }) => title === 'Alarm text not sent')
        .map(({ why }) => why);
    const alarm = async (key: string, minutesAgo: number) => {
      await sql('insert into private.attention_alarms (key, user_id) values ($1, $2)', [key, patient.id]);
      await sql(
        `insert into public.outbox (key, channel, recipient, body_text, created_at, send_after)
         values ('alarm:' || $1, 'sms', '+15550199', 'Béa', now() - make_interval(mins => $2), 'infinity')`,
        [key, minutesAgo],
      );
    };
    expect(await onDuty()).toEqual({ onDuty: true });
    await alarm('one', 5);
    expect(await onDuty()).toEqual({ onDuty: true });
    expect(await items()).toEqual([]);
    await alarm('two', 11);
    expect(await onDuty()).toEqual({ onDuty: false });
    expect(await items()).toEqual([
      'A text to the duty phone wasn’t sent. Until one is, the portal tells patients that no one will read their report before 8 am.',
    ]);
    await sql(`update public.outbox set sent_at = now() where key = 'alarm:one'`);
    expect(await onDuty()).toEqual({ onDuty: true });
    expect(await items()).toEqual([]);
  });
});
