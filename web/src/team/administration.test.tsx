import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';
// Browsers load these later. Here they would be transformed while a test waits for them.
import './features/access-log/undo-change.tsx';
import './routes/access-log.tsx';
import './routes/clinic.tsx';
import './routes/invitations.tsx';
import './routes/people.tsx';
import './routes/schedules.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';

const server = useClinic();
const PATIENT = '7c0e8d5e-7a4b-4a69-9f2f-0c8f3a1b2d01';
const NOA = 'a1f0c2d4-1111-4c59-9a57-3d6a7f1f3c22';
const sent: unknown[] = [];
const taking = (answer: object) => (body: unknown) => {
  sent.push(body);
  return { body: answer };
};

const person = {
  id: NOA,
  name: 'Noa Lind',
  email: 'noa@clinic.example',
  role: 'coach',
  timeZone: 'America/New_York',
  takesCalls: true,
  hosts: ['coach-talk'],
  invitedAt: '2026-11-01T10:00:00Z',
  joinedAt: '2026-11-01T11:00:00Z',
  deactivatedAt: null,
  proposedRole: null,
  hasFactor: true,
  bio: 'A nurse for ten years.',
  portrait: null,
};
const people = {
  people: [
    {
      ...person,
      id: marisol.id,
      name: 'Ada Admin',
      email: 'ada@clinic.example',
      role: 'administrator',
      hosts: [],
    },
    person,
    {
      ...person,
      id: 'a1f0c2d4-1111-4c59-9a57-3d6a7f1f3c23',
      name: 'Gone Person',
      hosts: [],
      deactivatedAt: '2026-11-02T10:00:00Z',
    },
  ],
  kinds: [
    { slug: 'coach-talk', name: 'Talk with your coach' },
    { slug: 'consultation', name: 'Consultation' },
  ],
};
const invited = {
  email: 'robin@example.com',
  firstName: 'Robin',
  lastName: 'Castellano',
  state: 'unused',
  invitedAt: '2026-11-01T10:00:00Z',
  mailedAt: '2026-11-01T10:00:00Z',
  signedInAt: null,
  patient: null,
  mail: { state: 'parked', reason: 'EENVELOPE 550' },
  kit: null,
  contact: { phone: null },
};
const signedIn = {
  ...invited,
  email: 'zoe@example.com',
  firstName: 'Zoë',
  state: 'signed-in',
  signedInAt: '2026-11-02T10:00:00Z',
  patient: PATIENT,
  kit: {
    trackingUrl: null,
    askedAt: '2026-11-03T10:00:00Z',
    sentOn: null,
    arrivedAt: null,
    address: { line1: '350 Fifth Avenue', line2: null, city: 'New York', state: 'NY', zip: '10118' },
  },
};
const SCHEDULES = {
  schedules: [
    {
      name: 'deliver-outbox',
      everyMinutes: 1,
      workedAt: '2026-11-10T15:00:00Z',
      answeredAt: '2026-11-10T15:00:00Z',
      status: 200,
      state: 'working',
    },
    {
      name: 'watch-attention',
      everyMinutes: 1,
      workedAt: null,
      answeredAt: '2026-11-10T15:00:00Z',
      status: 401,
      state: 'refused',
    },
  ],
};
const line = {
  id: '1795005036783869-1',
  at: '2026-11-10T15:00:00Z',
  action: 'read',
  kind: 'care_record',
  why: 'cover',
  person: { id: NOA, name: 'Noa Lind', role: 'coach' },
  patient: { id: PATIENT, name: 'Zoë Castellano' },
  member: null,
  change: null,
};

beforeEach(() => {
  sent.splice(0);
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  const member = { ...marisol, role: 'administrator' };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-people': () => ({ body: people }),
    'GET /functions/v1/team-invitations': () => ({ body: { invitations: [invited, signedIn], next: null } }),
    'GET /functions/v1/team-access-log': () => ({ body: { lines: [line], next: null } }),
  });
});

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}
const actionsOf = (name: string) =>
  within(screen.getByRole('group', { name: `Actions for ${name}` })).queryAllByRole('button');
const press = (within_: HTMLElement, name: string | RegExp) =>
  fireEvent.click(within(within_).getByRole('button', { name }));
