import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { gatherPeople, type People } from './people.ts';

let people: People;
beforeAll(async () => {
  people = await gatherPeople();
  await run(
    `insert into public.care_team (name, role, email, time_zone, portrait) values
       ('Anneke', 'clinician', 'anneke@clinic.example', 'UTC', 'clinician'), ('Bo', 'clinician', 'bo@clinic.example', 'UTC', null),
       ('Cleo', 'coach', 'cleo@clinic.example', 'UTC', null);
     insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
       values ('a-call', 'A call', 'We talk.', 30, 'video_call')`,
  );
});
afterAll(() => people.leave());
beforeEach(async () => {
  await run(`delete from public.appointments; update public.care_team set active = true`);
});

const run = (text: string, values?: unknown[]) => people.database.query(text, values);
const clinicianOf = async (who: 'owner' | 'stranger' = 'owner') =>
  (await people[who].sees('select public.own_clinician() as person'))[0]?.['person'] as {
    name: string;
  } | null;
const call = (name: string, inHours: number, status = 'booked') =>
  run(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until, status)
     select $1, care_team.id, types.id, at, at + interval '30 minutes', at + interval '30 minutes', $4
     from public.care_team, public.appointment_types as types, (select now() + make_interval(hours => $3) as at) as moment
     where care_team.name = $2`,
    [people.owner.id, name, inHours, status],
  );
const note = (name: string) =>
  run(
    `insert into public.consultation_notes (user_id, consultation_reference, notes, author_id, author_name, author_role, signed_at)
     select $1, 'initial-consultation', 'We talked.', id, name, role, now() from public.care_team where name = $2`,
    [people.owner.id, name],
  );

test('a patient’s clinician is the one with the next call, or else the last call, or else the newest signed note', async () => {
  expect(await clinicianOf()).toBeNull();
  await note('Bo');
  expect(await clinicianOf()).toMatchObject({ name: 'Bo' });
  await call('Anneke', -48);
  expect(await clinicianOf()).toEqual({ name: 'Anneke', bio: '', portrait: 'clinician' });
  await call('Bo', 72);
  expect(await clinicianOf()).toMatchObject({ name: 'Bo' });
  await call('Anneke', 24);
  expect(await clinicianOf()).toMatchObject({ name: 'Anneke' });
});

test('a coach, a canceled call and someone who left make no one a clinician', async () => {
  await call('Cleo', 24);
  await call('Anneke', 48, 'cancelled');
  await call('Bo', 72);
  await run(`update public.care_team set active = false where name = 'Bo'`);
  expect(await clinicianOf()).toBeNull();
});

test('no one reads another patient’s clinician', async () => {
  await call('Anneke', 24);
  expect(await clinicianOf('stranger')).toBeNull();
});
