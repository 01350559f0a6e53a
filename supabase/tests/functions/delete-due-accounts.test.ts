import { expect } from 'vitest';
import { DeleteDueAccountsAnswer } from '../../../domain/contracts/patient/account-deletion.ts';
import { signInPatient } from '../../../server/rest/testing.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { calendarOf } from './testing/calendar.ts';
import { aClinic, daysAhead, keepCall } from './testing/clinic.ts';
import { accessTests } from './testing/access-tests.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { beginLeaving } from './testing/leaving.ts';

inBothDeployments('delete-due-accounts', (deployment) => {
  const run = () => deployment.call({ body: {}, token: deployment.server().keys.serviceRoleKey });
  const exists = async ({ id }: Patient) => {
    const { rows } = await deployment.server().database.query('select from auth.users where id = $1', [id]);
    return rows.length === 1;
  };
  const emailOf = async ({ id }: Patient) =>
    String(
      (await deployment.server().database.query('select email from auth.users where id = $1', [id])).rows[0]![
        'email'
      ],
    );
  const leaving = async (daysAgo: number) => {
    const patient = await deployment.patient();
    await beginLeaving(deployment.server().database, patient, { daysAgo });
    return patient;
  };

  test('accounts whose seven days are over are deleted, all others stay', async () => {
    const [over, waiting, staying] = [await leaving(8), await leaving(6), await deployment.patient()];
    expect(await run()).toMatchObject({ status: 200, json: { deleted: 1 } });
    expect([await exists(over), await exists(waiting), await exists(staying)]).toEqual([false, true, true]);
    expect(await run()).toMatchObject({ status: 200, json: { deleted: 0 } });
  });

  test('an upcoming call’s host learns that it is canceled, and not whose it was', async () => {
    const { database } = deployment.server();
    const [clinic, patient] = [await aClinic(database), await leaving(8)];
    const email = await emailOf(patient);
    await database.query(
      `update public.customers set customer_first_name = 'Wilhelmina', customer_last_name = 'Q' where user_id = $1`,
      [patient.id],
    );
    const id = await keepCall(database, patient, { clinic, startsAt: daysAhead(3, '10:00') });
    await keepCall(database, patient, { clinic, startsAt: daysAhead(-3, '10:00') });
    expect(await run()).toMatchObject({ json: { deleted: 1 } });
    const { rows } = await database.query<Record<string, string>>(
      `select * from public.outbox where recipient = (select email from public.care_team where id = $1)`,
      [clinic.hostIds[0]],
    );
    expect(rows).toMatchObject([{ subject: 'A call is canceled', user_id: null, appointment_id: null }]);
    expect(calendarOf(rows[0]!)).toMatchObject({
      METHOD: 'CANCEL',
      UID: id,
      SEQUENCE: '1',
      STATUS: 'CANCELLED',
    });
    for (const personal of ['Wilhelmina', patient.id, email])
      expect(JSON.stringify(rows)).not.toContain(personal);
    const again = await keepCall(database, await deployment.patient(), {
      clinic,
      startsAt: daysAhead(3, '10:00'),
    });
    expect(again).not.toBe(id);
  });

  test('what the open portal was sent goes with the account, and what others were sent stays', async () => {
    const { database } = deployment.server();
    const [over, staying] = [await leaving(8), await deployment.patient()];
    const broadcasts = async ({ id }: Patient) =>
      (await database.query('select from realtime.messages where topic = $1', [`patient:${id}`])).rows.length;
    await database.query(
      `insert into realtime.messages (topic, extension, private)
       select 'patient:' || id, 'broadcast', true from unnest($1::uuid[]) as id`,
      [[over.id, staying.id]],
    );
    const before = await broadcasts(staying);
    expect(Math.min(await broadcasts(over), before)).toBeGreaterThan(0);
    expect(await run()).toMatchObject({ json: { deleted: 1 } });
    expect([await broadcasts(over), await broadcasts(staying)]).toEqual([0, before]);
  });

  test('ten clocks at once delete each account once', async () => {
    const patients = [];
    for (let count = 0; count < 15; count += 1) patients.push(await leaving(8));
    const answers = await Promise.all(Array.from({ length: 10 }, run));
    const deleted = answers.map(({ json }) => DeleteDueAccountsAnswer.parse(json).deleted);
    expect(deleted.reduce((sum, one) => sum + one)).toBe(15);
    for (const patient of patients) expect(await exists(patient)).toBe(false);
  });

  test('the address can be invited again, and opens an empty record', async () => {
    const { database } = deployment.server();
    const patient = await leaving(8);
    const email = await emailOf(patient);
    await run();
    const back = await signInPatient(deployment.server(), email);
    expect(back.id).not.toBe(patient.id);
    const { rows } = await database.query('select from public.consent_history where user_id = $1', [back.id]);
    expect(rows).toEqual([]);
  });

  test('a patient, and the public key, are refused', async () => {
    const patient = await leaving(8);
    for (const token of [patient.token, deployment.server().keys.anonKey]) {
      expect(await deployment.call({ body: {}, token })).toMatchObject({
        status: 403,
        json: { code: 'service_only' },
      });
    }
    expect(await exists(patient)).toBe(true);
    await run();
  });

  accessTests(deployment, { method: 'POST', body: {} });
});
