import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Loaded late in a browser; here it would be transformed while a test waits for it.
import './routes/calendar.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';

const server = useClinic();
const sent: Record<string, unknown>[] = [];
const PATIENT = { id: '7c0e8d5e-7a4b-4a69-9f2f-0c8f3a1b2d01', name: 'Zoë Castellano' };
const NOA = { id: 'a1f0c2d4-1111-4c59-9a57-3d6a7f1f3c22', name: 'Noa Lind' };
const CALL = '0b0e8d5e-7a4b-4a69-9f2f-0c8f3a1b2d02';
const call = {
  id: CALL,
  version: 2,
  patient: PATIENT,
  kind: 'Support call',
  host: { id: marisol.id, name: marisol.name },
  startsAt: '2026-11-18T15:00:00Z',
  endsAt: '2026-11-18T15:30:00Z',
  outcome: null,
  unsettled: false,
  mayChange: true,
  mayTell: false,
};
const week = {
  person: { id: marisol.id, name: marisol.name, role: 'coach', timeZone: 'America/New_York', hasLeft: false },
  from: '2026-11-16',
  calls: [call],
  unsettled: [],
  hours: [{ weekday: 3, from: '09:00', until: '24:00' }],
  absences: [],
  daysOff: [],
  people: [
    { id: marisol.id, name: marisol.name, role: 'coach', hasLeft: false },
    { ...NOA, role: 'coach', hasLeft: false },
  ],
  kinds: [{ slug: 'support', name: 'Support call' }],
  reader: { id: marisol.id, role: 'coach', timeZone: 'America/New_York' },
  now: '2026-11-16T12:00:00Z',
};

function open(calendar: object = week, role = 'coach', query = '') {
  const member = { ...marisol, role };
  const taking = (answer: object) => (body: unknown) => {
    sent.push(body as Record<string, unknown>);
    return { body: answer };
  };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-calendar': () => ({ body: calendar }),
    'GET /functions/v1/team-slots': () => ({ body: { slots: [], colleagues: [NOA] } }),
    'POST /functions/v1/team-calls': taking({ id: CALL }),
    'POST /functions/v1/team-hours': taking({ hours: [] }),
    'POST /functions/v1/team-absences': taking({ id: CALL, calls: [] }),
  });
  history.replaceState(null, '', `/team/calendar${query}`);
  render(<App />);
}

beforeEach(() => {
  sent.splice(0);
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
});

const dialog = (name: string) => screen.findByRole('dialog', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const pressIn = (box: HTMLElement, name: string) =>
  fireEvent.click(within(box).getByRole('button', { name }));
const fill = (box: HTMLElement, label: string, value: string) =>
  fireEvent.change(within(box).getByLabelText(label), { target: { value } });

test('a week shows the days that have hours or calls, by the person’s own clock', async () => {
  open();
  const day = (await screen.findByRole('heading', { name: 'Wednesday, November 18' })).closest('li')!;
  expect(within(day).getByText('10:00 am to 10:30 am')).toBeDefined();
  expect(within(day).getByText('9:00 am to midnight')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Friday, November 20' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Saturday, November 21' })).toBeNull();
  expect(
    within(day)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Reschedule', 'Reassign', 'Cancel call']);
});

test('a call is given to a colleague who is free, with what was seen of it', async () => {
  open();
  await screen.findByText('Support call');
  press('Reassign');
  const box = await dialog('Reassign');
  await within(box).findByLabelText('Colleague');
  pressIn(box, 'Save');
  within(box).getByText('Please choose a colleague');
  fill(box, 'Colleague', NOA.id);
  pressIn(box, 'Save');
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'give', id: CALL, version: 2, to: NOA.id }]));
});

test('where no colleague is free nothing can be saved', async () => {
  open();
  await screen.findByText('Support call');
  server().answer({ 'GET /functions/v1/team-slots': () => ({ body: { slots: [], colleagues: [] } }) });
  press('Reassign');
  const box = await dialog('Reassign');
  await within(box).findByText(/No colleague who takes this call is free then/);
  expect(within(box).queryByRole('button', { name: 'Save' })).toBeNull();
});

test('somebody without hours reads that patients are offered none', async () => {
  open({ ...week, hours: [] });
  await screen.findByText('Marisol Vega has no hours yet, so patients are offered no times with them.');
});

