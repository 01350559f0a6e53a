import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TeamToday, TodayItem } from '@domain/contracts/team/team-today.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Browsers load these later. Here they would be transformed while a test waits for them.
import './routes/patients.tsx';
import './routes/today.tsx';
import { keepSession, marisol, useClinic } from './testing/clinic.ts';
import { ADA, BEA, list, record } from './testing/record.ts';

const server = useClinic();
const me = { id: marisol.id, name: marisol.name };
const imani = { id: '55555555-5555-4555-8555-555555555555', name: 'Imani Brooks' };

const item = (given: Partial<TodayItem>): TodayItem => ({
  key: 'symptoms:one',
  rule: 'symptoms',
  patient: {
    id: ADA,
    name: 'Ada Okafor',
    email: 'ada.okafor@example.com',
    phone: '+1 555 0100',
    timeZone: 'America/Chicago',
  },
  title: 'Symptoms reported',
  why: 'Symptoms were reported.',
  since: '2026-11-17T08:00:00Z',
  dueAt: '2099-11-17T11:00:00Z',
  urgent: false,
  owner: 'coach',
  ownedBy: null,
  takenBy: null,
  takenAt: null,
  handover: null,
  mayEnd: true,
  version: 0,
  ...given,
});
const bea = {
  id: BEA,
  name: 'Bea Boyd',
  email: 'bea@example.com',
  phone: null,
  timeZone: null,
};
const urgent = item({ key: 'cap-too-long:two', title: 'Cap in too long', urgent: true });
const taken = item({ key: 'symptoms:three', patient: bea, takenBy: imani, takenAt: '2026-11-17T08:10:00Z' });
const ofNobody = item({
  key: 'invitation-unused:four',
  rule: 'invitation-unused',
  title: 'Invitation not used',
  patient: null,
});

const NOW = '2026-11-17T09:00:00Z';
const today = (items: TodayItem[]): TeamToday => ({
  items,
  ended: [],
  calls: [],
  onDuty: [marisol.name],
  colleagues: [{ ...imani, role: 'coach' }],
  proposals: [],
  now: NOW,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  vi.useRealTimers();
});

async function open(items: TodayItem[], path = '/team') {
  const member = { ...marisol, role: 'coach' };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-today': () => ({ body: today(items) }),
    'GET /functions/v1/team-patients': () => ({ body: list }),
    'GET /functions/v1/team-coaches': () => ({ body: { coaches: [me] } }),
    'GET /functions/v1/team-patient': () => ({ body: record }),
    'GET /functions/v1/team-messages': () => ({ body: { threads: [] } }),
  });
  history.replaceState(null, '', path);
  render(<App />);
  await screen.findByRole('region', { name: 'Needs attention' });
}
const key = (name: string) => fireEvent.keyDown(document.activeElement!, { key: name });
const focused = () => document.activeElement?.textContent;

test('the arrow keys move from item to item, to the first and to the last, and stop at the ends', async () => {
  await open([item({}), taken, ofNobody]);
  screen.getByRole('link', { name: 'Ada Okafor' }).focus();
  key('ArrowUp');
  expect(focused()).toBe('Ada Okafor');
  key('ArrowDown');
  expect(focused()).toBe('Bea Boyd');
  key('ArrowDown');
  // This item has no patient link, so focus goes to what solves it.
  expect(focused()).toBe('Open invitations');
  key('ArrowDown');
  expect(focused()).toBe('Open invitations');
  key('Home');
  expect(focused()).toBe('Ada Okafor');
  key('End');
  expect(focused()).toBe('Open invitations');
  // From a row's button, as from its patient.
  screen.getAllByRole('button', { name: 'Hand off' })[0]!.focus();
  key('ArrowDown');
  expect(focused()).toBe('Bea Boyd');
});

test('an item that someone has cannot be taken, and one Take per page is filled: the most urgent one', async () => {
  await open([item({}), urgent, item({ key: 'cap-too-long:five', urgent: true }), taken]);
  const rows = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  const takes = rows.map((row) => within(row).queryByRole('button', { name: 'Take' }));
  expect(takes.map((button) => button?.className.includes('bg-brand') ?? null)).toEqual([
    false,
    true,
    false,
    null,
  ]);
  expect(rows[3]!.textContent).toContain('Taken by Imani Brooks, 3:10 am');
  expect(rows[0]!.textContent).toContain('Unassigned');
});

