import { expect, test } from 'vitest';
import { CLINIC } from './records.ts';
import { EVERYTHING, NOTHING, reach, testRights, type Trial } from './rights.ts';

const serviceOnly = (trial: Pick<Trial, 'insert' | 'set'>, removed = 'all'): Trial => ({
  belongsTo: null,
  ...trial,
  may: {
    owner: NOTHING,
    stranger: NOTHING,
    newcomer: NOTHING,
    uninvited: NOTHING,
    anonymous: NOTHING,
    service: { ...EVERYTHING, delete: removed },
  },
});
const { host, appointmentType } = CLINIC;
const bookAt = (start: string, end: string, columns = '', values = '') =>
  `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until${columns})
   values ($1, '${host}', '${appointmentType}', ${start}, ${end}, ${end}${values})`;

const KEPT_BY_A_CALL = '23503';
const NOT_A_TABLE = '55000';
const unwritable = (select: string) => reach(select, `for another: ${NOT_A_TABLE}`, NOT_A_TABLE, NOT_A_TABLE);
const scene = testRights('scheduling', {
  care_team: serviceOnly(
    {
      insert: `insert into public.care_team (name, role, email, time_zone)
        values ('Sam', 'clinician', 'sam@clinic.example', 'Asia/Kolkata')`,
      set: `bio = 'Changed'`,
    },
    KEPT_BY_A_CALL,
  ),
  appointment_types: serviceOnly(
    {
      insert: `insert into public.appointment_types (slug, name, description, duration_minutes, interaction_type)
        values ('another', 'Another', 'We talk.', 20, 'phone_call')`,
      set: `name = 'Changed'`,
    },
    KEPT_BY_A_CALL,
  ),
  appointment_type_hosts: serviceOnly({
    insert: `insert into public.appointment_type_hosts (appointment_type_id, host_id)
      values ('${appointmentType}', '${host}') on conflict do nothing`,
    set: 'host_id = host_id',
  }),
  availability: serviceOnly({
    insert: `insert into public.availability (host_id, weekday, starts_at, ends_at)
      values ('${host}', 2, '09:00', '17:00')`,
    set: `ends_at = '18:00'`,
  }),
  days_off: serviceOnly({
    insert: `insert into public.days_off (host_id, day) values ('${host}', '2027-01-01')`,
    set: `day = '2027-01-02'`,
  }),
  absences: {
    belongsTo: null,
    insert: `insert into public.absences (host_id, starts_at, ends_at)
      values ('${host}', '2027-01-04T00:00:00Z', '2027-01-05T00:00:00Z')`,
    set: 'covered_by = null',
    may: {
      owner: NOTHING,
      stranger: NOTHING,
      newcomer: NOTHING,
      uninvited: NOTHING,
      anonymous: NOTHING,
      service: NOTHING,
    },
  },
  appointments: {
    ...serviceOnly({
      insert: bookAt(`'2030-01-01 10:00Z'`, `'2030-01-01 10:30Z'`),
      set: `time_zone = 'Europe/Paris'`,
    }),
    belongsTo: 'user_id',
  },
  calls: {
    insert: `insert into public.calls (user_id) values ($1)`,
    set: 'user_id = user_id',
    may: {
      owner: unwritable('refused'),
      stranger: unwritable('refused'),
      newcomer: unwritable('refused'),
      uninvited: unwritable('refused'),
      anonymous: unwritable('refused'),
      service: unwritable('all'),
    },
  },
});

test('neither a host nor a patient can be in two calls at once, and calls can be back to back', async () => {
  const { owner, stranger, service } = scene.people;
  await service.does(bookAt(`'2031-01-01 10:00Z'`, `'2031-01-01 10:30Z'`), [owner.id]);
  const overlapping = bookAt(`'2031-01-01 10:29Z'`, `'2031-01-01 11:00Z'`);
  const following = bookAt(`'2031-01-01 10:30Z'`, `'2031-01-01 11:00Z'`);
  expect(await service.may(overlapping, [stranger.id])).toBe('23P01');
  expect(await service.may(following, [stranger.id])).toBe(1);
  const { rows } = await service.does(
    `insert into public.care_team (name, role, email, time_zone)
     values ('Kit', 'coach', 'kit@clinic.example', 'UTC') returning id`,
  );
  const withKit = overlapping.replace(host, String(rows[0]!['id']));
  expect(await service.may(withKit, [owner.id])).toBe('23P01');
  expect(await service.may(withKit, [stranger.id])).toBe(1);
});

test('a canceled call frees its time', async () => {
  const { owner, stranger, service } = scene.people;
  const book = bookAt(`'2032-01-01 10:00Z'`, `'2032-01-01 10:30Z'`);
  await service.does(book, [owner.id]);
  await service.does(
    `update public.appointments set status = 'cancelled' where user_id = $1 and starts_at = '2032-01-01 10:00Z'`,
    [owner.id],
  );
  expect(await service.may(book, [stranger.id])).toBe(1);
});

test('every change of a call increments its count, and nothing else does', async () => {
  const { owner, service } = scene.people;
  await service.does(bookAt(`'2033-01-01 10:00Z'`, `'2033-01-01 10:30Z'`), [owner.id]);
  const change = async (set: string) => {
    const { rows } = await service.does(
      `update public.appointments set ${set} where user_id = $1 and starts_at >= '2033-01-01' returning sequence`,
      [owner.id],
    );
    return rows[0]!['sequence'];
  };
  expect(await change(`time_zone = 'Europe/Rome'`)).toBe(0);
  expect(await change(`starts_at = '2033-01-01 10:10Z'`)).toBe(1);
  expect(await change(`status = 'cancelled', sequence = 0`)).toBe(2);
});

test.each([
  [`'2034-01-01 10:30Z'`, `'2034-01-01 10:00Z'`, '', ''],
  [`'2034-01-01 10:00Z'`, `'2034-01-01 10:30Z'`, ', status', `, 'maybe'`],
  [`'2034-01-01 10:00Z'`, `'2034-01-01 10:30Z'`, ', time_zone', `, ''`],
])('a call from %s to %s%s%s is invalid', async (...call) => {
  expect(await scene.people.service.may(bookAt(...call), [scene.people.owner.id])).toBe('23514');
});

test('a host lives in a time zone that exists', async () => {
  expect(await scene.people.service.may(`update public.care_team set time_zone = 'Europe/Atlantis'`)).toBe(
    '22023',
  );
});
