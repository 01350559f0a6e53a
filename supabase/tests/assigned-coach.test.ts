import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatherPeople, type People } from './people.ts';
import { CLINIC, openClinic } from './records.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
  await openClinic(people.database);
});
afterAll(() => people.leave());

const coachSeenBy = async (name: 'owner' | 'stranger') =>
  (await people[name].sees('select coach from public.customers'))[0]!['coach'];
const run = (text: string, values: unknown[] = []) => people.database.query(text, values);
const linesOf = async () =>
  (
    await run(`select kind, action from public.audit_log where subject_id = $1 order by id`, [
      people.owner.id,
    ])
  ).rows.map(({ kind, action }) => `${String(kind)} ${String(action)}`);

test('patients read who their coach is, by that person’s current name, and no one else’s coach', async () => {
  expect(await coachSeenBy('owner')).toBeNull();
  const before = await linesOf();
  await run('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
    people.owner.id,
    CLINIC.host,
  ]);
  expect(await coachSeenBy('owner')).toEqual({
    name: 'Robin',
    bio: '',
    email: 'robin@clinic.example',
    portrait: null,
  });
  expect(await coachSeenBy('stranger')).toBeNull();
  expect(await people.owner.may('select from public.care_team')).toBe('42501');
  await run(`update public.care_team set name = 'Robin Reed', bio = 'A midwife' where id = $1`, [
    CLINIC.host,
  ]);
  await run(`update public.care_team set email = 'reed@clinic.example' where id = $1`, [CLINIC.host]);
  await run(`update public.care_team set portrait = 'coach' where id = $1`, [CLINIC.host]);
  expect(await coachSeenBy('owner')).toEqual({
    name: 'Robin Reed',
    bio: 'A midwife',
    email: 'reed@clinic.example',
    portrait: 'coach',
  });
  await run('delete from public.coach_assignments where user_id = $1', [people.owner.id]);
  expect(await coachSeenBy('owner')).toBeNull();
  // The assignment is logged once, and no account details changed.
  expect((await linesOf()).slice(before.length)).toEqual([
    'coach_assignments insert',
    'coach_assignments delete',
  ]);
});

test('a coach who leaves is no longer anyone’s coach, in the patient’s record too', async () => {
  await run('insert into public.coach_assignments (user_id, coach_id) values ($1, $2)', [
    people.stranger.id,
    CLINIC.host,
  ]);
  expect(await coachSeenBy('stranger')).not.toBeNull();
  await run('update public.care_team set active = false, deactivated_at = now() where id = $1', [
    CLINIC.host,
  ]);
  expect(await coachSeenBy('stranger')).toBeNull();
});
