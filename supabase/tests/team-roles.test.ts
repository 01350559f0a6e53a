import { expect, test } from 'vitest';
import { verifyFactor } from '../../server/testing/team.ts';
import { NOT_ALLOWED, withCareTeam, type Account, type Joined } from './team-scene.ts';

withCareTeam((scene) => {
  const everyRole = async () => ({
    admin: await scene.join('administrator'),
    clinician: await scene.join('clinician'),
    coach: await scene.join('coach'),
  });

  test('nobody changes their own role, and only administrators change any', async () => {
    const { admin, clinician, coach } = await everyRole();
    for (const { person } of [admin, clinician, coach]) {
      await expect(scene.changeRole(person, person, 'administrator')).rejects.toMatchObject(NOT_ALLOWED);
      await expect(scene.deactivate(person, person)).rejects.toMatchObject(NOT_ALLOWED);
    }
    for (const { person } of [clinician, coach]) {
      for (const refused of [
        () => scene.changeRole(person, admin.person, 'coach'),
        () => scene.invite(person, 'x@clinic.example', 'coach'),
        () => scene.deactivate(person, admin.person),
      ])
        await expect(refused()).rejects.toMatchObject(NOT_ALLOWED);
    }
  });

  test('whoever has left, or was never in, changes nothing', async () => {
    const { admin, coach } = await everyRole();
    const left = await scene.join('administrator');
    await scene.deactivate(admin.person, left.person);
    await expect(scene.changeRole(left.person, coach.person, 'clinician')).rejects.toMatchObject(NOT_ALLOWED);
    await expect(scene.changeRole(coach.user, coach.person, 'clinician')).rejects.toMatchObject(NOT_ALLOWED);
    await expect(scene.changeRole(admin.person, left.person, 'coach')).rejects.toMatchObject({
      code: 'PT409',
      detail: 'changed_meanwhile',
    });
  });

  test('a role of coach or clinician waits for a clinician, who is not the person', async () => {
    const { admin, clinician, coach } = await everyRole();
    await scene.changeRole(admin.person, coach.person, 'clinician');
    expect(await scene.personOf(coach.person)).toMatchObject({ role: 'coach', proposed_role: 'clinician' });
    for (const by of [admin.person, coach.person])
      await expect(scene.agree(by, coach.person)).rejects.toMatchObject(NOT_ALLOWED);
    const changed = { code: 'PT409', detail: 'changed_meanwhile' };
    await expect(scene.agree(clinician.person, coach.person, 'coach')).rejects.toMatchObject(changed);
    await scene.agree(clinician.person, coach.person, 'clinician');
    expect(await scene.personOf(coach.person)).toMatchObject({ role: 'clinician', proposed_role: null });
    await expect(scene.agree(clinician.person, coach.person)).rejects.toMatchObject(changed);
  });

  test('an administrator’s role needs no agreement, and none is needed while there is no other clinician', async () => {
    const [admin, coach] = [await scene.join('administrator'), await scene.join('coach')];
    for (const role of ['clinician', 'coach']) {
      await scene.changeRole(admin.person, coach.person, role);
      expect(await scene.personOf(coach.person)).toMatchObject({ role, proposed_role: null });
    }
    await scene.join('clinician');
    await scene.changeRole(admin.person, coach.person, 'administrator');
    expect(await scene.personOf(coach.person)).toMatchObject({
      role: 'administrator',
      proposed_role: null,
    });
  });

  test('somebody new has no role before it is agreed to', async () => {
    const { admin, clinician } = await everyRole();
    const person = (await scene.invite(admin.person, 'new@clinic.example', 'coach')) as string;
    const account = await scene.openSession('new@clinic.example');
    await verifyFactor(scene.database, account.user, account.session);
    expect(await scene.setUp(account, 'h')).toMatchObject({ isSetUp: true });
    const roles = ['coach', 'clinician', 'administrator'];
    const enter = () =>
      scene.ask('public.team_enter($1, $2, $3, true)', [account.user, account.session, roles]);
    await expect(enter()).rejects.toMatchObject(NOT_ALLOWED);
    await scene.changeRole(admin.person, person, 'clinician');
    await expect(enter()).rejects.toMatchObject(NOT_ALLOWED);
    await scene.agree(clinician.person, person, 'clinician');
    expect(await enter()).toMatchObject({ role: 'clinician' });
    await expect(scene.invite(admin.person, 'new@clinic.example', 'coach')).rejects.toMatchObject({
      code: 'PT409',
      detail: 'already_in_team',
    });
  });

  test('the last administrator stays, whoever asks and however many at once', async () => {
    const [one, other] = [await scene.join('administrator'), await scene.join('administrator')];
    const gone = await Promise.allSettled([
      scene.deactivate(other.person, one.person),
      scene.deactivate(one.person, other.person),
    ]);
    expect(gone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { rows } = await scene.database.query<{ id: string }>(
      'select id from public.care_team where deactivated_at is null',
    );
    const last = rows[0]!.id;
    const refusal = { code: 'PT409', detail: 'last_administrator' };
    await expect(scene.deactivate(null, last)).rejects.toMatchObject(refusal);
    await expect(scene.changeRole(null, last, 'coach')).rejects.toMatchObject(refusal);
    await expect(
      scene.database.query('delete from public.care_team where id = $1', [last]),
    ).rejects.toMatchObject(refusal);
  });

  test('all of it stands in the log, with the person who did it', async () => {
    const { admin, clinician } = await everyRole();
    const change = ({ user, session }: Account, action: object) =>
      scene.ask('public.team_change_people($1, $2, $3, $4, $5)', [
        user,
        session,
        ['administrator', 'clinician'],
        [],
        JSON.stringify(action),
      ]);
    const invitation = { email: 'new@clinic.example', name: 'New', timeZone: 'UTC', codeHash: 'h' };
    const answer = await change(admin, { action: 'invite', role: 'coach', ...invitation });
    const { id } = answer as { id: string };
    await change(clinician, { action: 'agree', id, role: 'coach' });
    await change(admin, { action: 'role', id, role: 'clinician' });
    await change(clinician, { action: 'reset-factor', id, codeHash: 'i' });
    await change(admin, { action: 'deactivate', id });
    const { rows } = await scene.database.query(
      'select actor_id, actor_name, staff_role, action, kind from public.audit_log where subject_id = $1 order by id',
      [id],
    );
    const by = (joined: Joined, role: string, action: string, kind: string) => ({
      actor_id: joined.person,
      actor_name: `The ${role}`,
      staff_role: role,
      action,
      kind,
    });
    expect(rows).toEqual([
      by(admin, 'administrator', 'insert', 'team_invitation'),
      by(clinician, 'clinician', 'update', 'team_role'),
      by(admin, 'administrator', 'insert', 'team_role_proposal'),
      by(clinician, 'clinician', 'delete', 'team_factor'),
      by(admin, 'administrator', 'delete', 'team_member'),
    ]);
  });
});