test('‘Take’ is not offered on what is yours, except where an urgent item goes to the clinicians unless it is taken', async () => {
  await open([
    item({ key: 'symptoms:one', ownedBy: me }),
    item({ ...urgent, ownedBy: me }),
    item({ ...urgent, key: 'cap-too-long:five', takenBy: me, takenAt: NOW, isHeld: true }),
    item({ ...urgent, key: 'cap-too-long:six', ownedBy: me, mayEnd: false }),
  ]);
  const rows = within(screen.getByRole('region', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).queryByRole('button', { name: 'Take' }) !== null)).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

test('‘All’ has a filter by role where it shows the work of several', async () => {
  const check = item({ key: 'safety-check:two', title: 'Safety check to review', owner: 'clinician' });
  await open([item({}), check]);
  const attention = within(screen.getByRole('region', { name: 'Needs attention' }));
  const titles = () =>
    attention.getAllByRole('listitem').map((row) => within(row).getByRole('heading').textContent);
  expect(titles()).toEqual(['Symptoms reported', 'Safety check to review']);
  const role = attention.getByRole('combobox', { name: 'Role' });
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Everyone', 'Coaches', 'Clinicians']);
  fireEvent.change(role, { target: { value: 'clinician' } });
  expect(titles()).toEqual(['Safety check to review']);
  fireEvent.change(role, { target: { value: '' } });
  expect(titles()).toHaveLength(2);
});

test('a carrier’s tracking number, or a link, ends ‘Kit to send’ from Today', async () => {
  const sent: unknown[] = [];
  await open([item({ key: 'kit-to-send:six', rule: 'kit-to-send', title: 'Kit to send' })]);
  server().answer({
    'POST /functions/v1/team-kits': (body: unknown) => {
      sent.push(body);
      return { body: { id: ADA } };
    },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Add tracking' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Kit' }));
  expect(dialog.getByText('Ada Okafor')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('Carrier'), { target: { value: 'UPS' } });
  fireEvent.change(dialog.getByLabelText('Tracking number'), { target: { value: '1Z 999' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Please enter the tracking number on the label')).toBeDefined();
  fireEvent.change(dialog.getByLabelText('Tracking number'), {
    target: { value: '1Z 999 AA1 01 2345 6784' },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { id: ADA, trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784', seen: null },
    ]),
  );
});

test('a dialog on Today keeps in sight whom it is about: date of birth, pronouns, status and alerts', async () => {
  await open([item({})]);
  const asked: string[] = [];
  server().answer({
    'GET /functions/v1/team-patient': (_body: unknown, query: string) => {
      asked.push(query);
      return {
        body: {
          birthDate: '1992-03-14',
          age: 34,
          pronouns: 'she/her',
          careState: 'paused',
          stage: 3,
          alerts: ['Needle phobia'],
        },
      };
    },
  });
  for (const name of ['Done', 'Remind me', 'Hand off']) {
    fireEvent.click(screen.getByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Ada Okafor')).toBeDefined();
    expect(await dialog.findByText('Age 34, born March 14, 1992 · she/her')).toBeDefined();
    expect(dialog.getByText('Paused')).toBeDefined();
    expect(dialog.getByText('Needle phobia')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  }
  expect(asked).toEqual([`id=${ADA}&part=who`]);
});

test('/ moves to the patient search', async () => {
  await open([item({})]);
  fireEvent.keyDown(document.body, { key: '/' });
  const search = await screen.findByLabelText(/^Search by name or email/);
  await waitFor(() => expect(document.activeElement).toBe(search));
  expect(location.pathname).toBe('/team/patients');
});

test('a record shows its items from Today, and what is done about them', async () => {
  await open([item({}), taken], `/team/patients/${ADA}`);
  const items = within(await screen.findByRole('region', { name: 'Needs attention' })).getAllByRole(
    'listitem',
  );
  expect(items).toHaveLength(1);
  expect(items[0]!.textContent).toContain('Symptoms reported');
  expect(items[0]!.textContent).toContain('Unassigned');
  fireEvent.click(within(items[0]!).getByRole('button', { name: 'Done' }));
  const dialog = await screen.findByRole('dialog', { name: 'Done: Symptoms reported' });
  expect(within(dialog).getByText('Ada Okafor')).toBeDefined();
});

test('the arrow keys move through the timeline, and Enter opens a note', async () => {
  await open([item({})], `/team/patients/${ADA}`);
  const timeline = within(await screen.findByRole('region', { name: 'Timeline' }));
  const entries = timeline.getAllByRole('listitem');
  expect(entries.filter(({ tabIndex }) => tabIndex === 0)).toEqual([entries[0]]);
  entries[0]!.focus();
  key('End');
  expect(document.activeElement).toBe(entries.at(-1));
  key('Home');
  expect(document.activeElement).toBe(entries[0]);
  const note = timeline.getByRole('button', { name: /^Read note/ }).closest('li')!;
  while (document.activeElement !== note) {
    const before = document.activeElement;
    key('ArrowDown');
    expect(document.activeElement).not.toBe(before);
  }
  key('Enter');
  expect(within(note).getByRole('button', { name: /^Close note/ })).toBeDefined();
});

test('the tab’s title starts with the number of urgent items, on every page', async () => {
  await open([urgent, item({})]);
  await screen.findByRole('heading', { level: 3, name: 'Cap in too long' });
  await waitFor(() => expect(document.title).toBe('(1) Today · Béa'));
  fireEvent.click(screen.getByRole('link', { name: 'Patients' }));
  await waitFor(() => expect(document.title).toBe('(1) Patients · Béa'));
});

test('people who want notifications learn that an item arrived, and nothing about whom or what', async () => {
  const shown: [title: string, options: NotificationOptions | undefined][] = [];
  class Shown extends EventTarget {
    static permission = 'default';
    static requestPermission = async () => (Shown.permission = 'granted');
    constructor(title: string, options?: NotificationOptions) {
      super();
      shown.push([title, options]);
    }
  }
  vi.stubGlobal('Notification', Shown);
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  await open([item({})]);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  await screen.findByRole('button', { name: 'Turn off notifications' });
  expect(shown).toEqual([]);
  server().answer({ 'GET /functions/v1/team-today': () => ({ body: today([urgent, item({})]) }) });
  await queryClient.invalidateQueries({ queryKey: ['team-today'] });
  await waitFor(() => expect(shown).toEqual([['Béa: an item needs you.', { tag: 'bea-today' }]]));
  // An item a colleague took needs no one else.
  server().answer({ 'GET /functions/v1/team-today': () => ({ body: today([taken, urgent, item({})]) }) });
  await queryClient.invalidateQueries({ queryKey: ['team-today'] });
  await waitFor(() => expect(screen.getAllByText('Bea Boyd').length).toBeGreaterThan(0));
  expect(shown).toHaveLength(1);
});
