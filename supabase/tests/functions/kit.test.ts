import { expect } from 'vitest';
import { STATE_CODES } from '../../../domain/kit/shipping-address.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

const ADDRESS = {
  shipping_line1: '350 Fifth Avenue',
  shipping_line2: 'Apt 5B',
  shipping_city: 'New York',
  shipping_state: 'NY',
  shipping_zip: '10118',
};
const LINK = 'https://parcels.example/1';

inBothDeployments('team-patient', (deployment) => {
  const { sql, itemsOf } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const enter = ({ client }: Patient, owner: Patient, change: object = ADDRESS) =>
    client.from('customers').update(change).eq('user_id', owner.id).select('shipping_city');
  const kitOf = async ({ client }: Patient) =>
    ((await client.rpc('own_journey_facts')).data as { kit: Record<string, unknown> }).kit;
  const asked = ({ id }: Patient, coach: Member) =>
    sql('insert into public.kit_requests (user_id, person_id, person_name) values ($1, $2, $3)', [
      id,
      coach.person,
      'The coach',
    ]);
  const sent = async ({ id }: Patient, daysAgo: number) => {
    await sql('update public.customers set tracking_url = $2 where user_id = $1', [id, LINK]);
    await sql(
      `update public.kit_requests set sent_on = current_date - $2::integer, sent_at = now() - make_interval(days => $2)
       where user_id = $1`,
      [id, daysAgo],
    );
  };
  const opens = async ({ token }: Member, { id }: Patient) =>
    (await deployment.call({ token, query: { id } })).json as Record<string, { kit?: object } & object>;

  test('a patient enters their own address, and no one else’s', async () => {
    const [patient, other] = [await deployment.patient(), await deployment.patient()];
    expect((await enter(patient, patient)).data).toEqual([{ shipping_city: 'New York' }]);
    expect((await enter(patient, other)).data).toEqual([]);
    const { data } = await other.client.from('customers').select('shipping_city');
    expect(data).toEqual([{ shipping_city: null }]);
  });

  test.each([
    { shipping_state: 'ZZ' },
    { shipping_zip: '1234' },
    { shipping_line1: ' ' },
    { shipping_city: null },
    { shipping_line1: 'x'.repeat(101) },
    { shipping_changed_at: '2020-01-01' },
  ])('an invalid address is refused: %j', async (change) => {
    const patient = await deployment.patient();
    expect((await enter(patient, patient, { ...ADDRESS, ...change })).error).not.toBeNull();
    expect(await kitOf(patient)).toMatchObject({ hasAddress: false });
  });

  test('the form and the database have the same states', async () => {
    const [row] = await sql(
      `select pg_get_constraintdef(oid) as words from pg_constraint where conname = 'shipping_state_exists'`,
    );
    const known = [...(row!['words'] as string).matchAll(/'([A-Z]{2})'/g)].map(([, code]) => code);
    expect(new Set(known)).toEqual(new Set(STATE_CODES));
  });

  test('coach, clinician and administrator see where the kit goes; before both consents no one does', async () => {
    const [patient, newcomer] = [await deployment.patient(), await deployment.patient({ consent: false })];
    await enter(patient, patient);
    await enter(newcomer, newcomer);
    const address = {
      line1: '350 Fifth Avenue',
      line2: 'Apt 5B',
      city: 'New York',
      state: 'NY',
      zip: '10118',
    };
    for (const role of ['coach', 'clinician'] as const) {
      const who = await member(role);
      expect((await opens(who, patient))['kit']).toMatchObject({ address });
      expect(JSON.stringify(await opens(who, newcomer))).not.toContain('Fifth');
    }
    const admin = await member('administrator');
    expect((await opens(admin, patient))['administration']!.kit).toMatchObject({ address });
    expect(JSON.stringify(await opens(admin, newcomer))).not.toContain('Fifth');
  });

  test('the patient reports that it arrived, once, and can undo it; before it is sent there is nothing to report', async () => {
    const [coach, patient] = [await member('coach'), await deployment.patient()];
    const say = (p_arrived: boolean) => patient.client.rpc('set_kit_arrived', { p_arrived });
    expect(await kitOf(patient)).toEqual({
      isAsked: false,
      hasAddress: false,
      sentOn: null,
      arrivedAt: null,
    });
    await asked(patient, coach);
    await say(true);
    expect(await kitOf(patient)).toMatchObject({ isAsked: true, arrivedAt: null });
    await sent(patient, 1);
    await Promise.all([say(true), say(true)]);
    const { arrivedAt } = await kitOf(patient);
    expect(arrivedAt).not.toBeNull();
    await say(true);
    expect(await kitOf(patient)).toMatchObject({ arrivedAt });
    await say(false);
    expect(await kitOf(patient)).toMatchObject({ arrivedAt: null });
  });

  test('administrators find a kit without an address, one that is late and an address that changed', async () => {
    const [admin, coach, patient] = [
      await member('administrator'),
      await member('coach'),
      await deployment.patient(),
    ];
    const items = async () => (await itemsOf(admin, patient)).map(({ title, why }) => [title, why]);
    await asked(patient, coach);
    expect(await items()).toEqual([['Kit to send', 'This patient needs a kit. No shipping address yet.']]);
    await enter(patient, patient);
    expect(await items()).toEqual([['Kit to send', 'This patient needs a kit.']]);
    await sent(patient, 0);
    await sql('update public.kit_requests set sent_at = clock_timestamp() where user_id = $1', [patient.id]);
    expect(await items()).toEqual([]);
    await enter(patient, patient, { ...ADDRESS, shipping_line2: 'Apt 6' });
    expect((await items()).map(([title]) => title)).toEqual(['Shipping address changed']);
    await sent(patient, 9);
    expect(new Set((await items()).map(([title]) => title))).toEqual(
      new Set(['Kit late', 'Shipping address changed']),
    );
    await patient.client.rpc('set_kit_arrived', { p_arrived: true });
    expect(await items()).toEqual([]);
  });
});
