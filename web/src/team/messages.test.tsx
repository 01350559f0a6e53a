import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Browsers load it later. Here it would be transformed while a test waits for it.
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
const thread = {
  id: THREAD,
  patientId: ADA,
  topic: 'The kit',
  readByPatient: 0,
  lastAt: asked.at,
  lastFrom: 'patient',
  asks: false,
};
const patient = {
  id: ADA,
  name: 'Ada Okafor',
  firstName: 'Ada',
  careState: 'treatment',
  stage: 3,
  birthDate: '1992-03-14',
  age: 34,
  pronouns: 'she/her',
  alerts: ['Needle phobia'],
};
const before = { patient, threads: [{ ...thread, waiting }], messages: [asked] };
const after = {
  patient,
  threads: [{ ...thread, waiting: null, readByPatient: 2 }],
  messages: [asked, answered],
};

const server = useClinic();
const sent: unknown[] = [];
beforeEach(() => {
  sent.splice(0);
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  // jsdom scrolls nothing into view, so no picture loads.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
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

test('a conversation is in the timeline with what it waits for, and opens next to it', async () => {
  visit(`/team/patients/${ADA}`);
  expect(await screen.findByText('Messages: The kit')).toBeDefined();
  expect(screen.getByText(/^Waiting for a reply, due by 1:00 pm/)).toBeDefined();
  press(/^Open conversation/);
  expect(await screen.findByText('How long does it take?')).toBeDefined();
  const to = within(screen.getByText('To').closest('div')!);
  expect(to.getByText(/^Age \d+, born March 14, 1992 · she\/her$/)).toBeDefined();
  expect(to.getByText('In treatment')).toBeDefined();
  expect(to.getByText('Needle phobia')).toBeDefined();
  expect(screen.getByRole('button', { name: /^Download picture 1/ }).textContent).toContain('PNG, 1.9 MB');
  expect(document.querySelector('img[src*="storage"]')).toBeNull();
});

test.each([
  ['Send', 'Please enter a message', {}],
  ['Answered by phone', 'Please write what was said on the phone.', { byPhone: true }],
])('%s sends the reply once, with what was seen, and empties the box', async (button, empty, more) => {
  server().answer({
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
      return { body: { id: answered.id, threadId: THREAD, sentAt: answered.at } };
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

test('‘Send message’ starts a conversation, with the patient next to the box, and says who it went to', async () => {
  server().answer({
    'GET /functions/v1/team-messages': () => ({ body: { threads: [], messages: [] } }),
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      server().answer({ 'GET /functions/v1/team-messages': () => ({ body: { ...before, messages: [] } }) });
      return { body: { id: answered.id, threadId: THREAD, sentAt: answered.at } };
    },
  });
  visit(`/team/patients/${ADA}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Send message' }));
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'Your kit is ready.' } });
  press('Send');
  expect(screen.getByText('Please select a topic')).toBeDefined();
  fireEvent.change(screen.getByLabelText('Topic'), { target: { value: 'The kit' } });
  press('Send');
  expect(await screen.findByText('Sent to Ada Okafor')).toBeDefined();
  expect(await screen.findByRole('heading', { level: 2, name: 'Messages: The kit' })).toBeDefined();
  expect(sent).toEqual([{ patientId: ADA, topic: 'The kit', text: 'Your kit is ready.' }]);
});

test('selecting a topic that has a conversation opens it and keeps the draft', async () => {
  visit(`/team/patients/${ADA}?do=message`);
  fireEvent.change(await screen.findByLabelText('Message'), { target: { value: 'It is ready.' } });
  fireEvent.change(await screen.findByLabelText('Topic'), { target: { value: 'The kit' } });
  expect(await screen.findByText('How long does it take?')).toBeDefined();
  expect(box().value).toBe('It is ready.');
  expect(screen.getByText('Needle phobia')).toBeDefined();
});

test('‘No reply needed’ ends the item in one click, and says who did it with ‘Undo’', async () => {
  const settled = {
    key: `message-waits:${asked.id}`,
    version: 1,
    by: 'Marisol Vega',
    at: '2026-11-16T15:30:00Z',
  };
  server().answer({
    'POST /functions/v1/team-decide': (body: unknown) => {
      sent.push(body);
      const threads = [{ ...thread, waiting: null, settled }];
      server().answer({ 'GET /functions/v1/team-messages': () => ({ body: { ...before, threads } }) });
      return { body: { key: settled.key, version: sent.length } };
    },
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  press('No reply needed');
  expect(await screen.findByText(/^No reply needed: Marisol Vega, /)).toBeDefined();
  press('Undo');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { key: settled.key, decision: 'done', outcome: 'no-reply' },
    { key: settled.key, version: 1, decision: 'reopen' },
  ]);
});

test('files are left as they are chosen and go with the reply, and a refused one is added again', async () => {
  const left: string[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.includes('/object/team-uploads/')) return real(url, init);
    left.push(url.split('/').at(-1)!);
    return Response.json({});
  });
  server().answer({
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      const message = 'File 1 cannot be read.';
      return sent.length === 1
        ? { status: 400, body: { code: 'bad_picture', message } }
        : { body: { id: answered.id, threadId: THREAD, sentAt: answered.at } };
    },
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  const add = (file: File) =>
    fireEvent.change(screen.getByLabelText(/^Add files/), { target: { files: [file] } });
  add(new File(['MZ'], 'a.exe', { type: 'application/x-msdownload' }));
  expect(screen.getByText('Files must be JPEG, PNG or PDF.')).toBeDefined();
  add(new File(['%PDF-'], 'guide.pdf', { type: 'application/pdf' }));
  expect(await screen.findByText('guide.pdf')).toBeDefined();
  write('Here is the guide.');
  press('Send');
  expect(
    await screen.findByText('File 1 cannot be read. Remove your files and add them again.'),
  ).toBeDefined();
  press('Send');
  await waitFor(() => expect(box().value).toBe(''));
  expect(sent[1]).toEqual({ threadId: THREAD, text: 'Here is the guide.', seen: 1, files: left });
  expect(screen.queryByText('guide.pdf')).toBeNull();
});

test('a saved reply goes in at the cursor with the first name, and what it leaves open is marked before sending', async () => {
  const reply = { id: THREAD, name: 'When to test', text: 'Hi {first name}, test on {day}.', version: 1 };
  server().answer({
    'GET /functions/v1/team-replies': () => ({ body: { clinic: [reply], own: [] } }),
    'POST /functions/v1/team-message': (body: unknown) => {
      sent.push(body);
      return { body: { id: answered.id, threadId: THREAD, sentAt: answered.at } };
    },
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  write('Thank you. ');
  box().setSelectionRange(11, 11);
  press('Saved replies');
  fireEvent.click(await screen.findByRole('button', { name: /^When to test/ }));
  expect(box().value).toBe('Thank you. Hi Ada, test on {day}.');
  expect(screen.getByText('Fill in {day} before you send.')).toBeDefined();
  press('Send');
  expect(screen.getByText('Fill in or remove {day} before you send.')).toBeDefined();
  expect(sent).toEqual([]);
  write('Thank you. Hi Ada, test on Monday.');
  press('Send');
  await waitFor(() => expect(box().value).toBe(''));
  expect(sent).toEqual([{ threadId: THREAD, text: 'Thank you. Hi Ada, test on Monday.', seen: 1 }]);
});

test('the second person to reply reads the first reply before sending, and keeps their text', async () => {
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

test('a message for every coach is answered without opening the record', async () => {
  server().answer({ 'GET /functions/v1/team-patient': () => refusal('reason_required') });
  visit(`/team/patients/${ADA}?do=messages&note=${asked.id}`);
  expect(await screen.findByText('How long does it take?')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Open with a reason' })).toBeDefined();
  expect(screen.getByText('You can reply to the message below without opening the record.')).toBeDefined();
  expect(box()).toBeDefined();
});

const cut = () => Promise.reject(new TypeError('The line is cut'));
const unavailable = async () => Response.json({ code: 'unavailable' }, { status: 503 });

test.each([
  ['cut off', cut],
  ['unavailable', unavailable],
])(
  'a reply that got lost (%s) is sent again unchanged, and different text is a new one',
  async (_how, lose) => {
    const keys: (string | null)[] = [];
    const real = fetch;
    let isLost = true;
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
      if (!url.endsWith('/team-message')) return real(url, init);
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
      sent.push(JSON.parse(init!.body as string));
      if (isLost) return lose();
      return Response.json({ id: answered.id, threadId: THREAD, sentAt: answered.at });
    });
    visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
    await screen.findByText('How long does it take?');
    write('Two days.');
    press('Send');
    await screen.findByText(/^The server didn’t respond/);
    server().answer({ 'GET /functions/v1/team-messages': () => ({ body: after }) });
    await queryClient.invalidateQueries({ queryKey: ['team-messages'] });
    await screen.findByText('Imani Brooks, coach');
    press('Send');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect([sent[1], keys[1]]).toEqual([sent[0], keys[0]]);
    await screen.findByText(/^The server didn’t respond/);
    write('Two or three days.');
    isLost = false;
    press('Send');
    await waitFor(() => expect(box().value).toBe(''));
    expect(sent[2]).toEqual({ threadId: THREAD, text: 'Two or three days.', seen: 2 });
    expect(keys[2]).not.toBe(keys[0]);
  },
);

test('a lost reply is the same after its box was closed and reopened', async () => {
  const keys: (string | null)[] = [];
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/team-message')) return real(url, init);
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    sent.push(JSON.parse(init!.body as string));
    return keys.length === 1
      ? cut()
      : Response.json({ id: answered.id, threadId: THREAD, sentAt: answered.at });
  });
  visit(`/team/patients/${ADA}?do=messages&note=${THREAD}`);
  await screen.findByText('How long does it take?');
  write('Two days.');
  press('Send');
  await screen.findByText(/^The server didn’t respond/);
  cleanup();
  // The message had arrived. Someone who opens the box again sees it, and presses Send anyway.
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

test('text written while a reply is being sent stays in the box', async () => {
  let arrive = () => {};
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/team-message')) return real(url, init);
    await new Promise<void>((done) => (arrive = done));
    return Response.json({ id: answered.id, threadId: THREAD, sentAt: answered.at });
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

test('a conversation in a hidden tab is not requested, and so not seen, until the tab is shown', async () => {
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
