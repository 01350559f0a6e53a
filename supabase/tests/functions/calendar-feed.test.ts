import ICAL from 'ical.js';
import { expect } from 'vitest';
import { DAY, type Instant } from '../../../domain/time/instant.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { keepCall } from './testing/clinic.ts';
import { inBothDeployments, inBothDeploymentsAt, test, type Deployment } from './testing/deployments.ts';
import { aTeamClinic, LATER, START } from './testing/team-calls.ts';

/** A calendar's request, without key or token. */
const asCalendar = (deployment: Deployment, feed: string) =>
  deployment.call({ query: { feed }, token: null, headers: { 'user-agent': 'Google-Calendar-Importer' } });

async function ask(deployment: Deployment, name: string, token: string, body?: object) {
  const answer = await fetch(`${deployment.server().url}/functions/v1/${name}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as { feed: { madeAt: string; readAt: string | null } | null; secret: string };
}
const ofPatient = (deployment: Deployment, token: string, action?: 'renew' | 'end') =>
  ask(deployment, 'own-calendar-feed', token, action && { action });
const ofMember = (deployment: Deployment, { token }: Member, action?: 'renew-feed' | 'end-feed') =>
  ask(deployment, 'team-own-calendar', token, action && { action });

const startsIn = (text: string): Instant[] =>
  new ICAL.Component(ICAL.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map((event) => new ICAL.Event(event).startDate.toJSDate().getTime());

inBothDeployments('calendar-feed', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  async function booked() {
    const server = deployment.server();
    const [host, patient] = [await newMember(server, 'coach'), await deployment.patient()];
    const clinic = await aTeamClinic(server, [host]);
    for (const startsAt of [START, LATER]) await keepCall(server.database, patient, { clinic, startsAt });
    return { host, patient, clinic };
  }

  test('a patient’s calendar reads their booked calls by the address alone', async () => {
    const { patient } = await booked();
    const { secret } = await ofPatient(deployment, patient.token, 'renew');
    const answer = await asCalendar(deployment, secret);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="bea.ics"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(startsIn(answer.text)).toEqual([START, LATER]);
    expect((await ofPatient(deployment, patient.token)).feed!.readAt).not.toBeNull();
  });

  test('a coach’s calendar reads their calls, without the patient’s name or the call’s type', async () => {
    const { host, patient } = await booked();
    const { secret } = await ofMember(deployment, host, 'renew-feed');
    const { text } = await asCalendar(deployment, secret);
    expect(startsIn(text)).toEqual([START, LATER]);
    const [row] = await sql(
      `update public.customers set customer_first_name = 'Adaora', customer_last_name = 'Okafor' where user_id = $1
       returning customer_first_name, customer_last_name, customer_email`,
      [patient.id],
    );
    for (const word of [...Object.values(row!), patient.id, 'Initial', 'Consultation', 'video'])
      expect(text).not.toContain(String(word));
    expect(text.match(/SUMMARY:.*/g)).toEqual(['SUMMARY:Béa call', 'SUMMARY:Béa call']);
  });

  test('the feed of a patient without calls is an empty calendar', async () => {
    const { secret } = await ofPatient(deployment, (await deployment.patient()).token, 'renew');
    expect(startsIn((await asCalendar(deployment, secret)).text)).toEqual([]);
  });

  test('a new address ends the one before it, and an ended feed answers nothing', async () => {
    const { patient } = await booked();
    const before = await ofPatient(deployment, patient.token, 'renew');
    const after = await ofPatient(deployment, patient.token, 'renew');
    expect((await asCalendar(deployment, before.secret)).status).toBe(404);
    expect((await asCalendar(deployment, after.secret)).status).toBe(200);
    expect(await ofPatient(deployment, patient.token, 'end')).toEqual({ feed: null, secret: null });
    expect(await asCalendar(deployment, after.secret)).toMatchObject({
      status: 404,
      json: { code: 'unknown_feed', message: 'This calendar feed has ended.' },
    });
    const lines = await sql(
      `select action from public.audit_log where kind = 'calendar_feed' and subject_id = $1 and actor_id = $1 order by id`,
      [patient.id],
    );
    expect(lines.map(({ action }) => action)).toEqual(['insert', 'update', 'delete']);
  });

  test('canceled calls, old calls and calls of others are not in a feed', async () => {
    const { host, clinic, patient } = await booked();
    const { database } = deployment.server();
    const other = await deployment.patient();
    await keepCall(database, other, { clinic, startsAt: START + DAY / 6, status: 'cancelled' });
    await keepCall(database, other, { clinic, startsAt: START - 100 * DAY });
    await keepCall(database, other, { clinic, startsAt: START - 10 * DAY });
    const { secret } = await ofMember(deployment, host, 'renew-feed');
    expect(startsIn((await asCalendar(deployment, secret)).text)).toEqual([START - 10 * DAY, START, LATER]);
    const { secret: own } = await ofPatient(deployment, patient.token, 'renew');
    expect(startsIn((await asCalendar(deployment, own)).text)).toEqual([START, LATER]);
  });

  test.each([
    [
      'whose invitation was revoked',
      `update public.invitations set revoked_at = now() where email = $1`,
      `update public.invitations set revoked_at = null where email = $1`,
    ],
    [
      'whose invitation was deleted',
      `delete from public.invitations where email = $1`,
      `insert into public.invitations (email, first_name, last_name) values ($1, 'Robin', 'Reed')`,
    ],
    [
      'who withdrew consent',
      `update public.customers set data_usage_consent = false where customer_email = $1`,
      `update public.customers set data_usage_consent = true where customer_email = $1`,
    ],
    ['whose account is gone', `delete from auth.users where email = $1`, null],
  ])('the feed of a patient %s shows nothing, also when they come back', async (_, change, back) => {
    const patient = await deployment.patient();
    const { secret } = await ofPatient(deployment, patient.token, 'renew');
    expect((await asCalendar(deployment, secret)).status).toBe(200);
    const [row] = await sql('select email from auth.users where id = $1', [patient.id]);
    await sql(change, [row!['email']]);
    expect((await asCalendar(deployment, secret)).status).toBe(404);
    if (back === null) return;
    await sql(back, [row!['email']]);
    expect((await asCalendar(deployment, secret)).status).toBe(404);
  });

  test.each([
    [
      'left the care team',
      'active = false, deactivated_at = now()',
      'active = true, deactivated_at = null, joined_at = now()',
    ],
    ['became an administrator', `role = 'administrator'`, `role = 'coach'`],
  ])(
    'of someone who %s neither the feed nor their own calendar is left, also when they come back',
    async (_, change, back) => {
      // One always remains.
      await newMember(deployment.server(), 'administrator');
      const { host } = await booked();
      const { secret } = await ofMember(deployment, host, 'renew-feed');
      await sql(
        `insert into private.busy_calendars (person_id, address) values ($1, 'https://calendar.example.com/secret.ics')`,
        [host.person],
      );
      await sql(`update public.care_team set ${change} where id = $1`, [host.person]);
      expect((await asCalendar(deployment, secret)).status).toBe(404);
      expect(await sql('select from private.busy_calendars where person_id = $1', [host.person])).toEqual([]);
      await sql(`update public.care_team set ${back} where id = $1`, [host.person]);
      expect((await asCalendar(deployment, secret)).status).toBe(404);
    },
  );

  test('an address is 128 random bits, and the database holds no more than its hash', async () => {
    const patient = await deployment.patient();
    const secrets = await Promise.all([1, 2, 3].map(() => ofPatient(deployment, patient.token, 'renew')));
    expect(new Set(secrets.map(({ secret }) => secret)).size).toBe(3);
    for (const { secret } of secrets)
      expect(atob(secret.replace(/-/g, '+').replace(/_/g, '/'))).toHaveLength(16);
    const [feed, ...more] = await sql('select * from private.calendar_feeds where user_id = $1', [
      patient.id,
    ]);
    expect(more).toEqual([]);
    for (const { secret } of secrets) expect(JSON.stringify(feed)).not.toContain(secret);
    expect((await ofPatient(deployment, patient.token)).secret).toBeNull();
  });

  test.each(['', 'short', 'A'.repeat(23), `${'A'.repeat(21)}/`, "' or true --"])(
    'an address with %j is refused before anything is looked up',
    async (feed) => {
      expect(await asCalendar(deployment, feed)).toMatchObject({
        status: 400,
        json: { code: 'invalid_input' },
      });
    },
  );

  test('a wrong key is refused here too', async () => {
    const patient = await deployment.patient();
    const { secret } = await ofPatient(deployment, patient.token, 'renew');
    const wrong = { query: { feed: secret }, token: 'nonsense' };
    expect((await deployment.call(wrong)).status).toBe(401);
    expect((await deployment.call({ query: { feed: secret } })).status).toBe(200);
  });

  test('a feed is only read', async () => {
    expect((await deployment.call({ method: 'POST', token: null, body: {} })).status).toBe(405);
  });
});

inBothDeploymentsAt('0.05', 'calendar-feed', (deployment) => {
  test('an address that is read too often has to wait', async () => {
    const patient = await deployment.patient();
    const { secret } = await ofPatient(deployment, patient.token, 'renew');
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await asCalendar(deployment, secret)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(Number((await asCalendar(deployment, secret)).headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await ofPatient(deployment, (await deployment.patient()).token, 'renew');
    expect((await asCalendar(deployment, other.secret)).status).toBe(200);
  });
});
