import { expect, test } from 'vitest';
import { TeamTemplatesAnswer } from '../../../domain/contracts/team/team-templates.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { inBothDeployments } from './testing/deployments.ts';
import { worklistScene } from './testing/worklist.ts';

inBothDeployments('team-templates', (deployment) => {
  const { sql } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const read = async ({ token }: Member) =>
    TeamTemplatesAnswer.parse((await deployment.call({ method: 'GET', token })).json).templates;
  const change = ({ token }: Member, body: object) => deployment.call({ token, body });
  const named = async (who: Member, name: string) =>
    (await read(who)).find((template) => template.name === name)!;

  test('an administrator adds, changes and removes a template, and the access log says so', async () => {
    const administrator = await member('administrator');
    const text = '## How it went\n\n- **Sleep**: ';
    expect(await change(administrator, { action: 'add', name: 'Coach call', text })).toMatchObject({
      status: 200,
    });
    const added = await named(await member('coach'), 'Coach call');
    expect(added.text).toBe(text.trim());
    const saved = await change(administrator, {
      action: 'save',
      id: added.id,
      version: added.version,
      name: 'Coach call, 15 minutes',
      text,
    });
    expect(saved).toMatchObject({ status: 200 });
    const renamed = await named(await member('clinician'), 'Coach call, 15 minutes');
    expect(renamed.id).toBe(added.id);
    const { id, version } = renamed;
    expect(await change(administrator, { action: 'remove', id, version })).toMatchObject({ status: 200 });
    expect((await read(administrator)).map((template) => template.id)).not.toContain(id);
    const lines = await sql(
      `select action from public.audit_log where kind = 'team_note_template' and actor_id = $1 order by id`,
      [administrator.person],
    );
    expect(lines.map((line) => line['action'])).toEqual(['insert', 'update', 'delete']);
  });

  test('of two administrators who change the same template the second is refused', async () => {
    const [first, second] = [await member('administrator'), await member('administrator')];
    await change(first, { action: 'add', name: 'Review', text: 'What we found' });
    const { id, version } = await named(first, 'Review');
    const save = { action: 'save', id, version, name: 'Review', text: 'Next steps' };
    expect((await change(first, save)).status).toBe(200);
    const refused = { status: 409, json: { code: 'changed_meanwhile' } };
    expect(await change(second, { ...save, text: 'Something else' })).toMatchObject(refused);
    expect(await change(second, { action: 'remove', id, version })).toMatchObject(refused);
    expect((await named(first, 'Review')).text).toBe('Next steps');
  });

  test('two templates cannot share a name, in whatever case', async () => {
    const administrator = await member('administrator');
    await change(administrator, { action: 'add', name: 'First visit', text: 'Welcome' });
    expect(await change(administrator, { action: 'add', name: 'FIRST VISIT', text: 'Hello' })).toMatchObject({
      status: 400,
      json: { code: 'invalid_input', message: 'name: Another template has this name' },
    });
  });

  test.each([
    { name: '', text: 'Text' },
    { name: 'Name', text: '  ' },
    { name: 'Name', text: '\u200b' },
    { name: 'Two\nlines', text: 'Text' },
    { name: 'a'.repeat(101), text: 'Text' },
    { name: 'Name', text: 'a'.repeat(20_001) },
    { name: 'Name', text: 'a\u0007' },
  ])('a template cannot be %j', async (template) => {
    expect(await change(await member('administrator'), { action: 'add', ...template })).toMatchObject({
      status: 400,
    });
  });

  test.each(['coach', 'clinician'] as const)(
    'a %s inserts templates and does not change them',
    async (role) => {
      const person = await member(role);
      expect((await deployment.call({ method: 'GET', token: person.token })).status).toBe(200);
      expect(await change(person, { action: 'add', name: 'Mine', text: 'Text' })).toMatchObject({
        status: 403,
        json: { code: 'not_allowed' },
      });
    },
  );
});
