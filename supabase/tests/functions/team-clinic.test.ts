import { expect, test } from 'vitest';
import { TeamClinicAnswer } from '../../../domain/contracts/team/team-clinic.ts';
import { newMember, type Member } from '../../../server/testing/team.ts';
import { worklistScene } from './testing/worklist.ts';
import { inBothDeployments } from './testing/deployments.ts';

inBothDeployments('team-clinic', (deployment) => {
  const { sql } = worklistScene(deployment.server);
  const member = (role: 'coach' | 'clinician' | 'administrator') => newMember(deployment.server(), role);
  const read = async ({ token }: Member) =>
    TeamClinicAnswer.parse((await deployment.call({ method: 'GET', token })).json).settings;
  const save = ({ token }: Member, ...changes: object[]) => deployment.call({ token, body: { changes } });

  test('an administrator changes a setting, and the access log says which', async () => {
    const administrator = await member('administrator');
    const before = (await read(administrator)).clinicPhone ?? null;
    const saved = await save(administrator, { name: 'clinicPhone', before, value: '+1 555 0142' });
    expect(saved).toMatchObject({ status: 200, json: { settings: { clinicPhone: '+1 555 0142' } } });
    expect((await read(administrator)).clinicPhone).toBe('+1 555 0142');
    const back = await save(administrator, { name: 'clinicPhone', before: '+1 555 0142', value: null });
    expect(back).toMatchObject({ status: 200 });
    expect(await read(administrator)).not.toHaveProperty('clinicPhone');
    const lines = await sql(
      `select actor_id from public.audit_log where kind = 'team_clinic_phone' and subject_id = $1`,
      [administrator.person],
    );
    expect(lines).toHaveLength(2);
  });

  test('of two administrators who change the same setting the second one is refused', async () => {
    const [first, second] = [await member('administrator'), await member('administrator')];
    const before = (await read(first)).coachName ?? null;
    expect((await save(first, { name: 'coachName', before, value: 'Jo Park' })).status).toBe(200);
    expect(await save(second, { name: 'coachName', before, value: 'Ida Brandt' })).toMatchObject({
      status: 409,
      json: { code: 'changed_meanwhile' },
    });
    expect((await read(second)).coachName).toBe('Jo Park');
  });

  test.each([
    ['clinicTimeZone', 'Chicago'],
    ['clinicTimeZone', 'America/Nowhere'],
    ['clinicName', 'a'.repeat(61)],
    ['texts', 'never'],
    ['careHours', '22:00-08:00'],
    ['careHours', '9-5'],
    ['careDays', 'Mon-Fri'],
    ['replyHours', '0'],
    ['replyHours', '48'],
    ['clinicPhone', 'call us'],
    ['linkOpkGuide', 'javascript:alert(1)'],
    ['linkEventsPage', '/\\elsewhere.example'],
    ['linkEventsPage', 'https://clinic.example@elsewhere.example'],
    ['helplines', 'Samaritans\u202e: 116 123'],
    ['coachBio', 'A coach\u0007'],
    ['coachBio', '\u200b'],
    ['coachName', '\u200d'],
    ['supportEmail', 'Sam <sam@clinic.example>'],
    ['coachBio', 'a'.repeat(501)],
    ['dutyPhone', '+1 555 0100'],
  ])('%s cannot be %s', async (name, value) => {
    const administrator = await member('administrator');
    expect(await save(administrator, { name, before: null, value })).toMatchObject({ status: 400 });
  });

  test.each(['coach', 'clinician'] as const)('a %s neither reads nor changes them', async (role) => {
    const person = await member(role);
    const refused = { status: 403, json: { code: 'not_allowed' } };
    expect(await deployment.call({ method: 'GET', token: person.token })).toMatchObject(refused);
    expect(await save(person, { name: 'clinicPhone', before: null, value: '911' })).toMatchObject(refused);
  });
});