const fill = (dialog: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
const labels = (buttons: HTMLElement[]) => buttons.map((button) => button.firstChild!.textContent);

test('everyone on the team is listed with role, state and calls; no one acts on themselves', async () => {
  visit('/team/people');
  await screen.findByRole('heading', { name: /^Noa Lind/ });
  expect(screen.getAllByText(/Active/)).toHaveLength(2);
  expect(screen.getByText('Takes: Talk with your coach')).toBeDefined();
  expect(screen.getByText(/Deactivated/)).toBeDefined();
  expect(labels(actionsOf('Noa Lind'))).toEqual([
    'Edit',
    'Change role',
    'Calls',
    'Reset sign-in app',
    'Deactivate',
  ]);
  expect(labels(actionsOf('Ada Admin'))).toEqual(['Edit']);
  expect(screen.queryByRole('group', { name: 'Actions for Gone Person' })).toBeNull();
  const gone = screen.getByRole('link', { name: 'Upcoming calls: Gone Person' });
  expect(gone.getAttribute('href')).toBe('/team/calendar?person=a1f0c2d4-1111-4c59-9a57-3d6a7f1f3c23');
});

test('a clinician is led from Today to People, and resets anyone there but administrators', async () => {
  const member = { ...marisol, role: 'clinician' };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-today': () => ({
      body: {
        items: [],
        ended: [],
        calls: [],
        onDuty: [],
        colleagues: [],
        proposals: [],
        now: '2026-11-10T15:00:00Z',
      },
    }),
    'POST /functions/v1/team-people': taking({ id: NOA, people: people.people, setUpCode: 'ABCD-EFGH' }),
  });
  visit('/team');
  fireEvent.click(await screen.findByRole('link', { name: 'Reset a colleague’s sign-in' }));
  await screen.findByRole('heading', { name: /^Noa Lind/ });
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
  expect(screen.queryByRole('link', { name: /^Upcoming calls/ })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Actions for Ada Admin' })).toBeNull();
  expect(labels(actionsOf('Noa Lind'))).toEqual(['Reset sign-in app']);
  fireEvent.click(actionsOf('Noa Lind')[0]!);
  press(screen.getByRole('dialog', { name: 'Reset sign-in app' }), 'Reset');
  await screen.findByText('ABCD-EFGH');
  expect(sent).toEqual([{ action: 'reset-factor', id: NOA }]);
});

test('an administrator sets hours, days, the promise and texts, and is told what can’t be', async () => {
  server().answer({
    'GET /functions/v1/team-clinic': () => ({ body: { settings: {} } }),
    'POST /functions/v1/team-clinic': (body: unknown) => {
      sent.push(body);
      return { body: { settings: {} } };
    },
  });
  visit('/team/clinic');
  // By text: the list of time zones makes roles slow on this page.
  const sectionOf = (title: string) => screen.getByText(title).closest('section')!;
  await screen.findByText('Hours and replies');
  const section = sectionOf('Hours and replies');
  const hours = within(section).getByRole('group', { name: 'Hours' });
  expect(within(hours).getByLabelText<HTMLInputElement>('Opens').value).toBe('08:00');
  expect(within(hours).getByLabelText<HTMLInputElement>('Closes').value).toBe('22:00');
  fill(hours, 'Opens', '21:30');
  press(section, /^Save/);
  within(section).getByText(/^Enter a closing time at least one hour after the opening time/);
  fill(hours, 'Opens', '09:00');
  fill(hours, 'Closes', '00:00');
  for (const day of ['Saturday', 'Sunday']) fireEvent.click(within(section).getByLabelText(day));
  fill(section, 'Reply time', '5');
  press(section, /^Save/);
  await screen.findByText('Settings saved');
  expect(sent).toEqual([
    {
      changes: [
        { name: 'careHours', before: null, value: '09:00-24:00' },
        { name: 'careDays', before: null, value: 'Mon,Tue,Wed,Thu,Fri' },
        { name: 'replyHours', before: null, value: '5' },
      ],
    },
  ]);
  fireEvent.change(screen.getByLabelText('Texts to patients'), { target: { value: 'off' } });
  fireEvent.click(within(sectionOf('About the clinic')).getByText('Save'));
  await waitFor(() => expect(sent[1]).toEqual({ changes: [{ name: 'texts', before: null, value: 'off' }] }));
});

