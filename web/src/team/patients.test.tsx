import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
import { Earlier } from './features/patients/earlier.tsx';
// Browsers load it later. Here it would be transformed while a test waits for it.
import './routes/patients.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';
import { ADA, BEA, DRAFT, list, record } from './testing/record.ts';

const server = useClinic();

beforeEach(() => {
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  as('coach');
});

type Answer = (body: never, query: string) => { status?: number; body: unknown };

function as(role: string, answers: Record<string, Answer> = {}) {
  const member = { ...marisol, role };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-coaches': () => ({ body: { coaches: [{ id: marisol.id, name: marisol.name }] } }),
    'GET /functions/v1/team-patients': () => ({ body: list }),
    'GET /functions/v1/team-patient': () => ({ body: record }),
    ...answers,
  });
}

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
const sent: unknown[] = [];
const taking = (answer: () => { status?: number; body: unknown }) => (body: unknown) => {
  sent.push(body);
  return answer();
};
beforeEach(() => void sent.splice(0));

test('a row shows the patient’s state; one that may not be opened is a name, with a way to give a reason', async () => {
  visit('/team/patients');
  const row = await rowOf('Ada Okafor');
  expect(row.textContent).toContain('Stage 3, cycle 2');
  expect(row.textContent).toContain('Use your applicators');
  expect(row.textContent).toContain('Paused');
  expect(row.textContent).toContain('ada.oka…');
  expect(row.textContent).toContain('Unassigned');
  expect(row.textContent).toContain('Urgent2 items');
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/team/patients/${ADA}`);
  const other = await rowOf('Bea Boyd');
  expect(within(other).queryByRole('link')).toBeNull();
  expect(within(other).getByRole('button', { name: /^Open with a reason/ })).toBeDefined();
  expect(within(other).queryByRole('checkbox')).toBeNull();
});

test('a clinician can open a patient who hasn’t consented', async () => {
  as('clinician');
  visit('/team/patients');
  const row = await rowOf('Bea Boyd');
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/team/patients/${BEA}`);
});

test('selected patients are assigned together', async () => {
  server().answer({ 'POST /functions/v1/team-care': taking(() => ({ body: { ids: [ADA] } })) });
  visit('/team/patients');
  fireEvent.click(await screen.findByLabelText('Select all on this page'));
  expect(screen.getByText('1 chosen')).toBeDefined();
  press('Assign to coach');
  const dialog = screen.getByRole('dialog', { name: 'Assign to coach' });
  await within(dialog).findByRole('option', { name: marisol.name });
  fireEvent.change(within(dialog).getByLabelText('Coach'), { target: { value: marisol.id } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ action: 'assign', coach: marisol.id, id: ADA }]);
});

test('a list that does not load says so, and can be retried', async () => {
  as('coach', { 'GET /functions/v1/team-patients': () => refusal('invalid_input', 400) });
  visit('/team/patients');
  await screen.findByText('The list didn’t load');
  as('coach');
  press('Try again');
  await rowOf('Ada Okafor');
});

test('an empty list has nothing to select or page through, and links back to everyone', async () => {
  as('coach', {
    'GET /functions/v1/team-patients': () => ({ body: { patients: [], page: 1, pages: 1, total: 0 } }),
  });
  visit('/team/patients?search=zzz&stage=3');
  await screen.findByText('No patients found.');
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  expect(screen.queryByText(/^Select patients/)).toBeNull();
  as('coach');
  press('Show all patients');
  await rowOf('Ada Okafor');
  expect(location.search).toBe('');
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
});

test('a record shows banners, who this is, what can be done, and everything that happened', async () => {
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  expect(screen.getByText(/^Paused since November 10, 2026/)).toBeDefined();
  expect(screen.getByText(/Until December 1, 2026/)).toBeDefined();
  expect(screen.getByText(/in Chicago$/)).toBeDefined();
  const actions = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('button');
  expect(actions.map(({ textContent }) => textContent)).toEqual([
    'Write note',
    'Send message',
    'Staff note',
    'Record contact',
    'Follow up',
    'Log for patient',
    'Add alert',
    'Assign coach',
    'Send the kit',
    'Pause treatment',
    'Resume treatment',
    'Stop treatment',
  ]);
  expect(screen.getByText('Peak')).toBeDefined();
  press('Results');
  expect(screen.queryByRole('heading', { name: 'After our call' })).toBeNull();
  press('Questionnaire');
  expect(await screen.findByText('PCOS, Endometriosis')).toBeDefined();
  expect(document.title).toBe('Ada Okafor · Béa');
});

test('a long record shows its latest entries first, and older ones on request', async () => {
  const [, result] = record.timeline;
  const timeline = Array.from({ length: 201 }, (_, index) => ({
    ...result!,
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  }));
  as('coach', { 'GET /functions/v1/team-patient': () => ({ body: { ...record, timeline } }) });
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  expect(screen.getAllByText('Peak')).toHaveLength(200);
  press('Show older');
  expect(screen.getAllByText('Peak')).toHaveLength(201);
});

