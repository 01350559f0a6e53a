import { expect } from 'vitest';
import { TeamRepliesAnswer } from '../../../domain/contracts/team/team-replies.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments, test } from './testing/deployments.ts';
import { worklistScene } from './testing/worklist.ts';

const CHANGED = { status: 409, json: { code: 'changed_meanwhile' } };

inBothDeployments('team-replies', (deployment) => {
  const { sql } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const read = async ({ token }: Member) =>
    TeamRepliesAnswer.parse((await deployment.call({ method: 'GET', token })).json);
  const change = ({ token }: Member, body: object) => deployment.call({ token, body });
  const namesOf = (replies: { name: string }[]) => replies.map(({ name }) => name);

  test('an administrator writes the clinic’s, and everyone reads them', async () => {
    const administrator = await member('administrator');
    const text = 'Hi {first name}, your kit is on its way.';
    expect((await change(administrator, { action: 'add', name: 'Kit sent', text })).status).toBe(200);
    for (const role of ['coach', 'clinician', 'administrator'] as const)
      expect((await read(await member(role))).clinic).toMatchObject([{ name: 'Kit sent', text, version: 1 }]);
    const { id, version } = (await read(administrator)).clinic[0]!;
    const save = { action: 'save', id, version, name: 'Kit is sent', text };
    expect((await change(administrator, save)).status).toBe(200);
    expect(await change(administrator, save)).toMatchObject(CHANGED);
    expect((await change(administrator, { action: 'remove', id, version: 2 })).status).toBe(200);
    expect((await read(administrator)).clinic).toEqual([]);
    const lines = await sql(
      `select action from public.audit_log where kind = 'team_saved_reply' and actor_id = $1 order by id`,
      [administrator.person],
    );
    expect(lines.map((line) => line['action'])).toEqual(['insert', 'update', 'delete']);
  });

  test.each(['coach', 'clinician'] as const)(
    'a %s writes their own, which no one else reads or changes',
    async (role) => {
      const [person, colleague, administrator] = [
        await member(role),
        await member(role),
        await member('administrator'),
      ];
      expect((await change(person, { action: 'add', name: 'My hello', text: 'Hello!' })).status).toBe(200);
      const { own, clinic } = await read(person);
      expect([namesOf(own), namesOf(clinic)]).toEqual([['My hello'], []]);
      const { id, version } = own[0]!;
      for (const other of [colleague, administrator]) {
        const theirs = await read(other);
        expect([...theirs.own, ...theirs.clinic]).toEqual([]);
        expect(await change(other, { action: 'remove', id, version })).toMatchObject(CHANGED);
        expect(
          await change(other, { action: 'save', id, version, name: 'Mine', text: 'Taken' }),
        ).toMatchObject(CHANGED);
      }
      expect((await read(person)).own).toMatchObject([{ name: 'My hello', text: 'Hello!' }]);
      expect((await change(colleague, { action: 'add', name: 'My hello', text: 'Hi!' })).status).toBe(200);
    },
  );

  test('a coach does not change the clinic’s, and their own go with them', async () => {
    const [administrator, coach] = [await member('administrator'), await member('coach')];
    await change(administrator, { action: 'add', name: 'Labs', text: 'Your results are here.' });
    const { id, version } = (await read(coach)).clinic[0]!;
    expect(await change(coach, { action: 'remove', id, version })).toMatchObject(CHANGED);
    expect(namesOf((await read(administrator)).clinic)).toEqual(['Labs']);
    await change(administrator, { action: 'remove', id, version });
  });

  test('two of one person cannot share a name, in whatever case', async () => {
    const coach = await member('coach');
    await change(coach, { action: 'add', name: 'Thanks', text: 'Thank you.' });
    expect(await change(coach, { action: 'add', name: 'THANKS', text: 'Thanks.' })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'name: Another saved reply has this name' },
    });
  });

  test.each([
    { name: '', text: 'Text' },
    { name: 'Name', text: '  ' },
    { name: 'Two\nlines', text: 'Text' },
    { name: 'a'.repeat(101), text: 'Text' },
    { name: 'Name', text: 'a'.repeat(4_001) },
    { name: 'Name', text: 'a\u0007' },
    { name: 'Name', text: 'Text', person: 'b3b7c1de-8f0e-4c59-9a57-3d6a7f1f3c11' },
  ])('a saved reply cannot be %j', async (reply) => {
    expect((await change(await member('coach'), { action: 'add', ...reply })).status).toBe(400);
  });

  test('a patient reads none', async () => {
    const patient = await deployment.patient();
    expect((await deployment.call({ method: 'GET', token: patient.token })).status).toBe(403);
  });
});
