import { expect, onTestFinished, test } from 'vitest';
import { testDatabase } from '../testing/test-database.ts';
import { invite, inviteList, uninvite } from './invitations.ts';

async function emptyClinic() {
  const { database, remove } = await testDatabase();
  onTestFinished(remove);
  const invited = async () => {
    const { rows } = await database.query(
      'select email, first_name, revoked_at from public.invitations order by email',
    );
    return rows;
  };
  return { database, invited };
}

test('an invitation keeps the address in lower case, whatever way it was typed', async () => {
  const { database, invited } = await emptyClinic();
  await invite(database, { email: ' Robin@Example.COM ', first: 'Robin', last: 'Castellano' }, 'here');
  expect(await invited()).toEqual([{ email: 'robin@example.com', first_name: 'Robin', revoked_at: null }]);
});

test('a list keeps its good lines and names its bad ones', async () => {
  const { database, invited } = await emptyClinic();
  const list =
    'email,first,last,phone\none@example.com,One,Person,+1 555 0100\nnot-an-address,Two,Person,\nthree@example.com,,Person,\nfour@example.com,Four,Person,call me\n';
  const outcome = await inviteList(database, list);
  expect(outcome.invited).toEqual(['one@example.com']);
  expect(outcome.refused).toEqual([
    { where: 'line 3', reason: 'email: Please enter a valid email address' },
    { where: 'line 4', reason: 'first is missing' },
    { where: 'line 5', reason: 'phone must be a number such as +1 555 0100' },
  ]);
  expect(await invited()).toHaveLength(1);
});

test('a name that breaks its line, or turns it, is refused by its line', async () => {
  const { database, invited } = await emptyClinic();
  const list =
    'email,first,last\none@example.com,"One\r\nBcc: all@example.com",Person\ntwo@example.com,Two,Per\u202eson\nthree@example.com,Three,Person\n';
  const outcome = await inviteList(database, list);
  expect(outcome.invited).toEqual(['three@example.com']);
  expect(outcome.refused.map(({ reason }) => reason)).toEqual([
    'first has a line break or an invisible character',
    'last has a line break or an invisible character',
  ]);
  expect(await invited()).toHaveLength(1);
});

test('an address that is in a list twice is invited once, and the second line is named', async () => {
  const { database } = await emptyClinic();
  const outcome = await inviteList(
    database,
    'email;first;last\none@example.com;One;Person\nONE@example.com;Another;Person\n',
  );
  expect(outcome).toEqual({
    invited: ['one@example.com'],
    renewed: [],
    restored: [],
    refused: [{ where: 'line 3', reason: 'one@example.com is already on line 2' }],
  });
});

test('an existing invitation is distinguished from a new one, and from an ended one', async () => {
  const { database } = await emptyClinic();
  const person = { email: 'robin@example.com', first: 'Robin', last: 'Castellano' };
  const again = async () => {
    const { invited, renewed, restored } = await invite(database, person, 'here');
    return { invited, renewed, restored };
  };
  const email = [person.email];
  expect(await again()).toEqual({ invited: email, renewed: [], restored: [] });
  expect(await again()).toEqual({ invited: [], renewed: email, restored: [] });
  await uninvite(database, person.email);
  expect(await again()).toEqual({ invited: [], renewed: [], restored: email });
  expect(await again()).toEqual({ invited: [], renewed: email, restored: [] });
  await uninvite(database, person.email);
});

test('a list restores ended access only on request', async () => {
  const { database, invited } = await emptyClinic();
  const list = 'email,first,last\nrobin@example.com,Robin,Castellano\nnew@example.com,New,Person\n';
  await inviteList(database, list);
  await uninvite(database, 'robin@example.com');
  const endedAt = (await invited())[1]!['revoked_at'];
  expect(await inviteList(database, list.replace('Castellano', 'Changed'))).toEqual({
    invited: [],
    renewed: ['new@example.com'],
    restored: [],
    refused: [
      { where: 'line 2', reason: 'access for robin@example.com was ended; --open-again restores it' },
    ],
  });
  expect((await invited())[1]!['revoked_at']).toEqual(endedAt);
  expect(await inviteList(database, list, { openAgain: true })).toMatchObject({
    restored: ['robin@example.com'],
    refused: [],
  });
  expect((await invited())[1]!['revoked_at']).toBeNull();
});

