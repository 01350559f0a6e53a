import { expect, onTestFinished } from 'vitest';
import { WatchAttentionAnswer } from '../../../domain/contracts/schedules/watch-attention.ts';
import { newPatient, type Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { startTestServer, type TestServer } from '../../../server/testing/test-server.ts';
import { accessTests } from './testing/access-tests.ts';
import { worklistScene } from './testing/worklist.ts';
import { inDeployments, test } from './testing/deployments.ts';
import { zoneAt } from './testing/zones.ts';

const DUTY_PHONE = '+15550199';
// Texts stay in the outbox: nothing listens there.
const REACHED = { DUTY_PHONE, SMS_URL: 'http://127.0.0.1:9/', SMS_TOKEN: 'secret' };
const AT_NIGHT = { CLINIC_TIME_ZONE: zoneAt(2), ...REACHED };
const AT_NOON = { CLINIC_TIME_ZONE: zoneAt(12), ...REACHED };

const textsAbout = async ({ database }: TestServer, { id }: Patient) =>
  (
    await database.query(
      `select channel, recipient, subject, body_text, body_html, user_id from public.outbox
       where key in (select 'alarm:' || key from private.attention_alarms where user_id = $1)`,
      [id],
    )
  ).rows;
const TEXT = {
  channel: 'sms',
  recipient: DUTY_PHONE,
  subject: null,
  body_text: 'Béa: an item waits in the workspace.',
  body_html: null,
  user_id: null,
};

inDeployments(AT_NIGHT, 'watch-attention', (deployment) => {
  const { sql, ask, feels } = worklistScene(deployment.server);
  const run = async () => {
    const { status, json } = await deployment.call({
      body: {},
      token: deployment.server().keys.serviceRoleKey,
    });
    expect(status, JSON.stringify(json)).toBe(200);
    return WatchAttentionAnswer.parse(json);
  };
  const texts = (patient: Patient) => textsAbout(deployment.server(), patient);
  const look = async ({ id }: Patient) =>
    (
      await sql(
        `select look_at <= now() as is_due, look_at = 'infinity' as is_never, changed_in,
           extract(epoch from least(look_at, now() + interval '1 year') - now())::int as seconds
         from private.attention_looks where user_id = $1`,
        [id],
      )
    )[0]!;

  accessTests(deployment, { method: 'POST', body: {} });

  const wearsCap = ({ id }: Patient, minutes: number) =>
    sql(
      `insert into public.treatment_day_timers (user_id, cycle, action, at, reported_at)
       values ($1, 1, 'cap-in', now() - make_interval(mins => $2), now())`,
      [id, minutes],
    );
  const capNotices = ({ id }: Patient) =>
    sql(
      `select channel, subject, recipient = case channel when 'email' then customer_email else '+15550142' end as is_theirs
       from public.outbox join public.customers using (user_id)
       where user_id = $1 and key like 'cap-late:%' order by channel`,
      [id],
    );

  test('a late cap is one email and, if texts are allowed, one text, however many look', async () => {
    const [texted, mailed, early] = [
      await deployment.patient(),
      await deployment.patient(),
      await deployment.patient(),
    ];
    await sql(`update public.customers set customer_phone = '+1 555 0142' where user_id = any ($1)`, [
      [texted.id, mailed.id],
    ]);
    await sql('update public.customers set sms_consent = (user_id = $1) where user_id = any ($2)', [
      texted.id,
      [texted.id, mailed.id],
    ]);
    await wearsCap(texted, 5 * 60 + 20);
    await wearsCap(mailed, 5 * 60 + 20);
    await wearsCap(early, 5 * 60 + 5);
    await Promise.all([run(), run(), run(), run()]);
    await run();
    const email = { channel: 'email', subject: 'Please open your portal now', is_theirs: true };
    expect(await capNotices(texted)).toEqual([email, { channel: 'sms', subject: null, is_theirs: true }]);
    expect(await capNotices(mailed)).toEqual([email]);
    expect(await capNotices(early)).toEqual([]);
    // The time was corrected, so it is the same cap.
    await wearsCap(mailed, 5 * 60 + 30);
    await sql('update private.attention_looks set checked_at = $2 where user_id = $1', [
      mailed.id,
      '-infinity',
    ]);
    await run();
    expect(await capNotices(mailed)).toHaveLength(1);
  });

  test('a cap that is already out, or days old, sends no notice', async () => {
    const [out, old] = [await deployment.patient(), await deployment.patient()];
    await wearsCap(out, 6 * 60);
    await sql(
      `insert into public.treatment_day_timers (user_id, cycle, action, at, reported_at)
       values ($1, 1, 'cap-out', now() - interval '30 minutes', now() + interval '1 millisecond')`,
      [out.id],
    );
    await wearsCap(old, 3 * 24 * 60);
    await run();
    expect(await capNotices(out)).toEqual([]);
    expect(await capNotices(old)).toEqual([]);
  });

  test('an urgent item at night is one text to the person on duty, however many look at once', async () => {
    const patient = await deployment.patient();
    await feels(patient, 'strong');
    const runs = await Promise.all([run(), run(), run(), run()]);
    expect(runs.reduce((sum, { alarms }) => sum + alarms, 0)).toBe(1);
    await feels(patient); // something new, so everyone is checked again
    expect((await run()).alarms).toBe(0);
    expect(await texts(patient)).toEqual([TEXT]);
  });

  test('a clinic that is open all night texts no one', async () => {
    await sql(`insert into public.clinic_settings (name, value) values ('careHours', '00:00-24:00')`);
    onTestFinished(
      async () => void (await sql(`delete from public.clinic_settings where name = 'careHours'`)),
    );
    const patient = await deployment.patient();
    await feels(patient, 'strong');
    expect((await run()).alarms).toBe(0);
    expect(await texts(patient)).toEqual([]);
  });

  test('urgent reports are one text an hour per patient, and other reports none', async () => {
    const [clinician, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    await feels(patient);
    await run();
    expect(await texts(patient)).toEqual([]);
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    await run();
    for (let report = 0; report < 5; report += 1) await feels(patient, 'strong');
    await run();
    expect(await texts(patient)).toEqual([TEXT]);
    // Done, and reported again within the hour, so the text is sent after the hour.
    const { status } = await ask('team-decide', clinician, {
      key,
      decision: 'done',
      outcome: 'spoke',
      words: 'She is well.',
    });
    expect(status).toBe(200);
    await feels(patient, 'strong');
    await run();
    expect(await texts(patient)).toEqual([TEXT]);
    await anHourLater(patient);
    await run();
    expect(await texts(patient)).toEqual([TEXT, TEXT]);
  });

  /** As if the last text about this patient was sent an hour ago. */
  const anHourLater = async ({ id }: Patient) => {
    await sql(
      `update private.attention_alarms set raised_at = raised_at - interval '61 minutes' where user_id = $1`,
      [id],
    );
    await sql(`update private.attention_looks set checked_at = '-infinity' where user_id = $1`, [id]);
  };

  test('a report that joins an open item is another text, an hour after the last one', async () => {
    const patient = await deployment.patient();
    await feels(patient, 'strong');
    await run();
    await anHourLater(patient);
    await run();
    // Nothing new was reported.
    expect(await texts(patient)).toEqual([TEXT]);
    await feels(patient, 'strong');
    await run();
    expect(await texts(patient)).toEqual([TEXT, TEXT]);
    await run();
    expect(await texts(patient)).toEqual([TEXT, TEXT]);
  });

  test.each<[act: string, next: (colleague: Member) => object]>([
    ['released', () => ({ decision: 'release' })],
    ['handed off', ({ person }) => ({ decision: 'hand-over', to: person, words: 'Please call her.' })],
  ])('an item that a clinician took and then %s is another text', async (_act, next) => {
    const [clinician, colleague, patient] = [
      await newMember(deployment.server(), 'clinician'),
      await newMember(deployment.server(), 'clinician'),
      await deployment.patient(),
    ];
    const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    await run();
    for (const act of [{ decision: 'take' }, next(colleague)]) {
      await anHourLater(patient);
      await run();
      expect(await texts(patient)).toEqual([TEXT]);
      expect((await ask('team-decide', clinician, { key, ...act })).status).toBe(200);
    }
    await run();
    expect(await texts(patient)).toEqual([TEXT, TEXT]);
  });

  test('a duty phone set later gets one text with the number of waiting items', async () => {
    await run();
    const before = (await sql('select key from public.outbox')).map(({ key }) => key as string);
    for (let n = 0; n < 3; n += 1) await feels(await deployment.patient(), 'strong');
    expect((await run()).alarms).toBe(3);
    const sent = await sql('select recipient, body_text from public.outbox where key <> all ($1)', [before]);
    expect(sent).toEqual([{ recipient: DUTY_PHONE, body_text: 'Béa: 3 items wait in the workspace.' }]);
    expect((await run()).alarms).toBe(0);
  });

  test('no one is woken for an item that someone has, or that is done or undone', async () => {
    const clinician = await newMember(deployment.server(), 'clinician');
    for (const act of [{ decision: 'take' }, { decision: 'done', outcome: 'spoke', words: 'She is well.' }]) {
      const patient = await deployment.patient();
      const key = (await feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
      const { status } = await ask('team-decide', clinician, { key, ...act });
      expect(status).toBe(200);
      await run();
      expect(await texts(patient)).toEqual([]);
    }
    const patient = await deployment.patient();
    await feels(patient, 'strong');
    await sql('delete from public.symptom_reports where user_id = $1', [patient.id]);
    await run();
    expect(await texts(patient)).toEqual([]);
  });

  test('a patient with nothing to report is left alone until they report something', async () => {
    const patient = await deployment.patient();
    expect(await look(patient)).toMatchObject({ is_due: true });
    await run();
    expect(await look(patient)).toMatchObject({ is_never: true });
    await feels(patient);
    expect(await look(patient)).toMatchObject({ is_due: true });
    await run();
    // As long as there is an item, Today reads the patient.
    expect(await look(patient)).toMatchObject({ is_due: true });
  });

  test('what appears by time alone is checked on time: a cap that is in', async () => {
    const patient = await deployment.patient();
    await sql(
      `insert into public.treatment_day_timers (user_id, cycle, action, at) values ($1, 1, 'cap-in', now() - interval '1 hour')`,
      [patient.id],
    );
    await run();
    const { seconds } = await look(patient);
    expect(seconds).toBeGreaterThan(4 * 3600);
    expect(seconds).toBeLessThanOrEqual(4.25 * 3600);
  });

  test('the coach learns of a cap that was reset and entered again with its true time', async () => {
    const patient = await deployment.patient();
    await sql(
      `insert into public.treatment_day_timers (user_id, cycle, action, at, reported_at) values
         ($1, 1, 'cap-in', now() - interval '10 minutes', now() - interval '10 minutes'),
         ($1, 1, 'cap-reset', now() - interval '9 minutes', now() - interval '9 minutes'),
         ($1, 1, 'cap-in', now() - interval '2 hours', now() - interval '8 minutes')`,
      [patient.id],
    );
    await run();
    const { seconds } = await look(patient);
    expect(seconds).toBeGreaterThan(3 * 3600);
    expect(seconds).toBeLessThanOrEqual(3.25 * 3600);
  });

  test('what is reported during a check is checked again', async () => {
    const patient = await deployment.patient();
    const { changed_in } = await look(patient);
    await feels(patient, 'strong');
    await sql('select public.settle_attention($1, $2, null, null)', [
      JSON.stringify([{ id: patient.id, changedIn: changed_in, lookAt: null }]),
      '[]',
    ]);
    expect(await look(patient)).toMatchObject({ is_due: true });
    await run();
    expect(await texts(patient)).toEqual([TEXT]);
  });

  test('no one is forgotten, whatever happened to their row: everyone is checked once a day', async () => {
    const patient = await deployment.patient();
    await feels(patient, 'strong');
    await sql(
      `update private.attention_looks set look_at = 'infinity', checked_at = now() - interval '25 hours' where user_id = $1`,
      [patient.id],
    );
    await run();
    expect(await texts(patient)).toEqual([TEXT]);
  });
});

const watchOn = async (server: TestServer) => {
  const { status } = await fetch(`${server.url}/functions/v1/watch-attention`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.keys.serviceRoleKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(status).toBe(200);
};

test.each([
  ['while the clinic is open', AT_NOON],
  ['where nobody is on duty', { CLINIC_TIME_ZONE: zoneAt(2) }],
])('%s no one is texted', async (_, environment) => {
  const server = await startTestServer(environment);
  try {
    const patient = await newPatient(server);
    await worklistScene(() => server).feels(patient, 'strong');
    await watchOn(server);
    expect(await textsAbout(server, patient)).toEqual([]);
  } finally {
    await server.stop();
  }
});

test('a decision survives the server, and another server raises no second alarm', async () => {
  const first = await startTestServer(AT_NIGHT);
  const second = await startTestServer(AT_NIGHT, { database: { url: first.databaseUrl } });
  try {
    const [clinician, patient] = [await newMember(first, 'clinician'), await newPatient(first)];
    const [here, there] = [worklistScene(() => first), worklistScene(() => second)];
    const key = (await here.feels(patient, 'strong')).replace('symptoms', 'urgent-symptoms');
    await watchOn(first);
    await here.ask('team-decide', clinician, { key, decision: 'take' });
    const [before] = await here.itemsOf(clinician, patient);
    expect(before).toMatchObject({ key, takenBy: { id: clinician.person }, version: 1 });
    expect(await there.itemsOf(clinician, patient)).toEqual([before]);
    await there.ask('team-decide', clinician, {
      key,
      decision: 'done',
      outcome: 'spoke',
      words: 'She is well.',
    });
    await watchOn(second);
    expect(await there.itemsOf(clinician, patient)).toEqual([]);
    expect(await textsAbout(second, patient)).toEqual([TEXT]);
  } finally {
    await second.stop();
    await first.stop();
  }
});