test('a call is canceled with a sentence, and whoever comes second reads what happened', async () => {
  open();
  await screen.findByText('Support call');
  press('Cancel call');
  const box = await dialog('Cancel call');
  pressIn(box, 'Cancel call');
  within(box).getByText('Please write a sentence to the patient');
  expect(sent).toEqual([]);
  server().answer({ 'POST /functions/v1/team-calls': () => refusal('changed_meanwhile', 409) });
  fill(box, 'A sentence to the patient', 'We are sorry.');
  pressIn(box, 'Cancel call');
  await within(box).findByText('changed_meanwhile!');
});

test('hours that overlap are told before they are sent, and are sent with those that were shown', async () => {
  open();
  await screen.findByText('Support call');
  press('Hours');
  const box = await dialog('Hours of Marisol Vega');
  pressIn(box, 'Add hours on Wednesday');
  fireEvent.change(within(box).getAllByLabelText('Wednesday until')[0]!, { target: { value: '14:00' } });
  pressIn(box, 'Save');
  within(box).getByText('Wednesday: Please enter hours that do not overlap');
  fireEvent.change(within(box).getAllByLabelText('Wednesday until')[0]!, { target: { value: '12:00' } });
  pressIn(box, 'Save');
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        person: marisol.id,
        before: week.hours,
        hours: [
          { weekday: 3, from: '09:00', until: '12:00' },
          { weekday: 3, from: '13:00', until: '24:00' },
        ],
      },
    ]),
  );
});

test('an absence of days is sent as days, one of hours as moments of the person’s zone', async () => {
  open();
  await screen.findByText('Support call');
  press('Absence');
  const box = await dialog('Absence of Marisol Vega');
  fill(box, 'From', '2026-11-20');
  fill(box, 'To', '2026-11-18');
  pressIn(box, 'Save');
  within(box).getByText('Please choose an end after the beginning');
  fill(box, 'To', '2026-11-23');
  fill(box, 'Covered by', NOA.id);
  pressIn(box, 'Save');
  const days = { from: '2026-11-20', until: '2026-11-23', coveredBy: NOA.id };
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'add', person: marisol.id, ...days }]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  press('Absence');
  const hours = await dialog('Absence of Marisol Vega');
  fireEvent.click(within(hours).getByLabelText('Hours'));
  fill(hours, 'From', '2026-11-18T09:00');
  fill(hours, 'To', '2026-11-18T11:00');
  pressIn(hours, 'Save');
  await vi.waitFor(() =>
    expect(sent[1]).toMatchObject({
      from: '2026-11-18T14:00:00.000Z',
      until: '2026-11-18T16:00:00.000Z',
      coveredBy: null,
    }),
  );
});

test('every coach sees the patients of a coach who is away and not covered; of a clinician nothing is said', async () => {
  const away = { id: NOA.id, from: '2026-11-18T05:00:00Z', until: '2026-11-20T05:00:00Z', coveredBy: null };
  open({ ...week, absences: [away] });
  await screen.findByText(/every coach sees the patients/);
  cleanup();
  queryClient.clear();
  open({ ...week, absences: [away], person: { ...week.person, role: 'clinician' } });
  await screen.findByText('Wed, Nov 18 to Thu, Nov 19');
  expect(screen.queryByText(/every coach sees/)).toBeNull();
  press('Absence');
  const box = await dialog('Absence of Marisol Vega');
  within(box).getByText('Nobody in particular');
  fireEvent.click(within(box).getByLabelText('Hours'));
  pressIn(box, 'Save');
  expect(within(box).getAllByText('Please choose a day and a time')).toHaveLength(2);
});

test('calls within an absence wait above the week, also those of later weeks', async () => {
  const away = { id: NOA.id, from: '2026-11-18T05:00:00Z', until: '2026-11-20T05:00:00Z', coveredBy: NOA };
  const waits = {
    ...call,
    startsAt: '2026-12-18T15:00:00Z',
    endsAt: '2026-12-18T15:30:00Z',
    unsettled: true,
  };
  open({ ...week, calls: [], unsettled: [waits], absences: [away] });
  const list = await screen.findByRole('region', { name: 'Calls that wait' });
  within(list).getByText('1 call waits for a decision');
  within(list).getByText('Fri, Dec 18, 10:00 am to 10:30 am');
  expect(screen.getAllByText('Away')).toHaveLength(2);
  screen.getByText('Wed, Nov 18 to Thu, Nov 19');
  screen.getByText(/covered by Noa Lind/);
});

test('an administrator chooses whose week it is, and books nothing', async () => {
  open(
    {
      ...week,
      kinds: [],
      calls: [{ ...call, kind: 'Call' }],
      reader: { ...week.reader, role: 'administrator' },
    },
    'administrator',
  );
  const person = await screen.findByLabelText('Person');
  expect(screen.queryByRole('button', { name: 'Book a call' })).toBeNull();
  fireEvent.change(person, { target: { value: NOA.id } });
  expect(location.search).toBe(`?person=${NOA.id}`);
});