test('an administrator writes a coach’s profile', async () => {
  server().answer({
    'GET /functions/v1/team-clinic': () => ({ body: { settings: {} } }),
    'POST /functions/v1/team-people': taking({ id: NOA, people: people.people }),
  });
  visit('/team/clinic');
  await screen.findByText('A nurse for ten years.');
  const section = screen.getByText('Coach profiles').closest('section')!;
  expect(within(section).getAllByRole('listitem')).toHaveLength(1);
  press(section, 'Edit: Noa Lind');
  const dialog = screen.getByText('Edit coach profile').closest('dialog')!;
  fill(dialog, 'A few words', 'A nurse for eleven years.');
  fireEvent.click(within(dialog).getByRole('radio', { name: /Drawing 2/ }));
  press(dialog, 'Save');
  await screen.findByText('Profile saved');
  expect(sent).toEqual([
    { action: 'profile', id: NOA, bio: 'A nurse for eleven years.', portrait: 'coach-2' },
  ]);
});

test('a changed setting is undone from the access log', async () => {
  const change = { name: 'clinicPhone', before: null, value: '+1 555 0199' };
  const changed = { ...line, id: '2-1', action: 'update', kind: 'team_clinic_phone', patient: null, change };
  server().answer({
    'GET /functions/v1/team-access-log': () => ({ body: { lines: [changed, line], next: null } }),
    'POST /functions/v1/team-clinic': (body: unknown) => {
      sent.push(body);
      return { body: { settings: {} } };
    },
  });
  visit('/team/access-log');
  const buttons = await screen.findAllByRole('button', { name: /^Undo/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['Undo: Changed a clinic setting: Phone']);
  fireEvent.click(buttons[0]!);
  const dialog = await screen.findByRole('dialog', { name: 'Undo change' });
  within(dialog).getByText('+1 555 0199');
  within(dialog).getByText('Not set');
  press(dialog, 'Undo change');
  await screen.findByText('Change undone');
  expect(sent).toEqual([{ changes: [{ name: 'clinicPhone', before: '+1 555 0199', value: null }] }]);
});

test('inviting a colleague shows a setup code once', async () => {
  server().answer({
    'POST /functions/v1/team-people': taking({ id: NOA, people: people.people, setUpCode: 'ABCD-EFGH' }),
  });
  visit('/team/people');
  await screen.findByRole('heading', { name: /^Noa Lind/ });
  press(document.body, 'Invite');
  const dialog = screen.getByRole('dialog', { name: 'Invite to the team' });
  press(dialog, 'Invite');
  expect(within(dialog).getByText('Please enter a name')).toBeDefined();
  expect(within(dialog).getByText('Please select a role')).toBeDefined();
  expect(sent).toEqual([]);
  fill(dialog, 'Name', 'Sam Wells');
  fill(dialog, 'Email', 'sam@clinic.example');
  fireEvent.click(within(dialog).getByLabelText(/^Clinician/));
  press(dialog, 'Invite');
  const setUpDialog = await screen.findByRole('dialog', { name: 'Setup code for Sam Wells' });
  expect(within(setUpDialog).getByText('ABCD-EFGH')).toBeDefined();
  expect(within(setUpDialog).getByText(`${location.host}/team`)).toBeDefined();
  expect(sent).toEqual([
    {
      action: 'invite',
      name: 'Sam Wells',
      email: 'sam@clinic.example',
      role: 'clinician',
      timeZone: 'America/New_York',
    },
  ]);
  press(setUpDialog, 'Done');
  expect(screen.queryByText('ABCD-EFGH')).toBeNull();
});

test('the calls someone takes are selected by name', async () => {
  server().answer({ 'POST /functions/v1/team-people': taking({ id: NOA, people: people.people }) });
  visit('/team/people');
  await screen.findByRole('heading', { name: /^Noa Lind/ });
  fireEvent.click(actionsOf('Noa Lind')[2]!);
  const dialog = screen.getByRole('dialog', { name: 'Noa Lind’s calls' });
  fireEvent.click(within(dialog).getByLabelText('Consultation'));
  press(dialog, 'Save');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ action: 'hosts', id: NOA, kinds: ['coach-talk', 'consultation'] }]);
});

test('an invitation shows its email’s status; the actions fit the patient’s state', async () => {
  visit('/team/invitations');
  await screen.findByRole('heading', { name: 'Robin Castellano' });
  expect(screen.getByText(/Email not delivered \(EENVELOPE 550\)/)).toBeDefined();
  expect(screen.getByText(/Kit to send/)).toBeDefined();
  expect(labels(actionsOf('Robin Castellano'))).toEqual(['Resend', 'Edit details', 'Edit email', 'Revoke']);
  expect(labels(actionsOf('Zoë Castellano'))).toEqual(['Kit', 'Edit details', 'Revoke']);
});