const TEAM_ADDRESS =
  'noa@clinic.example: This address belongs to someone on the care team. A patient needs their own address.';

test('an address of the care team cannot be a patient’s, alone or in a list', async () => {
  const { database, invited } = await emptyClinic();
  await database.query(
    `insert into public.care_team (name, role, email, time_zone) values ('Noa', 'coach', 'noa@clinic.example', 'UTC')`,
  );
  const noa = { email: 'Noa@Clinic.example', first: 'Noa', last: 'Berg' };
  expect((await invite(database, noa, 'here')).refused).toEqual([{ where: 'here', reason: TEAM_ADDRESS }]);
  const list = 'email,first,last\nnoa@clinic.example,Noa,Berg\none@example.com,One,Person\n';
  expect(await inviteList(database, list)).toMatchObject({
    invited: ['one@example.com'],
    refused: [{ where: 'line 2', reason: TEAM_ADDRESS }],
  });
  expect(await invited()).toHaveLength(1);
});

test('a list with more columns than any spreadsheet’s is refused whole', async () => {
  const { database, invited } = await emptyClinic();
  const list = `email,first,last${',more'.repeat(98)}\none@example.com,One,Person\n`;
  expect((await inviteList(database, list)).refused).toEqual([
    { where: 'line 1', reason: 'at most 100 columns' },
  ]);
  expect(await invited()).toEqual([]);
});

test('a list without its header is refused whole', async () => {
  const { database, invited } = await emptyClinic();
  const outcome = await inviteList(database, 'one@example.com,One,Person\n');
  expect(outcome.refused[0]!.reason).toBe('the header must be email,first,last,phone');
  expect(await invited()).toEqual([]);
});

test('ending an invitation ends every session at once, and inviting again restores it', async () => {
  const { database, invited } = await emptyClinic();
  const person = { email: 'robin@example.com', first: 'Robin', last: 'Castellano' };
  await invite(database, person, 'here');
  await database.query(
    `insert into auth.users (email, email_confirmed_at) values ('robin@example.com', now())`,
  );
  await database.query(`insert into auth.sessions (user_id) select id from auth.users`);
  expect(await uninvite(database, 'Robin@example.com')).toBe(true);
  expect((await database.query('select from auth.sessions')).rowCount).toBe(0);
  expect((await invited())[0]!['revoked_at']).not.toBeNull();
  await invite(database, person, 'here');
  expect((await invited())[0]!['revoked_at']).toBeNull();
});

test('someone who was never invited cannot be uninvited', async () => {
  const { database } = await emptyClinic();
  expect(await uninvite(database, 'stranger@example.com')).toBe(false);
});

test('only people who can sign in from now on get one email that says where', async () => {
  const { database } = await emptyClinic();
  const siteUrl = 'https://portal.example';
  const recipients = async () =>
    (await database.query('select recipient, body_text from public.outbox order by created_at, recipient'))
      .rows;
  const list = 'email,first,last\none@example.com,One,Person\ntwo@example.com,Two,Person\n';
  await inviteList(database, list, { siteUrl });
  await inviteList(database, list, { siteUrl });
  const mails = await recipients();
  expect(mails.map((mail) => mail['recipient'])).toEqual(['one@example.com', 'two@example.com']);
  expect(mails[0]!['body_text']).toContain(siteUrl);
  await uninvite(database, 'one@example.com');
  await inviteList(database, list, { siteUrl });
  expect(await recipients()).toHaveLength(2);
  await inviteList(database, list, { siteUrl, openAgain: true });
  expect(await recipients()).toHaveLength(3);
  await invite(database, { email: 'three@example.com', first: 'Three', last: 'Person' }, 'here');
  expect(await recipients()).toHaveLength(3);
});
