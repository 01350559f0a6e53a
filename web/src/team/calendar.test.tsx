import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Browsers load it later. Here it would be transformed while a test waits for it.
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
  others: [],
  taken: [],
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

const SUMMARY = {
  email: 'zoe@example.com',
  stage: 2,
  cycle: 1,
  phase: null,
  status: 'Active',
  careState: 'treatment',
  lastLogAt: null,
  nextCall: null,
  coach: null,
  attention: null,
};

const ADMINISTRATION = {
  email: 'zoe@example.com',
  phone: null,
  invitedAt: '2026-10-01T12:00:00Z',
  signedInAt: '2026-10-02T12:00:00Z',
  consents: { privacyPolicy: true, dataUse: true, research: false, texts: false },
  kit: { trackingUrl: null, askedAt: null, sentOn: null, arrivedAt: null, address: null },
  delivery: null,
  nextCallAt: null,
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
    'GET /functions/v1/team-slots': () => ({ body: { slots: [], hosts: [], colleagues: [NOA] } }),
    'POST /functions/v1/team-calls': taking({ id: CALL }),
    'POST /functions/v1/team-hours': taking({ hours: [] }),
    'POST /functions/v1/team-absences': taking({ id: CALL, calls: [] }),
  });
  history.replaceState(null, '', `/team/calendar${query}`);
  render(<App />);
}

afterEach(() => vi.useRealTimers());

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

test('a week shows the days with hours or calls, in the person’s own zone', async () => {
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

test('a call is reassigned to a free colleague, with the version that was seen', async () => {
  open();
  await screen.findByText('Support call');
  press('Reassign');
  const box = await dialog('Reassign');
  await within(box).findByLabelText('Colleague');
  pressIn(box, 'Save');
  within(box).getByText('Please select a colleague');
  fill(box, 'Colleague', NOA.id);
  pressIn(box, 'Save');
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'give', id: CALL, version: 2, to: NOA.id }]));
});

test('if no colleague is free nothing can be saved', async () => {
  open();
  await screen.findByText('Support call');
  server().answer({
    'GET /functions/v1/team-slots': () => ({ body: { slots: [], hosts: [], colleagues: [] } }),
  });
  press('Reassign');
  const box = await dialog('Reassign');
  await within(box).findByText(/No colleague who takes this call type is free then/);
  expect(within(box).queryByRole('button', { name: 'Save' })).toBeNull();
});

test('someone without hours reads that patients are offered none', async () => {
  open({ ...week, hours: [] });
  await screen.findByText('Marisol Vega has no hours yet, so patients can’t book with them.');
});

test('a call is canceled with a message, and a colleague who comes second reads what happened', async () => {
  open();
  await screen.findByText('Support call');
  press('Cancel call');
  const box = await dialog('Cancel call');
  pressIn(box, 'Cancel call');
  within(box).getByText('Please enter a message to the patient');
  expect(sent).toEqual([]);
  server().answer({ 'POST /functions/v1/team-calls': () => refusal('changed_meanwhile', 409) });
  fill(box, 'Message to the patient', 'We are sorry.');
  pressIn(box, 'Cancel call');
  await within(box).findByText('changed_meanwhile!');
});