test('an email on its way becomes sent without a reload', async () => {
  const mail = { state: 'waiting', reason: null };
  const list = (state: string) => ({ invitations: [{ ...invited, mail: { ...mail, state } }], next: null });
  server().answer({ 'GET /functions/v1/team-invitations': () => ({ body: list('waiting') }) });
  visit('/team/invitations');
  await screen.findByText(/Email waiting to be sent/);
  server().answer({ 'GET /functions/v1/team-invitations': () => ({ body: list('sent') }) });
  await screen.findByText(/Email sent/, {}, { timeout: 15_000 });
});

test('a clinic that has invited no one yet reads so, and not that no one was found', async () => {
  server().answer({
    'GET /functions/v1/team-invitations': () => ({ body: { invitations: [], next: null } }),
  });
  visit('/team/invitations');
  await screen.findByText('No patients invited yet');
});

test.each([
  ['/team/people', 'Noa Lind', /^Edit/],
  ['/team/invitations', 'Robin Castellano', /^Resend/],
])('the arrow keys move from one row of %s to the next with actions', async (path, name, act) => {
  const other = { ...person, id: 'a1f0c2d4-1111-4c59-9a57-3d6a7f1f3c24', name: 'Zoë Castellano' };
  server().answer({
    'GET /functions/v1/team-people': () => ({ body: { ...people, people: [person, other] } }),
  });
  visit(path);
  const own = within(await screen.findByRole('group', { name: `Actions for ${name}` }));
  own.getByRole('button', { name: act }).focus();
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
  expect(actionsOf('Zoë Castellano')[0]).toBe(document.activeElement);
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(own.getByRole('button', { name: act }));
});

