import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Loaded late in a browser; here it would be transformed while a test waits for it.
import './routes/patients.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';
import { ADA, record } from './testing/record.ts';

const THREAD = '55555555-5555-4555-8555-555555555555';
const PICTURE = '66666666-6666-4666-8666-666666666666';
const asked = {
  id: '77777777-7777-4777-8777-777777777777',
  place: 1,
  from: 'patient',
  byPhone: false,
  text: 'How long does it take?',
  who: null,
  at: '2026-11-16T15:00:00Z',
  pictures: [{ id: PICTURE, type: 'image/png', bytes: 2_000_000 }],
};
const answered = {
  ...asked,
  id: '88888888-8888-4888-8888-888888888888',
  place: 2,
  from: 'team',
  text: 'Two days.',
  who: { name: 'Imani Brooks', role: 'coach' },
  pictures: [],
};
const waiting = { id: asked.id, since: asked.at, dueAt: '2026-11-16T18:00:00Z', stage: 'half' };
const thread = { id: THREAD, patientId: ADA, topic: 'The kit', readByPatient: 0, lastAt: asked.at };
const before = { threads: [{ ...thread, waiting }], messages: [asked] };
const after = { threads: [{ ...thread, waiting: null, readByPatient: 2 }], messages: [asked, answered] };

const server = useClinic();
const sent: unknown[] = [];
beforeEach(() => {
  sent.splice(0);
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: marisol }),
    'POST /functions/v1/team-session': () => ({ body: marisol }),
    'GET /functions/v1/team-patient': () => ({ body: record }),
    'GET /functions/v1/team-messages': () => ({ body: before }),
  });
});

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply');
const write = (value: string) => fireEvent.change(box(), { target: { value } });

test('a conversation stands in the timeline with what it waits for, and opens beside it', async () => {
  visit(`/team/patients/${ADA}`);
  expect(await screen.findByText('Messages: The kit')).toBeDefined();
  expect(screen.getByText(/^Waits for an answer, due by 1:00 pm/)).toBeDefined();
  press(/^Open conversation/);
  expect(await screen.findByText('How long does it take?')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Download picture 1/ }).textContent).toContain('PNG, 1.9 MB');
  expect(document.querySelector('img[src*="storage"]')).toBeNull();
});

test.each([
  ['Send', 'Please enter a message', {}],
  ['Answered by phone', 'Please write what was said on the phone.', { byPhone: true }],
])('%s says what was answered once, with what was seen, and empties the box', async (button, empty, more) => {
  server().answer({
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
      return { body: { id: answered.id, sentAt: answered.at } };
    },
  });
  visit(`/team/patients/${ADA}?do=messages&note=${asked.id}`);
  await screen.findByText('How long does it take?');
  press(button);
  expect(screen.getByText(empty)).toBeDefined();
  write('Two days.');
  press(button);
  await screen.findByText('Seen');
  expect(sent).toEqual([{ threadId: THREAD, text: 'Two days.', seen: 1, ...more }]);
  expect(box().value).toBe('');
});

test('whoever comes second reads the first’s answer before sending, and keeps what they wrote', async () => {
  server().answer({
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
      return refusal('changed_meanwhile', 409);
    },
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  write('Three days.');
  press('Send');
  expect(await screen.findByText('Two days.')).toBeDefined();
  expect(await screen.findByText('changed_meanwhile!')).toBeDefined();
  expect(box().value).toBe('Three days.');
  press('Send');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ seen: 2 });
});

test('a message that is every coach’s is answered without opening the record', async () => {
  server().answer({ 'GET /functions/v1/team-patient': () => refusal('reason_required') });
  visit(`/team/patients/${ADA}?do=messages&note=${asked.id}`);
  expect(await screen.findByText('How long does it take?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open with a reason' })).toBeDefined();
  expect(screen.getByText('You can answer the message below without opening the record.')).toBeDefined();
  expect(box()).toBeDefined();
});

const cut = () => Promise.reject(new TypeError('The line is cut'));
const unavailable = async () => Response.json({ code: 'unavailable' }, { status: 503 });

test.each([
  ['cut off', cut],
  ['unavailable', unavailable],
])(
  'an answer that got lost (%s) is sent again as it was, and other words are another',
  async (_how, lose) => {
    const keys: (string | null)[] = [];
    const real = fetch;
    let isLost = true;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/team-message')) return real(url, init);
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      sent.push(JSON.parse(init!.body as string));
      if (isLost) return lose();
      return Response.json({ id: answered.id, sentAt: answered.at });
    });
    visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
    await screen.findByText('How long does it take?');
    write('Two days.');
    press('Send');
    await screen.findByText(/^The server did not answer/);
    server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
    await queryClient.invalidateQueries({ queryKey: ['team-messages'] });
    await screen.findByText('Imani Brooks, coach');
    press('Send');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect([sent[1], keys[1]]).toEqual([sent[0], keys[0]]);
    await screen.findByText(/^The server did not answer/);
    write('Two or three days.');
    isLost = false;
    press('Send');
    await waitFor(() => expect(box().value).toBe(''));
    expect(sent[2]).toEqual({ threadId: THREAD, text: 'Two or three days.', seen: 2 });
    expect(keys[2]).not.toBe(keys[0]);
  },
);

test('an answer that got lost is the same after its box was closed and opened again', async () => {
  const keys: (string | null)[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/team-message')) return real(url, init);
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    sent.push(JSON.parse(init!.body as string));
    return keys.length === 1 ? cut() : Response.json({ id: answered.id, sentAt: answered.at });
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  write('Two days.');
  press('Send');
  await screen.findByText(/^The server did not answer/);
  cleanup();
  // It had arrived; whoever opens the box again sees it there, and presses Send all the same.
  server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
  await queryClient.invalidateQueries({ queryKey: ['team-messages'] });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('Imani Brooks, coach');
  expect(box().value).toBe('Two days.');
  press('Send');
  await waitFor(() => expect(box().value).toBe(''));
  expect([sent[1], keys[1]]).toEqual([sent[0], keys[0]]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', false));
  write('Two days.');
  press('Send');
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[2]).not.toBe(keys[0]);
});

test('what is written while an answer is on its way stays in the box', async () => {
  let arrive = () => {};
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/team-message')) return real(url, init);
    await new Promise<void>((done) => (arrive = done));
    return Response.json({ id: answered.id, sentAt: answered.at });
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  write('Two days.');
  press('Send');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true));
  write('Two days. At most.');
  server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
  arrive();
  await screen.findByText('Seen');
  expect(box().value).toBe('Two days. At most.');
});

test('a conversation in a tab that nobody looks at is not asked for, and so not seen, until somebody does', async () => {
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const asks = () =>
    server()
      .asked()
      .filter((call) => call.endsWith('/team-messages')).length;
  const asksSoFar = asks();
  server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
  await queryClient.invalidateQueries({ queryKey: ['team-messages'] });
  expect(asks()).toBe(asksSoFar);
  visible.mockReturnValue('visible');
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('Two days.');
});
