import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const NOT_ALLOWED = { status: 403, json: { code: 'not_allowed' } };
const LINK = 'https://parcels.example/track/1Z999';

inBothDeployments('team-kits', (deployment) => {
  const sql = (text: string, values: unknown[] = []) => deployment.server().database.query(text, values);
  const admin = () => newMember(deployment.server(), 'administrator');
  const send = ({ token }: Member, { id }: Patient, kit: object = {}) =>
    deployment.call({ token, body: { id, trackingUrl: LINK, sentOn: '2026-11-10', seen: null, ...kit } });
  const kitOf = async ({ id }: Patient) =>
    (
      await sql(
        `select tracking_url, sent_on::text from public.customers left join public.kit_requests using (user_id) where user_id = $1`,
        [id],
      )
    ).rows[0];

  test('the patient sees the carrier’s link right away, with the day the kit was sent', async () => {
    const [who, patient] = [await admin(), await deployment.patient()];
    expect((await send(who, patient)).status).toBe(200);
    expect(await kitOf(patient)).toEqual({ tracking_url: LINK, sent_on: '2026-11-10' });
    const { data } = await patient.client.from('customers').select('tracking_url').single();
    expect(data).toEqual({ tracking_url: LINK });
  });

  test('sending a requested kit ends its item', async () => {
    const [who, patient] = [await admin(), await deployment.patient()];
    await sql(
      `insert into public.kit_requests (user_id, person_id, person_name) values ($1, $1, 'Noa Lind')`,
      [patient.id],
    );
    const asked = async () =>
      (
        await sql(
          `select line -> 'kitRequest' <> 'null' as is_to_send from jsonb_array_elements(private.administrative_rows()) as line
           where line ->> 'id' = $1`,
          [patient.id],
        )
      ).rows;
    expect(await asked()).toEqual([{ is_to_send: true }]);
    expect((await send(who, patient)).status).toBe(200);
    expect(await asked()).toEqual([{ is_to_send: false }]);
  });

  test('the patient gets one discreet email when the kit is sent, and none about a corrected link', async () => {
    const [who, other, patient] = [await admin(), await admin(), await deployment.patient()];
    await Promise.all([send(who, patient), send(other, patient), send(who, patient)]);
    const mails = async () =>
      (
        await sql(
          `select channel, recipient = customer_email as is_theirs, subject, purpose
           from public.outbox join public.customers using (user_id) where user_id = $1 and key like 'kit-sent:%'`,
          [patient.id],
        )
      ).rows;
    const sent = [
      {
        channel: 'email',
        is_theirs: true,
        subject: 'There is something new in your portal',
        purpose: 'news',
      },
    ];
    expect(await mails()).toEqual(sent);
    expect((await send(who, patient, { trackingUrl: `${LINK}0`, seen: LINK })).status).toBe(200);
    expect(await mails()).toEqual(sent);
  });

  test('of two who save the link at once one wins, and the other is told', async () => {
    const [who, other, patient] = [await admin(), await admin(), await deployment.patient()];
    const answers = await Promise.all([
      send(who, patient),
      send(other, patient, { trackingUrl: `${LINK}0` }),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)!.json).toMatchObject({ code: 'changed_meanwhile' });
    const { tracking_url: seen } = (await kitOf(patient)) as { tracking_url: string };
    expect((await send(who, patient, { trackingUrl: `${LINK}2`, seen })).status).toBe(200);
  });

  test('kits are for administrators, and for patients who gave both consents', async () => {
    const patient = await deployment.patient();
    for (const role of ['coach', 'clinician'] as const)
      expect(await send(await newMember(deployment.server(), role), patient)).toMatchObject(NOT_ALLOWED);
    const who = await admin();
    expect(await send(who, await deployment.patient({ consent: false }))).toMatchObject(NOT_ALLOWED);
    expect(await send(who, { ...patient, id: crypto.randomUUID() })).toMatchObject(NOT_ALLOWED);
    expect(await deployment.call({ token: patient.token, body: {} })).toMatchObject(NOT_ALLOWED);
    expect(await kitOf(patient)).toMatchObject({ tracking_url: null });
  });

  test.each([
    { trackingUrl: 'javascript:alert(1)' },
    { trackingUrl: 'http://parcels.example' },
    { trackingUrl: '' },
    { trackingUrl: 'HTTPS://PARCELS.EXAMPLE' },
    { trackingUrl: 'https://parcels.example@elsewhere.example' },
    { trackingUrl: 'https://parcels.example/\nx' },
    { trackingUrl: 'https://parcels.example/\u202e' },
    { sentOn: 'yesterday' },
    { sentOn: '2099-01-01' },
  ])('invalid input is refused with a sentence: %j', async (kit) => {
    const patient = await deployment.patient();
    expect(await send(await admin(), patient, kit)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    });
    expect(await kitOf(patient)).toMatchObject({ tracking_url: null });
  });
});
