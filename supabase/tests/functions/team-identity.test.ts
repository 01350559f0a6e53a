import { expect } from 'vitest';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { assignCoach } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const ADDRESS = { line1: '20 W 34th St', line2: null, city: 'New York', state: 'NY', zip: '10001' };

inBothDeployments('team-identity', (deployment) => {
  const sql = async (text: string, values: unknown[] = []) =>
    (await deployment.server().database.query(text, values)).rows;
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const edit = ({ token }: Member | Patient, { id }: Patient, identity: object) =>
    deployment.call({ token, body: { id, ...identity } });
  const kept = async ({ id }: Patient) =>
    (
      await sql(
        `select preferred_name, pronouns, birth_date::text, customer_phone, programme_name, shipping_zip
         from public.customers where user_id = $1`,
        [id],
      )
    )[0];

  test('every role can edit a patient’s identity, and the access log says who changed it', async () => {
    for (const role of ['coach', 'clinician', 'administrator'] as const) {
      const [who, patient] = [await member(role), await deployment.patient()];
      const identity = {
        preferredName: 'Maya',
        pronouns: 'she/her',
        birthDate: '1992-03-14',
        phone: '(212) 555-0100',
        program: 'At-home program',
        address: ADDRESS,
      };
      expect((await edit(who, patient, identity)).status).toBe(200);
      expect(await kept(patient)).toEqual({
        preferred_name: 'Maya',
        pronouns: 'she/her',
        birth_date: '1992-03-14',
        customer_phone: '+12125550100',
        programme_name: 'At-home program',
        shipping_zip: '10001',
      });
      const { data } = await patient.client.from('audit_log').select('actor_name, staff_role, action, kind');
      expect(data).toContainEqual({
        actor_name: `The ${role}`,
        staff_role: role,
        action: 'update',
        kind: 'customers',
      });
    }
  });

  test('a phone number that the care team changed gets no text until the patient confirms it, who learns of it by email', async () => {
    const [who, patient] = [await member('coach'), await deployment.patient()];
    const texts = () =>
      sql(
        `select private.is_unwanted(message) as unwanted from public.outbox as message where user_id = $1 and channel = 'sms'
         order by purpose`,
        [patient.id],
      );
    const emails = () =>
      sql(
        `select recipient, purpose, subject, body_text from public.outbox where user_id = $1 and key like 'phone-changed:%'`,
        [patient.id],
      );
    await sql(
      `update public.customers set sms_consent = true, message_texts = true, customer_phone = '+12125550100' where user_id = $1`,
      [patient.id],
    );
    for (const purpose of ['news', 'phone_code'])
      await sql(
        `insert into public.outbox (key, channel, recipient, body_text, user_id, purpose)
         values (gen_random_uuid(), 'sms', '+12125550100', 'A text', $1, $2)`,
        [patient.id, purpose],
      );
    await edit(who, patient, { phone: '(212) 555-0100', pronouns: 'she/her' });
    expect([await texts(), await emails()]).toEqual([[{ unwanted: false }, { unwanted: false }], []]);
    await edit(who, patient, { phone: '(212) 555-0199' });
    expect(await texts()).toEqual([{ unwanted: true }, { unwanted: false }]);
    const [email] = await emails();
    expect(email).toMatchObject({
      recipient: expect.stringContaining('@example.com'),
      purpose: 'security',
      subject: 'Your phone number has changed',
    });
    expect(email!['body_text']).not.toContain('555');
    await sql(
      `insert into private.phone_codes (user_id, phone, code_hash) values ($1, '+12125550199', 'a hash')`,
      [patient.id],
    );
    await sql(`select public.confirm_phone($1, 'a hash')`, [patient.id]);
    expect(await texts()).toEqual([{ unwanted: false }, { unwanted: false }]);
  });

  test('only the given fields change, and null clears one', async () => {
    const [who, patient] = [await member('coach'), await deployment.patient()];
    await edit(who, patient, { pronouns: 'she/her', birthDate: '1992-03-14' });
    await edit(who, patient, { pronouns: null });
    expect(await kept(patient)).toMatchObject({ pronouns: null, birth_date: '1992-03-14' });
  });

  test('another coach’s patient requires a reason, and without both consents nothing is written', async () => {
    const [own, other, patient] = [await member('coach'), await member('coach'), await deployment.patient()];
    await assignCoach(deployment.server().database, patient, own.person);
    expect(await edit(other, patient, { pronouns: 'they/them' })).toMatchObject({
      status: 403,
      json: { code: 'reason_required' },
    });
    const closed = await deployment.patient({ consent: false });
    expect(await edit(own, closed, { pronouns: 'they/them' })).toMatchObject({ status: 403 });
    expect(await edit(patient, patient, { pronouns: 'they/them' })).toMatchObject({ status: 403 });
    expect(await kept(patient)).toMatchObject({ pronouns: null });
  });

  test('a patient cannot enter a future date of birth', async () => {
    const patient = await deployment.patient();
    const give = (day: string) =>
      patient.client.from('customers').update({ birth_date: day }).eq('user_id', patient.id);
    expect((await give('2099-01-01')).error).toMatchObject({ code: '23514' });
    expect((await give('1990-01-02')).error).toBeNull();
    expect(await kept(patient)).toMatchObject({ birth_date: '1990-01-02' });
  });

  test.each([
    { birthDate: '2999-01-01' },
    { birthDate: '1850-01-01' },
    { birthDate: 'yesterday' },
    { phone: '12' },
    { preferredName: ' ' },
    { pronouns: 'x'.repeat(41) },
    { address: { ...ADDRESS, zip: '1' } },
    { status: 'Pregnant' },
  ])('invalid input is refused with a sentence: %j', async (identity) => {
    const patient = await deployment.patient();
    expect(await edit(await member('coach'), patient, identity)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    });
  });
});
