import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyFactor } from '../../server/testing/team.ts';
import { join } from './people.ts';
import { NOT_ALLOWED, withCareTeam, type Joined } from './team-scene.ts';

withCareTeam((scene) => {
  const everyRole = async () => ({
    admin: await scene.join('administrator'),
    clinician: await scene.join('clinician'),
    coach: await scene.join('coach'),
  });

  test('no one changes their own role, and only administrators change any', async () => {
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

  test('someone who left, or was never in, changes nothing', async () => {
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
      await expect(scene.agree(by, coach.person, 'clinician')).rejects.toMatchObject(NOT_ALLOWED);
    const changed = { code: 'PT409', detail: 'changed_meanwhile' };
    await expect(scene.agree(clinician.person, coach.person, 'coach')).rejects.toMatchObject(changed);
    await scene.agree(clinician.person, coach.person, 'clinician');
    expect(await scene.personOf(coach.person)).toMatchObject({ role: 'clinician', proposed_role: null });
    await expect(scene.agree(clinician.person, coach.person, 'clinician')).rejects.toMatchObject(changed);
    await scene.changeRole(admin.person, coach.person, 'coach');
    await expect(
      scene.ask('public.team_agree($1, $2)', [clinician.person, coach.person]),
    ).rejects.toMatchObject(changed);
  });

  test('an administrator’s role needs no agreement, and none is needed if there is no other clinician', async () => {
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

  test('a new person has no role before it is agreed to', async () => {
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

  test('the last administrator stays, no matter who asks or how many at once', async () => {
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

  test('of two administrators who remove each other at once by the function, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await scene.join('administrator'), await scene.join('administrator')];
      const gone = await Promise.allSettled([
        scene.change(one, { action: 'deactivate', id: other.person }),
        scene.change(other, { action: 'deactivate', id: one.person }),
      ]);
      expect(gone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect(await scene.count('select from public.care_team where deactivated_at is null')).toBe(round + 1);
    }
  });

  test('someone who takes calls and was never invited is reported as such', async () => {
    const admin = await scene.join('administrator');
    const { rows } = await scene.database.query<{ id: string }>(
      `insert into public.care_team (name, role, email, time_zone) values ('Sam', 'coach', 'sam@clinic.example', 'UTC')
       returning id`,
    );
    await expect(scene.changeRole(admin.person, rows[0]!.id, 'clinician')).rejects.toMatchObject({
      message: 'This person takes calls and was never invited. Invite them first.',
    });
  });

  test('a zone that PostgreSQL does not know is refused, anyone who the address belongs to', async () => {
    const admin = await scene.join('administrator');
    await join(scene.database, 'patient', { consented: true });
    for (const email of ['patient@example.com', 'nobody@clinic.example']) {
      const invitation = { email, name: 'New', role: 'coach', timeZone: 'US/Pacific-New', codeHash: 'h' };
      await expect(scene.change(admin, { action: 'invite', ...invitation })).rejects.toMatchObject({
        code: 'PT400',
        detail: 'invalid_input',
      });
    }
  });

  test('a request is done once, however often and concurrently it arrives; with other contents it is refused', async () => {
    const admin = await scene.join('administrator');
    const request = { key: randomUUID(), hash: 'of the first' };
    const invitation = {
      email: 'new@clinic.example',
      name: 'New',
      role: 'coach',
      timeZone: 'UTC',
      codeHash: 'h',
    };
    const invite = () => scene.change(admin, { action: 'invite', ...invitation }, request);
    const answers = await Promise.all([invite(), invite(), invite()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(
      await scene.count(`select from public.audit_log where kind = 'team_invitation' and actor_id = $1`, [
        admin.person,
      ]),
    ).toBe(1);
    await expect(
      scene.change(admin, { action: 'deactivate', id: admin.person }, { ...request, hash: 'of another' }),
    ).rejects.toMatchObject({ code: 'PT409', detail: 'submission_reused' });
    // For someone else, it is another request.
    const other = await scene.join('administrator');
    await scene.change(other, { action: 'invite', ...invitation, email: 'x@clinic.example' }, request);
    expect(await scene.count('select from private.team_requests')).toBe(2);
  });

  test('only an administrator, or the command, resets the factor of an administrator', async () => {
    const { admin, clinician } = await everyRole();
    const other = await scene.join('administrator');
    await expect(scene.resetFactor(clinician.person, admin.person, 'h')).rejects.toMatchObject(NOT_ALLOWED);
    expect(await scene.personOf(admin.person)).toMatchObject({ factor_id: admin.factor });
    await scene.resetFactor(other.person, admin.person, 'h');
    await scene.resetFactor(null, other.person, 'h');
    expect(await scene.personOf(other.person)).toMatchObject({ factor_id: null });
  });

  test('no administrator deactivates the last clinician, whose agreement they need; the command does', async () => {
    const { admin, clinician } = await everyRole();
    const refusal = { code: 'PT409', detail: 'last_clinician' };
    const change = (action: object) => scene.change(admin, { id: clinician.person, ...action });
    for (const role of ['administrator', 'coach'])
      await expect(change({ action: 'role', role })).rejects.toMatchObject(refusal);
    await expect(change({ action: 'deactivate' })).rejects.toMatchObject(refusal);
    const second = await scene.join('clinician');
    await change({ action: 'deactivate' });
    await scene.deactivate(null, second.person);
  });

  test('of two administrators who deactivate the last two clinicians at once, one fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await scene.join('administrator'), await scene.join('administrator')];
      const clinicians = [await scene.join('clinician'), await scene.join('clinician')];
      const gone = await Promise.allSettled([
        scene.change(one, { action: 'deactivate', id: clinicians[0]!.person }),
        scene.change(other, { action: 'role', id: clinicians[1]!.person, role: 'administrator' }),
      ]);
      expect(gone.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const still = `select from public.care_team where role = 'clinician' and deactivated_at is null`;
      expect(await scene.count(still)).toBe(1);
      await scene.database.query(
        `select public.team_deactivate(null, id) from public.care_team where role = 'clinician' and deactivated_at is null`,
      );
    }
  });

  test('a role that cannot reset factors gets the same refusal, whether or not the person exists', async () => {
    const { coach } = await everyRole();
    const changed = { code: 'PT409', detail: 'changed_meanwhile' };
    await expect(scene.resetFactor(coach.person, randomUUID(), 'h')).rejects.toMatchObject(NOT_ALLOWED);
    await expect(scene.resetFactor(null, randomUUID(), 'h')).rejects.toMatchObject(changed);
  });

  test('a response is kept for a day, even for someone who never writes again', async () => {
    const admin = await scene.join('administrator');
    const coach = await scene.join('coach');
    const hosts = { action: 'hosts', id: coach.person, kinds: [] };
    for (const hash of ['of the first', 'of the second'])
      await scene.change(admin, hosts, { key: randomUUID(), hash });
    const keep = `update private.team_requests set made_at = now() - interval '25 hours' where request_hash = 'of the first'`;
    await scene.database.query(keep);
    await scene.ask('public.forget_old_limits()');
    const { rows } = await scene.database.query('select request_hash from private.team_requests');
    expect(rows).toEqual([{ request_hash: 'of the second' }]);
  });

  test('all of it is in the log, with the person who did it', async () => {
    const { admin, clinician } = await everyRole();
    const { change } = scene;
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
