import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SafetyCheckSituation } from '@domain/contracts/patient/submit-safety-check.ts';
import { QUESTIONS } from '@domain/safety/questions.ts';
import { AppError } from '@/lib/backend/app-error.ts';
import { callFunction } from '@/lib/backend/call-function.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { AfterAgreement } from './after-agreement.tsx';
import type { BookedCall } from './held.tsx';
import { SafetyCheck } from './safety-check.tsx';

vi.mock('@/lib/backend/call-function.ts', () => ({ callFunction: vi.fn() }));
vi.mock('@/lib/backend/session.ts', () => ({
  useUser: () => ({ id: 'robin' }),
  useSession: () => ({ user: null }),
  currentSession: () => ({ user: null }),
  onSessionChange: () => () => undefined,
}));
const call = vi.mocked(callFunction);
const ALWAYS = QUESTIONS.filter(({ asked }) => asked === 'always');
const CHANGED = 'Has anything changed since you last answered these questions?';

let situation: SafetyCheckSituation;
const sent = () => call.mock.calls.map(([name, given]) => [name, given?.body]).filter(([, body]) => body);

beforeEach(async () => {
  // jsdom lacks it.
  Element.prototype.scrollIntoView = vi.fn();
  sessionStorage.clear();
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('fetch', async () =>
    Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' }),
  );
  await loadConfig();
  situation = {
    standing: 'check',
    hasDonor: false,
    isPeakDay: false,
    hasAnsweredBefore: false,
    hasValidCheck: false,
    answerDueAt: null,
    answerNotNeeded: false,
    correctable: null,
    agreement: { isNeeded: false, person: 'self', name: null },
  };
  call.mockReset().mockImplementation((_, given) => {
    if (given?.method === 'GET') return Promise.resolve(situation as never);
    return Promise.resolve({ id: 'a', outcome: 'ready', reasons: [] } as never);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(some: Partial<SafetyCheckSituation> = {}, booked: BookedCall | null = null) {
  situation = { ...situation, ...some };
  render(
    <QueryClientProvider client={queryClient}>
      <AfterAgreement>
        <SafetyCheck call={booked} />
      </AfterAgreement>
    </QueryClientProvider>,
  );
  await screen.findAllByRole('button');
}
const answer = (question: string, given: string) =>
  fireEvent.click(within(screen.getByRole('group', { name: question })).getByLabelText(given));
const answerAll = () => {
  for (const { words } of QUESTIONS) if (screen.queryByRole('group', { name: words })) answer(words, 'No');
};
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Send answers' }));

test('each question is a group of three radios, and missing answers are marked', async () => {
  await open();
  expect(screen.getAllByRole('group')).toHaveLength(ALWAYS.length);
  for (const group of screen.getAllByRole('group'))
    expect(
      within(group)
        .getAllByRole('radio')
        .map((radio) => radio.closest('label')!.textContent),
    ).toEqual(['Yes', 'No', 'Not sure']);
  send();
  expect(screen.getAllByText('Please answer this question.')).toHaveLength(ALWAYS.length);
  expect(document.activeElement?.getAttribute('type')).toBe('radio');
  expect(sent()).toEqual([]);
});

test('a donor is asked about last, and only if there is one', async () => {
  await open({ hasDonor: true });
  const groups = screen.getAllByRole('group');
  expect(groups.at(-1)!.querySelector('legend')!.textContent).toBe('Has your donor been screened?');
});

test('ready continues, and sends an unscreened donor to the coach', async () => {
  await open({ hasDonor: true });
  answerAll();
  answer('Has your donor been screened?', 'No');
  call.mockImplementation((_, given) => {
    if (given?.method === 'GET') return Promise.resolve({ ...situation, standing: 'ready' } as never);
    return Promise.resolve({ id: 'a', outcome: 'ready', reasons: ['donor-screened'] } as never);
  });
  send();
  expect(await screen.findByRole('heading', { name: 'You can continue.' })).toBe(document.activeElement);
  expect(
    screen.getByText('If you haven’t yet, please talk to your coach about having your donor screened.'),
  ).toBeTruthy();
  expect(sent()).toEqual([
    [
      'submit-safety-check',
      {
        answers: {
          ...Object.fromEntries(ALWAYS.map(({ id }) => [id, 'no'])),
          'donor-screened': 'no',
        },
      },
    ],
  ]);
});

test('a blocked check says to talk to the clinician, with a call to book and links to timers and help', async () => {
  await open({ standing: 'held' });
  expect(
    screen.getByText('Please do not use an applicator until you have talked with your clinician.'),
  ).toBeTruthy();
  for (const name of [
    'Book a safety call',
    'I need an answer today',
    'I have already started',
    'How are you feeling?',
  ])
    expect(screen.getByRole('button', { name })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Call 911' }).getAttribute('href')).toBe('tel:911');
  expect(document.body.textContent).not.toMatch(/eligible/i);
});

test('every Yes and Not sure is shown again before sending, with a way to change it', async () => {
  await open();
  answerAll();
  expect(screen.queryByRole('region', { name: 'Before you send' })).toBeNull();
  answer('Do you have an IUD in place?', 'Not sure');
  answer('Are you allergic to silicone?', 'Yes');
  const review = screen.getByRole('region', { name: 'Before you send' });
  expect(
    within(review)
      .getAllByRole('listitem')
      .map((item) => item.querySelector('p')!.textContent),
  ).toEqual(['Are you allergic to silicone? Yes', 'Do you have an IUD in place? Not sure']);
  fireEvent.click(within(review).getByRole('button', { name: 'Change: Are you allergic to silicone?' }));
  expect(document.activeElement).toBe(
    within(screen.getByRole('group', { name: 'Are you allergic to silicone?' })).getByLabelText('Yes'),
  );
  answer('Are you allergic to silicone?', 'No');
  expect(within(review).getAllByRole('listitem')).toHaveLength(1);
});

test('a check just sent can be corrected, starts with its answers, and names the check', async () => {
  const id = 'c0ffee00-0000-4000-8000-000000000001';
  const answers = {
    ...Object.fromEntries(ALWAYS.map((question) => [question.id, 'no' as const])),
    coil: 'yes' as const,
  };
  const asked = { hasDonor: false, isPeakDay: false, hasAnsweredBefore: false, hasValidCheck: false };
  const until = new Date(Date.now() + 8 * 60 * 1000).toISOString();
  await open({ standing: 'held', correctable: { id, until, answers, situation: asked } });
  fireEvent.click(screen.getByRole('button', { name: 'Correct my answers' }));
  const coil = screen.getByRole('group', { name: 'Do you have an IUD in place?' });
  expect(within(coil).getByLabelText<HTMLInputElement>('Yes').checked).toBe(true);
  answer('Do you have an IUD in place?', 'No');
  call.mockImplementation((_, given) =>
    given?.method === 'GET'
      ? Promise.resolve(situation as never)
      : Promise.reject(new AppError('not_now', 'A clinician has already decided.', 409)),
  );
  send();
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]![1]).toEqual({ answers: { ...answers, coil: 'no' }, corrects: id });
  fireEvent.click(screen.getByRole('button', { name: 'Keep my answers as they are' }));
  expect(await screen.findByRole('heading', { name: 'Let’s talk first' })).toBeTruthy();
});

test('after ten minutes nothing offers a correction', async () => {
  const asked = { hasDonor: false, isPeakDay: false, hasAnsweredBefore: false, hasValidCheck: false };
  const until = new Date(Date.now() - 1000).toISOString();
  await open({
    standing: 'held',
    correctable: { id: 'c0ffee00-0000-4000-8000-000000000001', until, answers: {}, situation: asked },
  });
  expect(screen.queryByRole('button', { name: 'Correct my answers' })).toBeNull();
});

test.each([
  ['by day', 10, /^A clinician on duty has your request, marked urgent\. You’ll hear back by /],
  [
    'at night',
    3,
    /^We have your request, marked urgent\. A clinician will read it when the clinic opens\. You’ll hear back by /,
  ],
])('a patient who needs an answer today asks once, and reads by when it comes, %s', async (...given) => {
  const [, hour, words] = given;
  const now = new Date().setHours(hour, 0, 0, 0);
  vi.spyOn(Date, 'now').mockReturnValue(now);
  await open({ standing: 'held' });
  const dueAt = new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString();
  situation = { ...situation, answerDueAt: dueAt };
  fireEvent.click(screen.getByRole('button', { name: 'I need an answer today' }));
  expect(await screen.findByText(words)).toBeTruthy();

  expect(screen.queryByRole('button', { name: 'I need an answer today' })).toBeNull();
  expect(sent()).toEqual([
    [
      'send-message',
      {
        topic: 'Something else',
        text: 'I need an answer today about my safety check.',
        asks: 'answer-today',
      },
    ],
  ]);
});

test('who no longer needs an answer today after correcting reads that the request was withdrawn', async () => {
  await open({ standing: 'ready', answerNotNeeded: true });
  expect(screen.getByRole('heading', { name: 'You can continue.' })).toBeTruthy();
  expect(screen.getByText(/^You asked for an answer today\./).textContent).toContain(
    'we’ve withdrawn that request',
  );
});

test('a late answer says how else to reach the clinic', async () => {
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ supabaseUrl: 'https://portal.example', supabaseAnonKey: 'anon-key' })),
  );
  await loadConfig();
  await open({ standing: 'held', answerDueAt: '2026-11-18T10:00:00.000Z' });
  expect(screen.getByText('You should have heard from us by now. Please call or write to us.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'How to reach us' })).toBeTruthy();
});

test('on peak day three questions are enough, until something has changed; unasked ones are not sent', async () => {
  await open({ isPeakDay: true, hasAnsweredBefore: true, hasValidCheck: true, standing: 'confirm' });
  expect(screen.getAllByRole('group')).toHaveLength(3);
  answer(CHANGED, 'Not sure');
  expect(screen.getAllByRole('group')).toHaveLength(18);
  answer('Do you have an IUD in place?', 'Yes');
  answer(CHANGED, 'No');
  expect(screen.getAllByRole('group')).toHaveLength(3);
  answerAll();
  send();
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]![1]).toEqual({
    answers: { 'period-now': 'no', 'late-or-positive': 'no', 'anything-changed': 'no' },
  });
});