test('older cycles are folded until opened, and the timeline can be filtered by topic', async () => {
  const [note, result] = record.timeline;
  const at = (day: string, number: number) => ({
    ...result!,
    id: `00000000-0000-4000-8000-00000000000${number}`,
    at: `${day}T12:00:00Z`,
  });
  const timeline = [note!, at('2026-11-07', 1), at('2026-10-08', 2), at('2026-09-01', 3)];
  const periods = ['2026-11-04', '2026-10-07'].map((day) => ({ day, kind: 'period' as const }));
  // The chart measures its size, which jsdom can't do without a layout.
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  as('coach', {
    'GET /functions/v1/team-patient': () => ({
      body: { ...record, timeline, cycle: { ...record.cycle, periods } },
    }),
  });
  visit(`/team/patients/${ADA}`);
  expect(await screen.findByRole('button', { name: 'Cycle from November 4 2 entries' })).toBeDefined();
  expect(screen.getAllByText('Peak')).toHaveLength(1);
  press('Cycle from October 7 to November 3 1 entry');
  expect(screen.getAllByText('Peak')).toHaveLength(2);
  expect(screen.getByText('Medical note, November 12, 2026')).toBeDefined();
  expect(screen.getByText('· Take one step')).toBeDefined();
  press('Notes');
  expect(screen.queryByText('Peak')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Before October 7/ })).toBeNull();
  press('Messages');
  expect(screen.getByText('No messages yet')).toBeDefined();
});

