import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import {
  addType,
  addTypeHost,
  changeType,
  listTypes,
  hideType,
  removeType,
  removeTypeHost,
  showType,
} from './appointment-type-actions.ts';
import { chooseAction } from './choose-action.ts';
import type { Command } from './command-line.ts';
import { addHost, changeHost, listHosts, setActive, setHours, takeDaysOff, workAgain } from './hosts.ts';

const NOA = { host: 'noa@clinic.example', name: 'Noa Berg', role: 'coach', zone: 'Europe/London' };
const TALK = {
  slug: 'first-talk',
  name: 'First Talk',
  description: 'We get to know each other.',
  minutes: '30',
  interaction: 'video_call',
};
const host = NOA.host;

async function emptyClinic() {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  const run = (...commands: Command[]) =>
    commands.reduce<Promise<string[]>>(
      async (before, command) => [...(await before), ...(await command(database))],
      Promise.resolve([]),
    );
  return { database, run };
}

test('a host has a zone, hours on some days, and days off', async () => {
  const { run } = await emptyClinic();
  expect(await run(listHosts)).toEqual([expect.stringContaining('No one takes calls yet')]);
  await run(
    addHost({ ...NOA, host: ' Noa@Clinic.example ' }),
    setHours({ host, days: 'mon-fri', hours: '09:00-17:00' }),
    setHours({ host, days: 'wed', hours: '13:00-17:00,09:00-12:00' }),
    setHours({ host, days: 'fri', hours: 'none' }),
    setHours({ host, days: 'sat,sun', hours: '20:00-24:00' }),
    takeDaysOff({ host, date: '2099-12-24', until: '2099-12-26' }),
    workAgain({ host, date: '2099-12-25' }),
  );
  expect(await run(listHosts)).toEqual([
    'Noa Berg, coach, noa@clinic.example, Europe/London',
    '  mon  09:00-17:00',
    '  tue  09:00-17:00',
    '  wed  09:00-12:00, 13:00-17:00',
    '  thu  09:00-17:00',
    '  sat  20:00-24:00',
    '  sun  20:00-24:00',
    '  off  2099-12-24, 2099-12-26',
  ]);
});

test('a host changes in what is named and stays in the rest', async () => {
  const { run } = await emptyClinic();
  await run(addHost(NOA), changeHost({ host, zone: 'Asia/Kolkata' }), setActive({ host }, false));
  expect((await run(listHosts))[0]).toBe(
    'Noa Berg, coach, noa@clinic.example, Asia/Kolkata (takes no new calls)',
  );
  await run(setActive({ host }, true));
  expect((await run(listHosts))[0]).toBe('Noa Berg, coach, noa@clinic.example, Asia/Kolkata');
});