test('a record’s ‘Book a call’ opens the booking for that patient, and leaves no trace in the address', async () => {
  server().answer({
    'GET /functions/v1/team-patient': () => ({
      body: { ...PATIENT, email: 'zoe@example.com', access: 'record' },
    }),
  });
  open(week, 'coach', `?book=${PATIENT.id}`);
  const box = await dialog('Book a call');
  await within(box).findByText('Zoë Castellano');
  within(box).getByText(', zoe@example.com');
  expect(within(box).queryByRole('searchbox')).toBeNull();
  fill(box, 'Kind of call', 'support');
  await within(box).findByText('No time is free within these 31 days.');
  pressIn(box, 'Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname + location.search).toBe('/team/calendar');
});

test('another search forgets who was chosen before, and whom a call is for stands above its times', async () => {
  const summary = {
    stage: 2,
    cycle: 1,
    phase: null,
    status: 'Active',
    lastLogAt: null,
    nextCall: null,
    coach: null,
    attention: null,
  };
  const found = [
    { ...PATIENT, summary: { ...summary, email: 'zoe@example.com' } },
    { ...NOA, summary: { ...summary, email: 'noa@example.com' } },
  ];
  const finds = (...patients: object[]) =>
    server().answer({
      'GET /functions/v1/team-patients': () => ({ body: { patients, page: 1, pages: 1, total: 1 } }),
    });
  open();
  const slot = { startTime: '2026-11-19T15:00:00Z', endTime: '2026-11-19T15:30:00Z', host: NOA };
  server().answer({ 'GET /functions/v1/team-slots': () => ({ body: { slots: [slot], colleagues: [] } }) });
  await screen.findByText('Support call');
  press('Book a call');
  const box = await dialog('Book a call');
  const search = (words: string) => {
    const field = within(box).getByLabelText('Search by name or email');
    fireEvent.change(field, { target: { value: words } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  finds(found[0]!);
  search('zoe');
  fireEvent.click(await within(box).findByLabelText('Zoë Castellano, zoe@example.com'));
  fill(box, 'Kind of call', 'support');
  fireEvent.change(await within(box).findByLabelText('Day'), { target: { value: '2026-11-19' } });
  expect(within(box).getByText(/^For/).textContent).toBe('For Zoë Castellano, zoe@example.com');
  fill(box, 'Time', slot.startTime);

  finds(found[1]!);
  search('noa');
  const noa = await within(box).findByLabelText('Noa Lind, noa@example.com');
  expect(within(box).queryByText(/^For/)).toBeNull();
  pressIn(box, 'Book');
  within(box).getByText('Please choose a patient');
  expect(sent).toEqual([]);
  fireEvent.click(noa);
  expect(within(box).getByText(/^For/).textContent).toBe('For Noa Lind, noa@example.com');
  fireEvent.change(await within(box).findByLabelText('Day'), { target: { value: '2026-11-19' } });
  fill(box, 'Time', slot.startTime);
  pressIn(box, 'Book');
  await vi.waitFor(() => expect(sent).toMatchObject([{ action: 'book', patientId: NOA.id }]));
});

test('hours that a colleague changes meanwhile do not pass for those that were seen', async () => {
  open();
  await screen.findByText('Support call');
  press('Hours');
  const box = await dialog('Hours of Marisol Vega');
  const changed = { ...week, hours: [{ weekday: 5, from: '08:00', until: '10:00' }] };
  server().answer({ 'GET /functions/v1/team-calendar': () => ({ body: changed }) });
  await queryClient.invalidateQueries({ queryKey: ['team-calendar'] });
  await screen.findByText('8:00 am to 10:00 am');
  pressIn(box, 'Save');
  await vi.waitFor(() => expect(sent).toMatchObject([{ before: week.hours, hours: week.hours }]));
});

test('the arrow keys lead from call to call', async () => {
  const next = {
    ...call,
    id: NOA.id,
    startsAt: '2026-11-19T15:00:00Z',
    endsAt: '2026-11-19T15:30:00Z',
    patient: { id: NOA.id, name: 'Ada Okafor' },
  };
  open({ ...week, calls: [call, next] });
  const first = await screen.findByRole('link', { name: 'Zoë Castellano' });
  first.focus();
  fireEvent.keyDown(first, { key: 'ArrowDown' });
  expect(document.activeElement?.textContent).toBe('Ada Okafor');
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' });
  expect(document.activeElement).toBe(first);
});