test('overlapping hours show an error before they are sent, and are sent with the ones shown', async () => {
  open();
  await screen.findByText('Support call');
  press('Hours');
  const box = await dialog('Marisol Vega’s hours');
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

test('an absence in days is sent as days, one in hours as moments in the person’s zone', async () => {
  open();
  await screen.findByText('Support call');
  press('Absence');
  const box = await dialog('Add absence for Marisol Vega');
  fill(box, 'From', '2026-11-20');
  fill(box, 'To', '2026-11-18');
  pressIn(box, 'Save');
  within(box).getByText('Please select an end after the beginning');
  fill(box, 'To', '2026-11-23');
  fill(box, 'Covered by', NOA.id);
  pressIn(box, 'Save');
  const days = { from: '2026-11-20', until: '2026-11-23', coveredBy: NOA.id };
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'add', person: marisol.id, ...days }]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  press('Absence');
  const hours = await dialog('Add absence for Marisol Vega');
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

test('every coach sees the patients of a coach who is away and not covered; for a clinician nothing is said', async () => {
  const away = { id: NOA.id, from: '2026-11-18T05:00:00Z', until: '2026-11-20T05:00:00Z', coveredBy: null };
  open({ ...week, absences: [away] });
  await screen.findByText(/all coaches can see the patients/);
  cleanup();
  queryClient.clear();
  open({ ...week, absences: [away], person: { ...week.person, role: 'clinician' } });
  await screen.findByText('Wed, Nov 18 to Thu, Nov 19');
  expect(screen.queryByText(/all coaches can see/)).toBeNull();
  press('Absence');
  const box = await dialog('Add absence for Marisol Vega');
  within(box).getByText('No one in particular');
  fireEvent.click(within(box).getByLabelText('Hours'));
  pressIn(box, 'Save');
  expect(within(box).getAllByText('Please select a day and a time')).toHaveLength(2);
});

test('calls during an absence are above the week, even those in later weeks', async () => {
  const away = { id: NOA.id, from: '2026-11-18T05:00:00Z', until: '2026-11-20T05:00:00Z', coveredBy: NOA };
  const waits = {
    ...call,
    startsAt: '2026-12-18T15:00:00Z',
    endsAt: '2026-12-18T15:30:00Z',
    unsettled: true,
  };
  open({ ...week, calls: [], unsettled: [waits], absences: [away] });
  const list = await screen.findByRole('region', { name: 'Calls that need a new plan' });
  within(list).getByText('1 call needs a new plan');
  within(list).getByText('Fri, Dec 18, 10:00 am to 10:30 am');
  expect(screen.getAllByText('Away')).toHaveLength(2);
  screen.getByText('Wed, Nov 18 to Thu, Nov 19');
  screen.getByText(/covered by Noa Lind/);
});

test('an administrator selects whose week it is, and books by call type without seeing types afterwards', async () => {
  open(
    {
      ...week,
      kinds: [{ slug: 'safety-call', name: 'Clinician call' }],
      calls: [{ ...call, kind: 'Call' }],
      reader: { ...week.reader, role: 'administrator' },
    },
    'administrator',
  );
  const person = await screen.findByLabelText('Person');
  screen.getByRole('button', { name: '10:00 am to 10:30 am, Zoë Castellano, Call' });
  server().answer({
    'GET /functions/v1/team-patients': () => ({
      body: {
        patients: [{ ...PATIENT, birthDate: '1990-03-14', administration: ADMINISTRATION }, NOA],
        page: 1,
        pages: 1,
        total: 2,
      },
    }),
    'GET /functions/v1/team-patient': () => ({
      body: { ...PATIENT, email: 'zoe@example.com', access: 'administration' },
    }),
    'GET /functions/v1/team-slots': () => ({
      body: {
        slots: [{ startTime: '2026-11-19T15:00:00Z', endTime: '2026-11-19T15:30:00Z', host: NOA, free: [0] }],
        hosts: [NOA],
        colleagues: [],
      },
    }),
  });
  press('Book a call');
  const box = await dialog('Book a call');
  const field = within(box).getByLabelText(/^Search by name or email/);
  fireEvent.change(field, { target: { value: 'zoe' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(await within(box).findByLabelText('Zoë Castellano, zoe@example.com, born March 14, 1990'));
  expect(within(box).queryByLabelText(/Noa Lind/)).toBeNull();
  within(box).getByRole('option', { name: 'Clinician call' });
  fill(box, 'Call type', 'safety-call');
  fireEvent.change(await within(box).findByLabelText('Day'), { target: { value: '2026-11-19' } });
  fill(box, 'Time', '2026-11-19T15:00:00Z');
  pressIn(box, 'Book');
  await vi.waitFor(() =>
    expect(sent).toMatchObject([{ action: 'book', patientId: PATIENT.id, appointmentType: 'safety-call' }]),
  );
  fireEvent.change(person, { target: { value: NOA.id } });
  expect(location.search).toBe(`?person=${NOA.id}`);
});

test('a record’s ‘Book a call’ opens the booking for that patient, and leaves nothing in the URL', async () => {
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
  fill(box, 'Call type', 'support');
  await within(box).findByText('No open times in the next 31 days.');
  pressIn(box, 'Cancel');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.pathname + location.search).toBe('/team/calendar');
});

test('booking for a patient with an unknown time zone says so, and can set it', async () => {
  const bookFor = async (timeZone: string | null) => {
    server().answer({
      'GET /functions/v1/team-patient': () => ({
        body: { ...PATIENT, email: 'zoe@example.com', access: 'record', profile: { timeZone } },
      }),
      'POST /functions/v1/team-care': (body: unknown) => {
        sent.push(body as Record<string, unknown>);
        return { body: { id: PATIENT.id } };
      },
    });
    open(week, 'coach', `?book=${PATIENT.id}`);
    return dialog('Book a call');
  };
  vi.stubEnv('VITE_CLINIC_TIME_ZONE', 'America/Chicago');
  const box = await bookFor(null);
  await within(box).findByText('Time zone not known. The email will say Central Time.');
  fill(box, 'Patient’s time zone', 'America/Denver');
  await vi.waitFor(() =>
    expect(sent).toEqual([{ action: 'set-time-zone', id: PATIENT.id, zone: 'America/Denver' }]),
  );
  cleanup();
  queryClient.clear();
  await within(await bookFor('America/Denver')).findByText('The email will say Mountain Time.');
});

test('a new search clears the previous selection, and the patient is shown above the times', async () => {
  const found = [
    { ...PATIENT, summary: SUMMARY },
    { ...NOA, summary: { ...SUMMARY, email: 'noa@example.com' } },
  ];
  const finds = (...patients: object[]) =>
    server().answer({
      'GET /functions/v1/team-patients': () => ({ body: { patients, page: 1, pages: 1, total: 1 } }),
    });
  open();
  const slot = { startTime: '2026-11-19T15:00:00Z', endTime: '2026-11-19T15:30:00Z', host: NOA, free: [0] };
  server().answer({
    'GET /functions/v1/team-slots': () => ({ body: { slots: [slot], hosts: [NOA], colleagues: [] } }),
  });
  await screen.findByText('Support call');
  press('Book a call');
  const box = await dialog('Book a call');
  const search = (words: string) => {
    const field = within(box).getByLabelText(/^Search by name or email/);
    fireEvent.change(field, { target: { value: words } });
    fireEvent.keyDown(field, { key: 'Enter' });
  };
  finds(found[0]!);
  search('zoe');
  fireEvent.click(await within(box).findByLabelText('Zoë Castellano, zoe@example.com'));
  fill(box, 'Call type', 'support');
  fireEvent.change(await within(box).findByLabelText('Day'), { target: { value: '2026-11-19' } });
  expect(within(box).getByText(/^For/).textContent).toBe('For Zoë Castellano, zoe@example.com');
  fill(box, 'Time', slot.startTime);

  finds(found[1]!);
  search('noa');
  const noa = await within(box).findByLabelText('Noa Lind, noa@example.com');
  expect(within(box).queryByText(/^For/)).toBeNull();
  pressIn(box, 'Book');
  within(box).getByText('Please select a patient');
  expect(sent).toEqual([]);
  fireEvent.click(noa);
  expect(within(box).getByText(/^For/).textContent).toBe('For Noa Lind, noa@example.com');
  fireEvent.change(await within(box).findByLabelText('Day'), { target: { value: '2026-11-19' } });
  fill(box, 'Time', slot.startTime);
  pressIn(box, 'Book');
  await vi.waitFor(() => expect(sent).toMatchObject([{ action: 'book', patientId: NOA.id }]));
});

test('hours that a colleague changes in the meantime are not mistaken for those seen', async () => {
  open();
  await screen.findByText('Support call');
  press('Hours');
  const box = await dialog('Marisol Vega’s hours');
  const changed = { ...week, hours: [{ weekday: 5, from: '08:00', until: '10:00' }] };
  server().answer({ 'GET /functions/v1/team-calendar': () => ({ body: changed }) });
  await queryClient.invalidateQueries({ queryKey: ['team-calendar'] });
  await screen.findByText('8:00 am to 10:00 am');
  pressIn(box, 'Save');
  await vi.waitFor(() => expect(sent).toMatchObject([{ before: week.hours, hours: week.hours }]));
});

test('the arrow keys move from call to call', async () => {
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

test('a call in the grid is named by time, patient and type, and opens its actions', async () => {
  open();
  const grid = await screen.findByRole('region', { name: 'Time grid' });
  const day = within(grid).getByRole('group', { name: 'Wednesday, November 18, Marisol Vega' });
  fireEvent.click(
    within(day).getByRole('button', { name: '10:00 am to 10:30 am, Zoë Castellano, Support call' }),
  );
  const box = await dialog('Call');
  within(box).getByText('Wed, Nov 18, 10:00 am to 10:30 am');
  pressIn(box, 'Reassign');
  await dialog('Reassign');
});

test('a day shows colleagues next to the person, and when they are busy', async () => {
  const other = {
    person: { ...week.person, ...NOA },
    hours: week.hours,
    absences: [],
    daysOff: [],
    calls: [],
    taken: [{ from: '2026-11-18T15:00:00Z', until: '2026-11-18T16:00:00Z' }],
  };
  open({ ...week, from: '2026-11-18', others: [other] }, 'coach', '?view=day&from=2026-11-18');
  const day = await screen.findByRole('group', { name: 'Wednesday, November 18, Noa Lind' });
  within(day).getByText('Busy');
  press('People');
  fireEvent.click(screen.getByLabelText('Noa Lind'));
  expect(location.search).toBe(`?view=day&from=2026-11-18&with=${NOA.id}`);
  // Twice, before the next day has loaded.
  press('Next');
  press('Next');
  expect(location.search).toBe(`?view=day&from=2026-11-20&with=${NOA.id}`);
  press('Week');
  fireEvent.change(await screen.findByLabelText('Go to date'), { target: { value: '2026-12-02' } });
  expect(location.search).toBe(`?view=week&from=2026-12-02&with=${NOA.id}`);
});

const SLOTS = {
  hosts: [{ id: marisol.id, name: marisol.name }, NOA],
  slots: ['2026-11-19T15:00:00.000Z', '2026-11-19T15:30:00.000Z', '2026-11-19T16:00:00.000Z'].map(
    (startTime, at) => ({
      startTime,
      endTime: new Date(Date.parse(startTime) + 1_800_000).toISOString(),
      host: { id: marisol.id, name: marisol.name },
      free: at === 1 ? [0] : [0, 1],
    }),
  ),
  colleagues: [NOA],
};
const thursdayToo = { ...week, hours: [...week.hours, { weekday: 4, from: '10:00', until: '12:00' }] };
const free = (from: string) =>
  screen.findByRole('button', {
    name: `Book Thursday, November 19, ${from}, with Marisol Vega. Free until 12:00 pm.`,
  });

test('free time is booked by key at the quarter that the arrows say, with whom it belongs to', async () => {
  server().answer({
    'GET /functions/v1/team-patient': () => ({
      body: {
        ...PATIENT,
        email: 'zoe@example.com',
        profile: { timeZone: 'America/Denver' },
        alerts: [{ id: CALL, text: 'Call the mobile, not the home phone', who: null, at: week.now }],
      },
    }),
    'GET /functions/v1/team-patients': () => ({
      body: { patients: [{ ...PATIENT, summary: SUMMARY }], page: 1, pages: 1, total: 1 },
    }),
  });
  vi.setSystemTime(Date.parse(week.now));
  open(thursdayToo);
  server().answer({ 'GET /functions/v1/team-slots': () => ({ body: SLOTS }) });
  const start = await free('10:00 am');
  fireEvent.keyDown(start, { key: 'ArrowDown' });
  fireEvent.keyDown(start, { key: 'ArrowDown' });
  fireEvent.click(await free('10:30 am'));
  const box = await dialog('Book a call');
  const field = within(box).getByLabelText(/^Search by name or email/);
  fireEvent.change(field, { target: { value: 'zoe' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  fireEvent.click(await within(box).findByLabelText('Zoë Castellano, zoe@example.com'));
  await within(box).findByText('Call the mobile, not the home phone');
  fill(box, 'Call type', 'support');
  await within(box).findByText('For the patient: Thu, Nov 19, 8:30 am.');
  expect(within(box).getByLabelText<HTMLSelectElement>('With').value).toBe(marisol.id);
  pressIn(box, 'Book');
  await vi.waitFor(() =>
    expect(sent).toEqual([
      {
        action: 'book',
        patientId: PATIENT.id,
        appointmentType: 'support',
        startTime: '2026-11-19T15:30:00.000Z',
        endTime: '2026-11-19T16:00:00.000Z',
        host: marisol.id,
      },
    ]),
  );
});

test('a call moved by Shift and the arrow keys changes nothing before it is saved, and a taken time names the next free ones', async () => {
  vi.setSystemTime(Date.parse(week.now));
  open(thursdayToo);
  server().answer({ 'GET /functions/v1/team-slots': () => ({ body: SLOTS }) });
  const tile = await screen.findByRole('button', { name: /^10:00 am to 10:30 am, Zoë Castellano/ });
  fireEvent.keyDown(tile, { key: 'ArrowRight', shiftKey: true });
  await screen.findByText('Thursday, November 19, 10:00 am, Marisol Vega');
  fireEvent.keyDown(tile, { key: 'Escape' });
  expect(screen.queryByText('Thursday, November 19, 10:00 am, Marisol Vega')).toBeNull();
  fireEvent.keyDown(tile, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(tile, { key: 'Enter' });
  const box = await dialog('Reschedule');
  expect((await within(box).findByLabelText<HTMLSelectElement>('Time')).value).toBe(
    '2026-11-19T15:00:00.000Z',
  );
  within(box).getByText(/We’ll email Zoë Castellano, Marisol Vega/);
  expect(sent).toEqual([]);
  server().answer({
    'POST /functions/v1/team-calls': () => refusal('slot_taken', 409),
    'GET /functions/v1/team-slots': () => ({ body: { ...SLOTS, slots: SLOTS.slots.slice(1) } }),
  });
  pressIn(box, 'Save');
  await within(box).findByText('Thu, Nov 19, 10:00 am isn’t free for this call.');
  fireEvent.click(within(box).getByLabelText('Thu, Nov 19, 10:30 am'));
  server().answer({
    'POST /functions/v1/team-calls': (body: unknown) => {
      sent.push(body as Record<string, unknown>);
      return { body: { id: CALL } };
    },
  });
  pressIn(box, 'Save');
  await vi.waitFor(() =>
    expect(sent).toMatchObject([{ action: 'move', id: CALL, startTime: '2026-11-19T15:30:00.000Z' }]),
  );
});

test('a call dropped on a colleague at its own time is reassigned, after a question', async () => {
  const other = { ...thursdayToo, person: { ...week.person, ...NOA }, calls: [], taken: [] };
  vi.setSystemTime(Date.parse(week.now));
  open({ ...thursdayToo, from: '2026-11-18', others: [other] }, 'coach', '?view=day&from=2026-11-18');
  const tile = await screen.findByRole('button', { name: /^10:00 am to 10:30 am, Zoë Castellano/ });
  fireEvent.keyDown(tile, { key: 'ArrowRight', shiftKey: true });
  fireEvent.keyDown(tile, { key: 'Enter' });
  const box = await dialog('Reassign');
  await within(box).findByText(
    'The time stays the same. We’ll email Zoë Castellano, Marisol Vega and Noa Lind.',
  );
  pressIn(box, 'Save');
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'give', id: CALL, version: 2, to: NOA.id }]));
});

test('all calls of an absence go to the colleague who can take them, and those left are named', async () => {
  const named = (id: string, name: string, hour: number) => ({
    ...call,
    id,
    patient: { ...PATIENT, name },
    startsAt: `2026-12-18T${hour}:00:00Z`,
    endsAt: `2026-12-18T${hour}:30:00Z`,
    unsettled: true,
  });
  const [zoe, ada] = [named(CALL, 'Zoë Castellano', 15), named(NOA.id, 'Ada Okafor', 16)];
  open({ ...week, calls: [], unsettled: [zoe, ada] });
  server().answer({
    'GET /functions/v1/team-slots': (_: unknown, query: string) => ({
      body: { slots: [], hosts: [], colleagues: query.includes(CALL) ? [NOA] : [] },
    }),
  });
  await screen.findByRole('region', { name: 'Calls that need a new plan' });
  press('Reassign all to …');
  const box = await dialog('Reassign all');
  await within(box).findByLabelText('Reassign all to');
  within(box).getByText('Noa Lind, can take 1 of 2');
  // The colleague who can take the most is selected already.
  within(box).getByText('Noa Lind can’t take these calls:');
  within(box).getByText('Ada Okafor, Fri, Dec 18, 11:00 am to 11:30 am');
  expect(sent).toEqual([]);
  pressIn(box, 'Reassign');
  await vi.waitFor(() => expect(sent).toEqual([{ action: 'give', id: CALL, version: 2, to: NOA.id }]));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