test('a host taking leave sees which calls are still booked, in their own time', async () => {
  const { database, run } = await emptyClinic();
  await run(addHost(NOA), addType(TALK), addTypeHost({ slug: TALK.slug, host }));
  await database.query(
    `insert into public.invitations (email, first_name, last_name) values ('ada@example.com', 'Ada', 'L')`,
  );
  await database.query(
    `insert into auth.users (email, email_confirmed_at) values ('ada@example.com', now())`,
  );
  await database.query(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select customers.user_id, care_team.id, appointment_types.id, '2099-07-01 23:30Z', '2099-07-02 00:00Z', '2099-07-02 00:00Z'
     from public.customers, public.care_team, public.appointment_types`,
  );
  expect(await run(takeDaysOff({ host, date: '2099-07-01' }))).toEqual([
    'noa@clinic.example is off 2099-07-01.',
  ]);
  const STILL = [
    'Still booked; contact these patients:',
    `  2099-07-02 00:30 Europe/London, ${TALK.name}, Ada L`,
  ];
  expect(await run(takeDaysOff({ host, date: '2099-07-02' }))).toEqual([
    'noa@clinic.example is off 2099-07-02.',
    ...STILL,
  ]);
  expect(await run(setActive({ host }, false))).toEqual(['noa@clinic.example takes no new calls.', ...STILL]);
  await expect(run(removeType({ slug: TALK.slug }))).rejects.toThrow('first-talk has calls, so it stays');
});

test('a call type has rules and hosts, and can be removed if no one booked it', async () => {
  const { run } = await emptyClinic();
  await run(
    addHost(NOA),
    addType(TALK),
    changeType({ slug: TALK.slug, minutes: '45', notice: '120' }),
    addTypeHost({ slug: TALK.slug, host }),
  );
  expect(await run(listTypes)).toEqual([
    'slug        name        minutes  buffer  notice  horizon  interaction  hidden  hosts',
    'first-talk  First Talk  45       0       120     60       video_call           noa@clinic.example',
  ]);
  await run(hideType({ slug: TALK.slug }));
  expect((await run(listTypes))[1]).toMatch(/ video_call {3}yes {5}noa@/);
  await run(showType({ slug: TALK.slug }));
  expect(() => hideType({ slug: 'safety-call' })).toThrow('leads patients to safety-call');
  await run(removeTypeHost({ slug: TALK.slug, host }));
  expect((await run(listTypes))[1]).toMatch(/ nobody$/);
  await run(removeType({ slug: TALK.slug }));
  expect(await run(listTypes)).toEqual([expect.stringContaining('There are no call types yet')]);
});

test.each<[string, () => Command]>([
  ['--zone: not a time zone; a zone is named as America/New_York', () => addHost({ ...NOA, zone: 'Mars' })],
  ['--role: coach or clinician', () => addHost({ ...NOA, role: 'doctor' })],
  ['--host: Please enter a valid email address', () => setActive({ host: 'noa' }, false)],
  [
    '--days: name them as mon, mon-fri or mon,wed,sat',
    () => setHours({ host, days: 'someday', hours: 'none' }),
  ],
  ['--days: name them as mon, mon-fri or mon,wed,sat', () => setHours({ host, hours: '09:00-10:00' })],
  ['--hours: write them as', () => setHours({ host, days: 'mon', hours: '9-17' })],
  ['--hours: 17:00-09:00 ends before it begins', () => setHours({ host, days: 'mon', hours: '17:00-09:00' })],
  ['--hours: 11:00-12:00 overlaps', () => setHours({ host, days: 'mon', hours: '09:00-11:30,11:00-12:00' })],
  ['--date: a date such as 2026-12-24 is needed', () => takeDaysOff({ host, date: 'xmas' })],
  ['--date: a date such as 2026-12-24 is needed', () => takeDaysOff({ host, date: '2026-02-30' })],
  ['--until: the last day', () => takeDaysOff({ host, date: '2026-12-24', until: '2026-12-23' })],
  ['--slug: use small letters', () => addType({ ...TALK, slug: 'First Talk' })],
  ['--minutes: the length in minutes, from 5 to 240', () => addType({ ...TALK, minutes: '3' })],
  ['--notice: the notice in minutes', () => changeType({ slug: TALK.slug, notice: 'a day' })],
  [
    '--horizon: the days that can be booked ahead, from 1 to 365',
    () => changeType({ slug: TALK.slug, horizon: '400' }),
  ],
])('%s', (message, command) => {
  expect(command).toThrow(message);
});

test('everything that is wrong is reported together', () => {
  expect(() => addHost({ host: 'noa', role: 'x' })).toThrow(
    /--host: .*\n--name: a name is needed\n--role: .*\n--zone: a time zone is needed/,
  );
});

test('a change that changes nothing says so', () => {
  expect(() => changeType({ slug: TALK.slug })).toThrow('Nothing was named that should change');
  expect(() => changeHost({ host })).toThrow('Nothing was named that should change');
});

test('what does not exist, or already exists, is named', async () => {
  const { run } = await emptyClinic();
  await expect(run(changeHost({ host, name: 'Noa' }))).rejects.toThrow(
    'No one with the address noa@clinic.example',
  );
  await expect(run(changeType({ slug: 'nothing', name: 'N' }))).rejects.toThrow(
    'There is no call type named nothing',
  );
  await run(addHost(NOA), addType(TALK));
  await expect(run(addHost(NOA))).rejects.toThrow('already takes calls');
  await expect(run(addType(TALK))).rejects.toThrow('first-talk already exists');
  await expect(run(workAgain({ host, date: '2026-12-24' }))).rejects.toThrow('had no day off then');
  await expect(run(removeTypeHost({ slug: TALK.slug, host }))).rejects.toThrow('did not take first-talk');
});

test('an unknown action, an unknown option and no action all print the usage', () => {
  const actions = { list: { options: [], make: () => listHosts } };
  const choose = (...words: string[]) => chooseAction(actions, words, 'how to use it');
  expect(choose('list')).toBe(listHosts);
  for (const asked of [[], ['help'], ['--help'], ['-h']]) {
    expect(() => choose(...asked)).toThrow(/^how to use it$/);
  }
  expect(() => choose('toString')).toThrow('There is no "toString".\n\nhow to use it');
  expect(() => choose('list', '--everything')).toThrow('--everything');
});

test('a call type whose slug nearly matches a required one is added with a warning', async () => {
  const { run } = await emptyClinic();
  const added = async (slug: string) => (await run(addType({ ...TALK, slug }))).slice(1);
  expect(await added('inital-consultation')).toEqual([
    'Patients are led to initial-consultation, and not to inital-consultation. If that was meant: ' +
      'npm run appointment-types -- remove --slug inital-consultation, then add initial-consultation.',
  ]);
  expect(await added('initial-consultation')).toEqual([]);
  expect(await added('first-talk')).toEqual([]);
});
