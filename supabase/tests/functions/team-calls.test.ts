import { expect } from 'vitest';
import { newMember, type Member } from '../../../server/testing/team.ts';
import type { Patient } from '../../../server/testing/patient.ts';
import { worklistScene } from './testing/worklist.ts';
import { aClinic } from './testing/clinic.ts';
import { inBothDeployments, test } from './testing/deployments.ts';

inBothDeployments('team-calls', (deployment) => {
  const { sql, ask, itemsOf } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician') => newMember(deployment.server(), role);
  const say = ({ token }: Member, id: string, outcome: string) =>
    deployment.call({ token, body: { action: 'outcome', id, outcome } });
  const signs = ({ person }: Member, { id }: Patient) =>
    sql(
      `insert into public.medical_notes (user_id, title, noted_on, content, author_id, author_name, author_role, signed_at)
       values ($1, 'After the call', current_date, 'All is well.', $2, 'The clinician', 'clinician', now())`,
      [id, person],
    );
  async function aCall({ id }: Patient, host: Member, endedHoursAgo: number): Promise<string> {
    const { typeId } = await aClinic(deployment.server().database);
    const [row] = await sql(
      `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
       select $1, $2, $3, ended - interval '30 minutes', ended, ended
       from (select now() - $4 * interval '1 hour' as ended) as past returning id`,
      [id, host.person, typeId, endedHoursAgo],
    );
    return row!['id'] as string;
  }

  test('a call that is over asks its host for the outcome, which can be corrected', async () => {
    const [host, other, patient] = [await member('coach'), await member('coach'), await deployment.patient()];
    const call = await aCall(patient, host, 25);
    expect(await itemsOf(host, patient)).toMatchObject([
      { title: 'Call needs an outcome', owner: 'host', ownedBy: { id: host.person } },
    ]);
    expect(await say(other, call, 'took-place')).toMatchObject({
      status: 403,
      json: { code: 'not_allowed' },
    });
    expect((await say(host, call, 'took-place')).status).toBe(200);
    expect((await itemsOf(host, patient)).map(({ title }) => title)).toEqual(['Unsigned note']);
    expect((await say(host, call, 'patient-did-not-come')).status).toBe(200);
    expect(await itemsOf(host, patient)).toEqual([]);
  });

  test('a note signed since then answers the question for one', async () => {
    const [host, patient] = [await member('clinician'), await deployment.patient()];
    await say(host, await aCall(patient, host, 25), 'took-place');
    expect(await itemsOf(host, patient)).toHaveLength(1);
    await signs(host, patient);
    expect(await itemsOf(host, patient)).toEqual([]);
  });

  test('someone else’s note ends it only once they got the item, and a note after the host’s next call never', async () => {
    const [host, other, patient] = [
      await member('clinician'),
      await member('clinician'),
      await deployment.patient(),
    ];
    const unsigned = async () =>
      (await itemsOf(host, patient)).filter(({ rule }) => rule === 'note-not-signed').map(({ key }) => key);
    const [first, second] = [await aCall(patient, host, 50), await aCall(patient, host, 25)];
    for (const call of [first, second]) await say(host, call, 'took-place');
    const [ofFirst, ofSecond] = [`note-not-signed:${first}`, `note-not-signed:${second}`];
    await signs(other, patient);
    expect((await unsigned()).toSorted()).toEqual([ofFirst, ofSecond].toSorted());
    await signs(host, patient);
    expect(await unsigned()).toEqual([ofFirst]);
    await ask('team-decide', host, {
      key: ofFirst,
      decision: 'hand-over',
      to: other.person,
      words: 'Please write it.',
    });
    expect(await unsigned()).toEqual([]);
  });

  test('no outcome is recorded for a call that has not started, was canceled or does not exist', async () => {
    const [host, patient] = [await member('coach'), await deployment.patient()];
    const ahead = await aCall(patient, host, -5);
    const changed = { status: 409, json: { code: 'changed_meanwhile' } };
    expect(await say(host, ahead, 'took-place')).toMatchObject(changed);
    const past = await aCall(patient, host, 2);
    await sql(`update public.appointments set status = 'cancelled' where id = $1`, [past]);
    expect(await say(host, past, 'took-place')).toMatchObject(changed);
    expect((await say(host, crypto.randomUUID(), 'took-place')).status).toBe(403);
    expect((await say(host, past, 'no-show')).status).toBe(400);
  });
});