test('an older cycle is loaded when it is unfolded, and can be tried again', async () => {
  const [, result] = record.timeline;
  const at = (day: string, number: number) => ({
    ...result!,
    id: `00000000-0000-4000-8000-00000000000${number}`,
    at: `${day}T12:00:00Z`,
  });
  const [newest, older] = [at('2026-11-07', 1), at('2026-10-08', 2)];
  const counts = { all: 1, results: 1, notes: 0, calls: 0, messages: 0, team: 0 };
  const periods = ['2026-11-04', '2026-10-07'].map((day) => ({ day, kind: 'period' as const }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const cycle = { ...record.cycle, periods };
  const opening = {
    ...record,
    cycle,
    timeline: [newest],
    older: [{ startsOn: '2026-10-07', endsOn: '2026-11-03', counts }],
  };
  let isDown = true;
  as('coach', {
    'GET /functions/v1/team-patient': (_body, query) =>
      query.includes('cycles=newest')
        ? { body: opening }
        : isDown
          ? { status: 400, body: { code: 'bad_request', message: 'no' } }
          : { body: { ...record, cycle, timeline: [newest, older] } },
  });
  visit(`/team/patients/${ADA}`);
  const folded = await screen.findByRole('button', { name: 'Cycle from October 7 to November 3 1 entry' });
  expect(screen.getAllByText('Peak')).toHaveLength(1);
  press('Notes');
  expect(screen.queryByRole('button', { name: /^Cycle from October 7/ })).toBeNull();
  press('All');
  fireEvent.click(
    folded.isConnected ? folded : screen.getByRole('button', { name: /^Cycle from October 7/ }),
  );
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  fireEvent.click(again);
  await waitFor(() => expect(screen.getAllByText('Peak')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Cycle from October 7 to November 3 1 entry' })).toBeDefined();
});

test('before a call, the last call and note are found in older cycles too', async () => {
  const [note] = record.timeline;
  const call = { ...note!, kind: 'call' as const, title: 'Initial Consultation', text: 'Completed' };
  const counts = { all: 2, results: 0, notes: 1, calls: 1, messages: 0, team: 0 };
  const older = [{ startsOn: '2026-10-07', endsOn: '2026-11-03', counts }];
  as('coach', {
    'GET /functions/v1/team-patient': (_body, query) => ({
      body: query.includes('cycles=newest')
        ? { ...record, timeline: [], older }
        : { ...record, timeline: [note, { ...call, id: BEA }] },
    }),
  });
  render(
    <QueryClientProvider client={queryClient}>
      <Earlier id={ADA} zone="America/New_York" />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('Initial Consultation, November 12, 2026')).toBeDefined();
  expect(screen.getByText('After our call, November 12, 2026')).toBeDefined();
  expect(screen.queryByText('none yet')).toBeNull();
});

test('an act says which state its author saw, and one that came second says what happened', async () => {
  const WORDS = 'The patient’s record has changed meanwhile.';
  server().answer({
    'POST /functions/v1/team-care': taking(() => ({
      status: 409,
      body: { code: 'changed_meanwhile', message: WORDS },
    })),
  });
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  press('Stop treatment');
  const dialog = await screen.findByRole('dialog', { name: 'Stop treatment' });
  fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Moves away' } });
  const reads = () =>
    server()
      .asked()
      .filter((call) => call.endsWith('team-patient')).length;
  const before = reads();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Stop treatment' }));
  as('coach', {
    'GET /functions/v1/team-patient': () => ({
      body: { ...record, careState: 'stopped', care: { ...record.care, acts: ['resume'] } },
    }),
  });
  await within(dialog).findByText(WORDS);
  expect(sent).toEqual([{ action: 'stop', id: ADA, seen: 'paused', reason: 'Moves away' }]);
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
  // The page behind it is current, while the dialog and its text stay.
  await screen.findByText(/^Stopped since/);
  expect(within(dialog).getByText(WORDS)).toBeDefined();
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe('Moves away');
});

test.each([
  { kind: 'outcome', title: 'Loss', text: 'On November 6, 2026' },
  { kind: 'result', title: 'Pregnancy test', text: 'Positive' },
])('undoing $title asks first, as the portal does, and says what will happen', async (entry) => {
  const [, result] = record.timeline;
  as('clinician', {
    'GET /functions/v1/team-patient': () => ({ body: { ...record, timeline: [{ ...result, ...entry }] } }),
    'POST /functions/v1/team-care': taking(() => ({ body: { ids: [ADA] } })),
  });
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  const undo = new RegExp(`^Undo: ${entry.title}`);
  const question = () => screen.findByRole('dialog', { name: 'Did you report this by mistake?' });
  fireEvent.click(screen.getByRole('button', { name: undo }));
  expect((await question()).textContent).toContain(
    `${entry.title}: ${entry.text}. The patient’s plan will go`,
  );
  fireEvent.click(within(await question()).getByRole('button', { name: 'No, keep it as it is' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: undo }));
  fireEvent.click(within(await question()).getByRole('button', { name: 'Yes, undo it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([{ action: 'take-back', id: ADA, seen: 'paused', resultId: BEA }]);
});

test.each([
  [1, 'Before treatment'],
  [2, 'Before treatment'],
  [3, 'In treatment'],
  [4, 'After treatment'],
])('a patient at stage %i is shown as “%s”', async (stage, words) => {
  as('coach', {
    'GET /functions/v1/team-patient': () => ({
      body: { ...record, careState: 'treatment', profile: { ...record.profile, stage } },
    }),
  });
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  expect(screen.getByText(words)).toBeDefined();
});

test('another coach’s patient requires a reason', async () => {
  as('coach', { 'GET /functions/v1/team-patient': () => refusal('reason_required') });
  server().answer({
    'POST /functions/v1/team-open-with-reason': taking(() => ({ body: { until: '2026-11-16T20:00:00Z' } })),
  });
  visit(`/team/patients/${ADA}`);
  await screen.findByRole('heading', { level: 1, name: 'Another coach’s patient' });
  press('Open with a reason');
  fireEvent.click(screen.getByLabelText('Safety'));
  type('Details', 'A cap worn too long');
  as('coach');
  press('Open record');
  await screen.findByRole('heading', { level: 1, name: 'Ada Okafor' });
  expect(sent).toEqual([{ id: ADA, category: 'safety', words: 'A cap worn too long' }]);
});

test('a note saves itself, and is signed in its saved version', async () => {
  let version = 3;
  server().answer({
    'POST /functions/v1/team-notes': taking(() => ({ body: { id: DRAFT, version: (version += 1) } })),
  });
  visit(`/team/patients/${ADA}?do=note&note=${DRAFT}`);
  await screen.findByDisplayValue('As far as it went');
  expect(screen.getByText(/^Draft saved Nov 15, /)).toBeDefined();
  type('Text', 'As far as it goes');
  expect(screen.queryByText(/^Draft saved/)).toBeNull();
  await screen.findByText(/^Draft saved/);
  expect(sent).toEqual([
    {
      action: 'save',
      patientId: ADA,
      noteId: DRAFT,
      version: 3,
      kind: 'medical',
      title: 'Begun yesterday',
      date: '2026-11-15',
      text: 'As far as it goes',
    },
  ]);
  press('Sign');
  const dialog = screen.getByRole('dialog', { name: 'Sign this note?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Sign' }));
  await waitFor(() => expect(screen.queryByLabelText('Text')).toBeNull());
  expect(sent.at(-1)).toEqual({ action: 'sign', noteId: DRAFT, version: 4 });
  expect(location.search).toBe('');
});

test('an empty note cannot be signed, and says what is missing', async () => {
  visit(`/team/patients/${ADA}?do=note`);
  await screen.findByLabelText('Text');
  press('Sign');
  expect(screen.getByText('Please enter a title')).toBeDefined();
  expect(screen.getByText('Please enter text')).toBeDefined();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a draft that changed in another tab is not overwritten, and nothing typed is lost', async () => {
  server().answer({ 'POST /functions/v1/team-notes': taking(() => refusal('changed_meanwhile', 409)) });
  visit(`/team/patients/${ADA}?do=note&note=${DRAFT}`);
  await screen.findByDisplayValue('As far as it went');
  type('Text', 'Mine');
  await screen.findByText(/changed, signed or discarded in another tab/);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign' }).disabled).toBe(true);
  type('Text', 'Mine, and more');
  server().answer({ 'POST /functions/v1/team-notes': taking(() => ({ body: { id: BEA, version: 1 } })) });
  press('Keep mine as a new draft');
  await screen.findByText(/^Draft saved/);
  expect(sent.at(-1)).toMatchObject({ action: 'save', text: 'Mine, and more' });
  expect(sent.at(-1)).not.toHaveProperty('noteId');
});

test('a save without a response is sent again unchanged, then what was typed since', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let answers = 0;
    server().answer({
      'POST /functions/v1/team-notes': taking(() =>
        (answers += 1) === 1
          ? { status: 503, body: { code: 'unavailable', message: '' } }
          : { body: { id: DRAFT, version: answers } },
      ),
    });
    visit(`/team/patients/${ADA}?do=note`);
    await screen.findByLabelText('Text');
    type('Text', 'One');
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    await screen.findByText(/The server didn’t respond/);
    type('Text', 'One and two');
    await act(() => vi.advanceTimersByTimeAsync(5_100));
    await waitFor(() => expect(sent).toHaveLength(2));
    await act(() => vi.advanceTimersByTimeAsync(1_100));
    await screen.findByText(/^Draft saved/);
    expect(sent.map((body) => (body as { text: string }).text)).toEqual(['One', 'One', 'One and two']);
  } finally {
    vi.useRealTimers();
  }
});

test('a session that ended while writing a note asks to sign in, and the text is restored', async () => {
  visit(`/team/patients/${ADA}?do=note`);
  await screen.findByLabelText('Text');
  server().answer({
    'POST /functions/v1/team-notes': () => refusal('session_too_old'),
    'GET /functions/v1/team-session': () => refusal('session_too_old'),
  });
  type('Text', 'Half a sentence');
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  keepSession('aal2');
  as('coach');
  await screen.findByDisplayValue('Half a sentence');
});

test('an administrator reads why a patient is only a name, and finds the invitation', async () => {
  as('administrator', {
    'GET /functions/v1/team-patients': () => ({
      body: { ...list, patients: [{ id: ADA, name: 'Ada Okafor' }] },
    }),
  });
  visit('/team/patients');
  const row = await rowOf('Ada Okafor');
  expect(row.textContent).toContain('No access yet, consent missing, or access ended');
  expect(within(row).getByRole('link', { name: 'See invitation' }).getAttribute('href')).toBe(
    '/team/invitations?search=Ada%20Okafor',
  );
});

test('an administrator sees what is sent, and nothing about health', async () => {
  const administration = {
    email: 'ada.okafor@example.com',
    phone: '+1 555 0100',
    invitedAt: '2026-10-01T12:00:00Z',
    signedInAt: '2026-10-02T12:00:00Z',
    consents: { privacyPolicy: true, dataUse: true, research: false, texts: true },
    kit: { trackingUrl: null, askedAt: '2026-11-01T12:00:00Z', sentOn: null, arrivedAt: null, address: null },
    delivery: 'parked',
    nextCallAt: null,
  };
  as('administrator', {
    'GET /functions/v1/team-patients': () => ({
      body: { ...list, patients: [{ id: ADA, name: 'Ada Okafor', administration }] },
    }),
    'GET /functions/v1/team-patient': () => ({
      body: {
        id: ADA,
        name: 'Ada Okafor',
        email: administration.email,
        access: 'administration',
        administration,
        identity: record.profile.identity,
        mails: [{ at: '2026-11-02', channel: 'email', state: 'parked' }],
        calls: [{ startsAt: '2026-11-21T19:30:00Z', endsAt: '2026-11-21T20:00:00Z', status: 'booked' }],
      },
    }),
  });
  visit('/team/patients?stage=3');
  const row = await rowOf('Ada Okafor');
  expect(row.textContent).toContain('Privacy and data use, texts');
  expect(row.textContent).toContain('Kit to send, no address yet');
  expect(row.textContent).toContain('Not delivered');
  expect(screen.queryByLabelText('Stage')).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.click(within(row).getByRole('link'));
  await screen.findByText('November 21, 2026, 2:30 pm to 3:00 pm');
  expect(screen.getByText('November 2, 2026')).toBeDefined();
  expect(screen.getByText('Email: Not delivered')).toBeDefined();
});