test('someone else’s agreement comes before the questions', async () => {
  await open({ agreement: { isNeeded: true, person: 'surrogate', name: null } });
  expect(screen.queryByRole('button', { name: 'Send answers' })).toBeNull();
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  save();
  expect(sent()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Their first and last name'), { target: { value: ' Robin Vale ' } });
  fireEvent.click(screen.getByLabelText(/^The person using the applicator agrees/));
  situation = { ...situation, agreement: { isNeeded: false, person: 'surrogate', name: 'Robin Vale' } };
  save();
  expect(await screen.findByText('The questions are about Robin Vale.')).toBeTruthy();
  expect(sent()).toEqual([
    ['record-agreement', { person: 'surrogate', name: 'Robin Vale', agreed: true, words: '2026-11-18' }],
  ]);
});

test('if it cannot be loaded the page says so, and tries again', async () => {
  call.mockRejectedValue(new AppError('not_now', '', 400));
  await open();
  expect(await screen.findByText('We couldn’t load the safety check')).toBeTruthy();
  call.mockResolvedValue(situation);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Send answers' })).toBeTruthy();
});

test('a booked safety call is named, and no other is offered', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-18T15:00:00Z'), toFake: ['Date'] });
  vi.stubEnv('TZ', 'America/New_York');
  const startsAt = Date.parse('2026-11-18T19:00:00Z');
  await open({ standing: 'held' }, { hostName: 'Dr. Anneke Lind', startsAt });
  expect(screen.getByText('Your safety call with Dr. Anneke Lind is today at 2:00 pm.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'See your call' })).toBeDefined();
  expect(screen.queryByText('Book a safety call')).toBeNull();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
