import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-email-change', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const call = ({ token }: Member | Patient, body?: object) =>
    deployment.call({ token, ...(body && { body }) });
  const newAddress = () => `new-${crypto.randomUUID()}@example.com`;

  /** At work, with a code from the app just now. */
  async function member(role: 'coach' | 'clinician' | 'administrator'): Promise<Member> {
    const person = await newMember(deployment.server(), role);
    await showCode(person);
    return person;
  }
  const showCode = ({ sessionId }: Member) =>
    sql(
      `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       values (gen_random_uuid(), $1, now(), now(), 'totp')`,
      [sessionId],
    );
  const ask = (by: Member, { id }: Patient, email = newAddress()) =>
    call(by, { action: 'ask', patient: id, email, howChecked: 'Called and compared the date of birth' });
  const messagesTo = ({ id }: Patient) =>
    sql(
      `select channel, recipient, subject, body_text, body_html, purpose from public.outbox where user_id = $1`,
      [id],
    );

  test('a clinician sees what an administrator asked, agrees, and the patient is told at both addresses and by text', async () => {
    const [administrator, clinician] = [await member('administrator'), await member('clinician')];
    const patient = await deployment.patient();
    await sql(
      `update public.customers set customer_phone = '+12125550100', sms_consent = true, phone_changed_by_team = false where user_id = $1`,
      [patient.id],
    );
    const [{ email: old }] = (await sql(
      'select customer_email as email from public.customers where user_id = $1',
      [patient.id],
    )) as [{ email: string }];
    const email = newAddress();
    const asked = await ask(administrator, patient, email);
    expect(asked.status).toBe(200);
    const { id } = asked.json as { id: string };
    const shown = (await call(clinician)).json as { changes: { id: string }[] };
    expect(shown.changes.find((change) => change.id === id)).toMatchObject({
      email: old,
      newEmail: email,
      howChecked: 'Called and compared the date of birth',
      askedBy: 'The administrator',
      agreedBy: null,
      mayAgree: true,
    });
    expect(JSON.stringify(shown)).not.toContain('+12125550100');
    expect(await messagesTo(patient)).toEqual([]);
    expect(await call(clinician, { action: 'agree', id })).toMatchObject({ status: 200 });
    const told = await messagesTo(patient);
    expect(told.map(({ recipient }) => String(recipient)).toSorted()).toEqual(
      ['+12125550100', email, old].toSorted(),
    );
    expect(new Set(told.map(({ purpose }) => purpose))).toEqual(new Set(['security']));
    const [toOld, toNew] = [old, email].map((to) =>
      String(told.find(({ recipient }) => recipient === to)!['body_text']),
    );
    expect(toOld).toContain('/stop-email-change#');
    expect(toOld).not.toContain(email);
    expect(toNew).not.toContain('/stop-email-change');
    expect(toNew).not.toContain(old);
    const [{ kept }] = (await sql('select stop_hash as kept from private.email_changes where id = $1', [
      id,
    ])) as [{ kept: string }];
    expect(JSON.stringify(told)).not.toContain(kept);
  });

  test('the session needs a new code from the app to ask and to agree', async () => {
    const [administrator, clinician] = [
      await member('administrator'),
      await newMember(deployment.server(), 'clinician'),
    ];
    const patient = await deployment.patient();
    const tired = await newMember(deployment.server(), 'administrator');
    const refusal = { status: 403, json: { code: 'fresh_code_required' } };
    expect(await ask(tired, patient)).toMatchObject(refusal);
    const { id } = (await ask(administrator, patient)).json as { id: string };
    expect(await call(clinician, { action: 'agree', id })).toMatchObject(refusal);
    expect(await call(clinician, { action: 'stop', id })).toMatchObject({ status: 200 });
  });

  test('coaches and patients are refused, and so is what is not whole', async () => {
    const [coach, administrator, patient] = [
      await member('coach'),
      await member('administrator'),
      await deployment.patient(),
    ];
    expect(await call(coach)).toMatchObject({ status: 403 });
    expect(await ask(coach, patient)).toMatchObject({ status: 403 });
    expect(await call(patient)).toMatchObject({ status: 403 });
    const bad = [
      { action: 'ask', patient: patient.id, email: 'no address', howChecked: 'Called' },
      { action: 'ask', patient: patient.id, email: newAddress(), howChecked: ' ' },
      { action: 'ask', patient: patient.id, email: newAddress(), howChecked: 'Called\u202e' },
      { action: 'ask', patient: patient.id, email: newAddress() },
      { action: 'agree', id: 'one' },
      { action: 'change', id: patient.id },
    ];
    for (const body of bad) expect(await call(administrator, body)).toMatchObject({ status: 400 });
  });

  test('an id of no request is not agreed to', async () => {
    const clinician = await member('clinician');
    expect(await call(clinician, { action: 'agree', id: crypto.randomUUID() })).toMatchObject({
      status: 409,
      json: { code: 'changed_meanwhile' },
    });
  });
});