test('the arrow keys move from one log line to the next', async () => {
  const lines = [
    line,
    { ...line, id: '1795005036783869-2', member: 'Sam', patient: null },
    { ...line, id: '1795005036783868-1' },
  ];
  server().answer({ 'GET /functions/v1/team-access-log': () => ({ body: { lines, next: null } }) });
  visit('/team/access-log');
  const [newest, oldest] = await screen.findAllByRole('button', { name: 'Zoë Castellano' });
  newest!.focus();
  fireEvent.keyDown(newest!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(oldest);
});

test('a patient is invited by address and name, and missing fields show errors', async () => {
  server().answer({ 'POST /functions/v1/team-invitations': taking({ email: 'sana@example.com' }) });
  visit('/team/invitations');
  await screen.findByRole('heading', { name: 'Robin Castellano' });
  press(document.body, 'Invite');
  const dialog = screen.getByRole('dialog', { name: 'Invite a patient' });
  press(dialog, 'Invite');
  for (const words of [
    'Please enter a valid email address',
    'Please enter a first name',
    'Please enter a last name',
  ])
    expect(within(dialog).getByText(words)).toBeDefined();
  fill(dialog, 'Email', 'Sana@Example.com');
  fill(dialog, 'First name', 'Sana');
  fill(dialog, 'Last name', 'Malik');
  press(dialog, 'Invite');
  await screen.findByText('An email is on its way to sana@example.com.');
  expect(sent).toEqual([{ action: 'invite', email: 'sana@example.com', first: 'Sana', last: 'Malik' }]);
});

test('two invited people with the same name are told apart by date of birth, in the list and in each dialog', async () => {
  const born = (email: string, birthDate: string) => ({
    ...signedIn,
    email,
    contact: { phone: null, birthDate },
  });
  const both = [born('zoe@example.com', '1990-05-01'), born('other@example.com', '1994-09-30')];
  server().answer({
    'GET /functions/v1/team-invitations': () => ({ body: { invitations: both, next: null } }),
  });
  visit('/team/invitations');
  expect(await screen.findByText('Born May 1, 1990')).toBeDefined();
  expect(screen.getByText('Born September 30, 1994')).toBeDefined();
  const [, second] = screen.getAllByRole('group', { name: 'Actions for Zoë Castellano' });
  for (const name of [/^Kit/, /^Edit details/, /^Revoke/]) {
    fireEvent.click(within(second!).getByRole('button', { name }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText('Zoë Castellano, born September 30, 1994')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  }
});

test('an administrator edits name, phone and postal address, and only what was changed is sent', async () => {
  server().answer({ 'POST /functions/v1/team-invitations': taking({ email: 'zoe@example.com' }) });
  visit('/team/invitations');
  await screen.findByRole('heading', { name: 'Zoë Castellano' });
  fireEvent.click(actionsOf('Zoë Castellano')[1]!);
  const dialog = screen.getByRole('dialog', { name: 'Edit details' });
  fill(dialog, 'First name', ' ');
  fill(dialog, 'Phone', '12');
  press(dialog, 'Save');
  within(dialog).getByText('Please enter a first name');
  within(dialog).getByText('Enter a phone number with its area code');
  fill(dialog, 'First name', 'Zoe');
  fill(dialog, 'Phone', '(555) 123-4567');
  fill(dialog, 'Street address', '1 Main Street');
  press(dialog, 'Save');
  await screen.findByText('The details are up to date.');
  expect(sent).toEqual([
    {
      action: 'edit',
      email: 'zoe@example.com',
      first: 'Zoe',
      phone: '+15551234567',
      address: { line1: '1 Main Street', line2: null, city: 'New York', state: 'NY', zip: '10118' },
    },
  ]);
});

const listOf = (...lines: string[]) =>
  new File([['email,first,last,phone', ...lines].join('\n')], 'patients.csv', { type: 'text/csv' });

test('a list is previewed with each wrong line, then imported; one that failed midway is sent again as the same', async () => {
  const states: Record<string, string> = { 'one@example.com': 'new', 'two@example.com': 'same' };
  const keys: unknown[] = [];
  let isDown = true;
  server().answer({
    'POST /functions/v1/team-invitations': (
      body: unknown,
      _query: string,
      headers: Record<string, unknown>,
    ) => {
      const { action, people: listed } = body as { action: string; people: { email: string }[] };
      sent.push([action, listed.map(({ email }) => email)]);
      if (action === 'import') {
        keys.push(headers['idempotency-key']);
        if (isDown) return refusal('unavailable', 503);
      }
      return { body: { outcomes: listed.map(({ email }) => states[email] ?? 'ended') } };
    },
  });
  visit('/team/invitations');
  await screen.findByRole('heading', { name: 'Robin Castellano' });
  press(document.body, 'Import a list');
  const dialog = screen.getByRole('dialog', { name: 'Import a list' });
  const select = (file: File) =>
    fireEvent.change(within(dialog).getByLabelText('Select a file'), { target: { files: [file] } });
  select(new File([new Uint8Array([0xff, 0xfe, 0x41, 0])], 'wide.csv'));
  await within(dialog).findByText('This file can’t be read. Save it as “CSV UTF-8” and select it again.');
  select(new File(['a'.repeat(2_000_001)], 'large.csv'));
  await within(dialog).findByText('This file is larger than 2 MB. Split the list into smaller files.');
  select(
    listOf(
      'one@example.com,One,Person,',
      'nobody,Two,Person,',
      'two@example.com,Two,Person,',
      'gone@example.com,Gone,Person,',
    ),
  );
  await within(dialog).findByText('1 person will be invited.');
  within(dialog).getByText('1 person already invited: nothing changes.');
  const skipped = within(within(dialog).getByRole('list', { name: 'Skipped lines' }));
  expect(skipped.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Line 3: email: Please enter a valid email address',
    'Line 5: access was ended. To restore it, invite this person with ‘Invite’',
  ]);
  expect(sent).toEqual([['check-list', ['one@example.com', 'two@example.com', 'gone@example.com']]]);
  press(dialog, 'Invite 1 person');
  await within(dialog).findByText(/^The server didn’t respond/);
  isDown = false;
  press(dialog, 'Invite 1 person');
  await screen.findByText('1 person invited.');
  expect(sent.slice(1)).toEqual([
    ['import', ['one@example.com']],
    ['import', ['one@example.com']],
  ]);
  expect(keys[0]).toBe(keys[1]);
});

test('a kit’s link is checked before it is sent, and a colleague’s is not overwritten unseen', async () => {
  server().answer({
    'POST /functions/v1/team-kits': (body: unknown) => {
      sent.push(body);
      return refusal('changed_meanwhile', 409);
    },
  });
  visit('/team/invitations');
  await screen.findByRole('heading', { name: 'Zoë Castellano' });
  fireEvent.click(actionsOf('Zoë Castellano')[0]!);
  const dialog = screen.getByRole('dialog', { name: 'Kit' });
  expect(within(dialog).getByText('New York, NY 10118')).toBeDefined();
  fill(dialog, 'Tracking link', 'parcels.example/1');
  press(dialog, 'Save');
  expect(
    within(dialog).getByText('Please enter the carrier’s link, which begins with https://'),
  ).toBeDefined();
  expect(sent).toEqual([]);
  fill(dialog, 'Tracking link', 'https://parcels.example/1');
  press(dialog, 'Save');
  await within(dialog).findByText('changed_meanwhile!');
  fill(dialog, 'Carrier', 'UPS');
  fill(dialog, 'Tracking number', '1Z 999');
  press(dialog, 'Save');
  expect(within(dialog).getByText('Please enter the tracking number on the label')).toBeDefined();
  fill(dialog, 'Tracking number', '1Z 999 AA1 01 2345 6784');
  press(dialog, 'Save');
  await waitFor(() =>
    expect(sent).toMatchObject([
      { id: PATIENT, trackingUrl: 'https://parcels.example/1', seen: null },
      { id: PATIENT, trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784', seen: null },
    ]),
  );
});

test('the log shows who opened what of whom and why, and links to one patient’s lines', async () => {
  visit('/team/access-log');
  const row = (await screen.findByText('Opened or changed the care record')).closest('tr')!;
  expect(row.textContent).toContain('Noa Lind, coach');
  expect(row.textContent).toContain('Covering for a colleague');
  expect(row.textContent).toContain('November 10, 2026, 10:00 am');
  press(row, 'Zoë Castellano');
  await waitFor(() => expect(location.search).toBe(`?patient=${PATIENT}`));
  await screen.findByText('Showing only entries about Zoë Castellano.');
  press(document.body, 'Show everything');
  await waitFor(() => expect(location.search).toBe(''));
});

test('the log is downloaded with all of its pages', async () => {
  const asked: string[] = [];
  server().answer({
    'GET /functions/v1/team-access-log': (_body: unknown, query: string) => {
      asked.push(query);
      const isLast = query.includes('before=');
      return { body: { lines: [{ ...line, id: isLast ? '1-1' : line.id }], next: isLast ? null : line.id } };
    },
  });
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:log');
  visit('/team/access-log?from=2026-11-01&until=2026-11-18');
  await screen.findByText('Opened or changed the care record');
  expect(screen.getByRole('button', { name: /^From/ }).textContent).toContain('November 1, 2026');
  expect(screen.getByRole('button', { name: /^To/ }).textContent).toContain('November 18, 2026');
  asked.length = 0;
  press(document.body, 'Download');
  await screen.findByText('Access log downloaded');
  expect(asked).toEqual([
    'from=2026-11-01&until=2026-11-18',
    `from=2026-11-01&until=2026-11-18&before=${line.id}`,
  ]);
  const text = await (saved.mock.calls[0]![0] as Blob).text();
  expect(text.match(/Zoë Castellano/g)).toHaveLength(2);
});

test('an administrator edits a colleague’s name and time zone', async () => {
  sent.length = 0;
  server().answer({
    'POST /functions/v1/team-people': taking({ id: people.people[0]!.id, people: people.people }),
  });
  visit('/team/people');
  const [first] = await screen.findAllByRole('button', { name: /^Edit: / });
  fireEvent.click(first!);
  const dialog = screen.getByRole('dialog', { name: 'Edit person' });
  fill(dialog, 'Name', ' ');
  press(dialog, 'Save');
  await within(dialog).findByText('Please enter a name');
  fill(dialog, 'Name', 'Noa Lindgren');
  fireEvent.change(within(dialog).getByLabelText('Time zone'), { target: { value: 'America/Denver' } });
  press(dialog, 'Save');
  await waitFor(() =>
    expect(sent).toMatchObject([{ action: 'edit', name: 'Noa Lindgren', timeZone: 'America/Denver' }]),
  );
});

test('schedules show when they last ran, and a refused one comes first and says what to do', async () => {
  server().answer({ 'GET /functions/v1/team-schedules': () => ({ body: SCHEDULES }) });
  visit('/team/schedules');
  const list = await screen.findByRole('region', { name: 'Schedules' });
  const [watch, mail] = await within(list).findAllByRole('listitem');
  expect(mail!.textContent).toContain('Sends emails and texts');
  expect(mail!.textContent).toContain('Last done November 10, 2026, 10:00 am');
  within(mail!).getByText('On time');
  expect(watch!.textContent).toContain('Hasn’t run yet');
  within(watch!).getByText('Refused');
  within(watch!).getByText(/^The key in the vault is wrong\./);
});

test('an administrator selects the clinic’s time zone, and only what changed is saved', async () => {
  sent.length = 0;
  let settings: object = { clinicPhone: '+1 555 0100' };
  server().answer({
    'GET /functions/v1/team-clinic': () => ({ body: { settings } }),
    'POST /functions/v1/team-clinic': (body: unknown) => {
      sent.push(body);
      settings = { ...settings, clinicTimeZone: 'America/Chicago' };
      return { body: { settings } };
    },
  });
  visit('/team/clinic');
  const about = await screen.findByRole('region', { name: 'About the clinic' });
  const save = within(about).getByRole('button', { name: 'Save: About the clinic' });
  expect(save).toHaveProperty('disabled', true);
  fireEvent.change(within(about).getByLabelText('Time zone'), { target: { value: 'America/Chicago' } });
  fireEvent.change(within(about).getByLabelText('Support email'), { target: { value: 'not an address' } });
  fireEvent.click(save);
  await within(about).findByText('Enter an email address');
  expect(sent).toEqual([]);
  fireEvent.change(within(about).getByLabelText('Support email'), { target: { value: '' } });
  fireEvent.click(save);
  await waitFor(() =>
    expect(sent).toEqual([{ changes: [{ name: 'clinicTimeZone', before: null, value: 'America/Chicago' }] }]),
  );
});

test.each([
  ['/team/clinic', 'team-clinic', 'The settings didn’t load'],
  ['/team/people', 'team-people', 'The list didn’t load'],
  ['/team/invitations', 'team-invitations', 'The list didn’t load'],
  ['/team/access-log', 'team-access-log', 'The log didn’t load'],
  ['/team/schedules', 'team-schedules', 'The schedules didn’t load'],
])('%s that does not load says so, and can be retried', async (path, name, words) => {
  const answers: Record<string, object> = {
    'team-people': people,
    'team-invitations': { invitations: [invited], next: null },
    'team-access-log': { lines: [line], next: null },
    'team-schedules': SCHEDULES,
    'team-clinic': { settings: {} },
  };
  server().answer({ [`GET /functions/v1/${name}`]: () => refusal('invalid_input', 400) });
  visit(path);
  await screen.findByText(words);
  server().answer({ [`GET /functions/v1/${name}`]: () => ({ body: answers[name]! }) });
  press(document.body, 'Try again');
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test('only an administrator finds them', async () => {
  server().answer({ 'GET /functions/v1/team-session': () => ({ body: { ...marisol, role: 'coach' } }) });
  visit('/team/people');
  await screen.findByText('This page is for administrators.');
});

const nothing = {
  items: [],
  ended: [],
  calls: [],
  onDuty: [],
  colleagues: [],
  proposals: [],
  now: '2026-11-17T09:00:00Z',
};

test('Today at a new clinic says what is missing, and links there', async () => {
  const missing = { kinds: 1, hosts: 2, hours: 3, patients: true, timeZone: true };
  server().answer({ 'GET /functions/v1/team-today': () => ({ body: { ...nothing, missing } }) });
  visit('/team');
  const region = await screen.findByRole('region', { name: 'Still to set up' });
  for (const words of [
    '1 call type still missing',
    '2 call types with no host yet',
    '3 call types with no available host',
    'No patients invited yet',
    "Set the clinic's time zone",
  ])
    expect(within(region).getByText(words)).toBeDefined();
  expect(
    within(region)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]),
  ).toEqual([
    ['Select it under Clinic', '/team/clinic'],
    ['Add them under Clinic', '/team/clinic'],
    ['Invite colleagues, and select who takes which call', '/team/people'],
    ['Set their hours', '/team/calendar'],
    ['Invite the first one', '/team/invitations'],
  ]);
  expect(screen.getByText("You're all caught up.")).toBeDefined();
});

test('Today does not mention setup once every call can be booked', async () => {
  server().answer({ 'GET /functions/v1/team-today': () => ({ body: nothing }) });
  visit('/team');
  await screen.findByText("You're all caught up.");
  expect(screen.queryByRole('region', { name: 'Still to set up' })).toBeNull();
});
