import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TOPICS } from '@domain/messages/topics.ts';
import { isoFromInstant, MINUTE } from '@domain/time/instant.ts';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import type { Entry } from '@/lib/entries/entry.ts';
import { keepEntry, pendingEntries } from '@/lib/entries/pending-store.ts';
import { sendPending } from '@/lib/entries/pending-entries.ts';
import type { Help } from './composer.tsx';
import { Messages } from './messages.tsx';

const robin = { id: 'a4e7a1c2-93c0-4a53-8a06-2f1f5b1c0a11', email: 'robin@example.com' };
const KIT = '0d6a3a52-8a3e-4a38-9b0a-6d1f1f0f0001';
type Row = Record<string, unknown>;

let rows: Record<'message_threads' | 'messages' | 'message_reads' | 'message_pictures', Row[]>;
let left: { path: string; type: string }[];
let sent: { id: string | null; body: unknown }[];
let read: unknown[];
let settled: string[];
let refusal: Response | null;

const NOTHING = { message_threads: [], messages: [], message_reads: [], message_pictures: [] };
const message = (place: number, sender: 'patient' | 'team', given: Row = {}): Row => ({
  id: `m-${place}`,
  thread_id: KIT,
  place,
  sender,
  text: `Words ${place}`,
  by_phone: false,
  due_at: null,
  person_name: sender === 'team' ? 'Marisol Vega' : null,
  concern: null,
  created_at: isoFromInstant(Date.now() - (10 - place) * MINUTE),
  ...given,
});
const about = (...messages: Row[]) =>
  (rows = { ...NOTHING, message_threads: [{ id: KIT, topic: 'The kit' }], messages });

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  [sent, read, settled, refusal] = [[], [], [], null];
  rows = NOTHING;
  left = [];
  vi.spyOn(console, 'error').mockReturnValue();
  vi.stubGlobal('fetch', answerTo);
  await loadConfig();
  const session = { access_token: 'token', expires_at: Date.now() / 1000 + 600, user: robin };
  localStorage.setItem('sb-localhost-auth-token', JSON.stringify(session));
  setUser(robin);
});

afterEach(() => {
  cleanup();
  setUser(null);
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function answerTo(url: string, init?: RequestInit): Promise<Response> {
  if (url.endsWith('/config.json'))
    return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
  if (url.endsWith('/send-message')) {
    sent.push({ id: new Headers(init?.headers).get('Idempotency-Key'), body });
    if (refusal) return refusal;
    about(message(1, 'patient', { text: (body as { text: string }).text }));
    return Response.json({});
  }
  if (url.endsWith('/read-messages')) {
    read.push(body);
    return Response.json({ unread: 0, from: null, settled });
  }
  if (url.includes('/storage/v1/object/message-uploads/')) {
    left.push({
      path: url.split('/message-uploads/')[1]!,
      type: new Headers(init?.headers).get('Content-Type')!,
    });
    return Response.json({});
  }
  if (url.includes('/storage/v1/object/authenticated/documents/')) return new Response('bytes');
  const table = /\/rest\/v1\/(\w+)/.exec(url)?.[1] as keyof typeof rows | undefined;
  if (!navigator.onLine) throw new TypeError('No network');
  return Response.json(table ? rows[table] : []);
}

const loudOrQuiet: Help = (what) => <section aria-label="Get help now">{what ? 'Loud' : 'Quiet'}</section>;

async function open(help: Help = loudOrQuiet) {
  render(
    <QueryClientProvider client={queryClient}>
      <Messages promise={<p>By noon</p>} help={help} />
    </QueryClientProvider>,
  );
  await screen.findByLabelText('Your message');
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Your message');
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const choose = (topic: string) => fireEvent.click(screen.getByRole('radio', { name: topic }));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const help = () => screen.queryByRole('region', { name: 'Get help now' })?.textContent;
const offline = (value: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!value);

test('the first line is preceded by help, when to expect a reply, and the topics', async () => {
  await open();
  expect(help()).toBe('Quiet');
  expect(screen.getByText('By noon')).toBeTruthy();
  expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual([...TOPICS]);
  const before = screen.getByRole('region').compareDocumentPosition(field());
  expect(before & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

const named: Help = (what) => <section aria-label={what ?? 'quiet'} />;
const cards = () => screen.getAllByRole('region').map((card) => card.getAttribute('aria-label'));

test('words of a loss have a card of their own next to the others', async () => {
  await open(named);
  write('I lost the baby last night and I am bleeding heavily');
  await waitFor(() => expect(cards()).toEqual(['strong', 'loss']));
  write('I lost the baby last night');
  await waitFor(() => expect(cards()).toEqual(['quiet', 'loss']));
});

test('words of a hard time offer someone who listens, until words of self-harm do', async () => {
  await open(named);
  write('I can’t stop crying');
  await waitFor(() => expect(cards()).toEqual(['quiet', 'hard-time']));
  expect(screen.getByText('By noon')).toBeTruthy();
  write('I can’t stop crying and I want to die');
  await waitFor(() => expect(cards()).toEqual(['self-harm']));
  expect(screen.queryByText('By noon')).toBeNull();
});

test('a message is sent about the selected topic, and appears as sent', async () => {
  await open();
  write('When will it arrive?');
  press('Send');
  expect(screen.getByText('Please select a topic.')).toBeTruthy();
  expect(sent).toEqual([]);
  choose('The kit');
  press('Send');
  await screen.findByText('Sent');
  expect(sent).toMatchObject([{ body: { topic: 'The kit', text: 'When will it arrive?' } }]);
  await waitFor(() => expect(field().value).toBe(''));
  expect(within(screen.getByRole('log')).getByText('When will it arrive?')).toBeTruthy();
  expect(screen.queryByText('Please enter a message')).toBeNull();
});

test('a half-written message survives a reload, with its topic', async () => {
  await open();
  choose('A test result');
  write('Half a sen');
  cleanup();
  await open();
  expect(field().value).toBe('Half a sen');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'A test result' }).checked).toBe(true);
});

test('offline it waits and says so, and is sent once when back online', async () => {
  await open();
  choose('The kit');
  write('Are you there?');
  offline(true);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No network');
  });
  press('Send');
  await screen.findByText('Not sent yet.');
  expect(
    screen.getByText(/^No one has received this yet\. We’ll send it as soon as you’re online/),
  ).toBeTruthy();
  expect(screen.getByRole('region', { name: 'How to reach us' })).toBeTruthy();
  expect(screen.queryByText(/hear back by/)).toBeNull();
  expect(field().value).toBe('');
  const [waiting] = pendingEntries(robin.id);
  expect(waiting?.entry).toEqual({ kind: 'message', topic: 'The kit', text: 'Are you there?' });
  vi.stubGlobal('fetch', answerTo);
  offline(false);
  await Promise.all([sendPending(robin.id), sendPending(robin.id)]);
  await screen.findByText('Sent');
  expect(sent.map(({ id }) => id)).toEqual([waiting!.id]);
  expect(screen.queryByText('Not sent yet.')).toBeNull();
});

test('a waiting message promises nothing, even below a message whose reply is due', async () => {
  about(message(1, 'patient', { due_at: isoFromInstant(Date.now() + 90 * MINUTE) }));
  await open();
  offline(true);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No network');
  });
  write('And one more thing');
  press('Send');
  await screen.findByText(/^No one has received this yet/);
  expect(screen.queryByText(/hear back by/)).toBeNull();
});

test('text whose pictures waited too long returns to the field, with what is being written', async () => {
  const words = 'This is how the seal came';
  const entry: Entry = { kind: 'message', topic: 'The kit', text: words, files: [KIT] };
  keepEntry(robin.id, crypto.randomUUID(), entry);
  await open();
  choose('The kit');
  write('And one more thing');
  refusal = Response.json(
    { code: 'unknown_picture', message: 'A picture didn’t reach us. Please add it again.' },
    { status: 404 },
  );
  await sendPending(robin.id);
  await screen.findByText('We couldn’t send this.');
  press('Edit and send again');
  expect(field().value).toBe(`And one more thing\n\n${words}`);
  expect(document.activeElement).toBe(field());
  expect(pendingEntries(robin.id)).toEqual([]);
  expect(
    screen.getByText(
      'We no longer have your pictures. Please add them again, or send your message without them.',
    ),
  ).toBeTruthy();
  refusal = null;
  press('Send');
  await screen.findByText('Sent');
  expect(sent.at(-1)!.body).toEqual({ topic: 'The kit', text: `And one more thing\n\n${words}` });
  expect(sent.at(-1)!.id).not.toBe(sent[0]!.id);
});

test('offline the promise names no time today, and says that messages will wait', async () => {
  await open();
  choose('The kit');
  offline(true);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No network');
  });
  fireEvent(window, new Event('offline'));
  await screen.findByText('You’re offline. What you send will wait on this device until you’re back online.');
  expect(screen.getByText('Replies within 3 hours, 8am to 10pm, 7 days a week.')).toBeTruthy();
  expect(screen.queryByText('By noon')).toBeNull();
});

test('conversations unknown offline are not shown as none, and a message can be written', async () => {
  about(message(1, 'patient'));
  offline(true);
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('No network');
  });
  onlineManager.setOnline(false);
  try {
    await open();
    await screen.findByText('You’re offline, so we can’t load your messages.');
    choose('The kit');
    write('Are you there?');
    press('Send');
    await screen.findByText('Not sent yet.');
  } finally {
    onlineManager.setOnline(true);
  }
});

test('after a lost response, the same words go under the same id and stay in the field', async () => {
  await open();
  choose('The kit');
  write('Did you get this?');
  refusal = Response.json({}, { status: 503 });
  press('Send');
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(field().disabled).toBe(false));
  expect(field().value).toBe('Did you get this?');
  refusal = null;
  press('Send');
  await screen.findByText('Sent');
  expect(sent[1]).toEqual(sent[0]);
});

test('possibly urgent words show help next to the text, once, and prevent nothing', async () => {
  about(message(1, 'patient'));
  await open();
  expect(help()).toBeUndefined();
  write('I am bleeding');
  expect(help()).toBe('Loud');
  write('All is well');
  expect(help()).toBeUndefined();
  choose('My treatment');
  expect(help()).toBe('Quiet');
  write('a fever');
  expect(help()).toBe('Loud');
  press('Send');
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('the card of a message that waits is the one it was sent with, whatever its words would bring today', async () => {
  const due = isoFromInstant(Date.now() + 90 * MINUTE);
  about(message(1, 'patient', { text: 'Is it normal?', concern: 'urgent', due_at: due }));
  await open();
  expect(help()).toBe('Loud');
  cleanup();
  queryClient.clear();
  about(message(1, 'patient', { text: 'I fainted and bleed heavily', due_at: due }));
  await open();
  expect(help()).toBeUndefined();
});

test('‘No reply needed’ takes the card away', async () => {
  const due_at = isoFromInstant(Date.now() + 90 * MINUTE);
  about(message(1, 'patient', { text: 'I had strong pain, it is over', concern: 'urgent', due_at }));
  settled = ['m-1'];
  queryClient.setQueryData(['messages', robin.id, 'unread'], { unread: 0, from: null, settled });
  await open();
  expect(help()).toBeUndefined();
});

test('in a conversation one line about emergencies stays, opens by a press, and gives way to urgent words', async () => {
  about(message(1, 'patient'));
  await open();
  const line = 'Not for emergencies: when to get help now';
  expect(help()).toBeUndefined();
  press(line);
  expect(help()).toBe('Quiet');
  press(line);
  expect(help()).toBeUndefined();
  write('I am bleeding');
  expect(help()).toBe('Loud');
  expect(screen.queryByRole('button', { name: line })).toBeNull();
});

test('a conversation that the care team began shows the whole text until the patient has written', async () => {
  about(message(1, 'team'));
  await open();
  expect(help()).toBe('Quiet');
});

test('a reply is read once it is on the screen, and its topic is the one that opens', async () => {
  about(message(1, 'patient'), message(2, 'team'));
  await open();
  expect(screen.getByText('Marisol Vega')).toBeTruthy();
  await waitFor(() => expect(read).toEqual([{ threadId: KIT, place: 2 }]));
});

test('topics are separate conversations, and another one that waits for a reply says so', async () => {
  about(
    message(1, 'patient', { due_at: isoFromInstant(Date.now() + 90 * MINUTE) }),
    message(1, 'patient', { id: 'm-other', thread_id: 'other' }),
  );
  rows.message_threads = [
    { id: KIT, topic: 'The kit' },
    { id: 'other', topic: 'A test result' },
  ];
  await open();
  expect(screen.getByText('Each topic is its own conversation.')).toBeTruthy();
  const waits = () =>
    screen.queryAllByText('Waiting for our reply').map((one) => one.closest('label')?.textContent);
  fireEvent.click(screen.getByRole('radio', { name: /^A test result/ }));
  expect(waits()).toEqual(['The kitWaiting for our reply']);
  fireEvent.click(screen.getByRole('radio', { name: /^The kit/ }));
  expect(waits()).toEqual([]);
});

test('a page that no one is looking at reads nothing', async () => {
  about(message(1, 'patient'), message(2, 'team'));
  const visible = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await open();
  expect(read).toEqual([]);
  visible.mockReturnValue('visible');
  fireEvent(document, new Event('visibilitychange'));
  await waitFor(() => expect(read).toEqual([{ threadId: KIT, place: 2 }]));
});

test('it says Seen once someone on the team has opened the conversation', async () => {
  about(message(1, 'patient'), message(2, 'patient'));
  rows.message_reads = [{ thread_id: KIT, reader: 'team', place: 2 }];
  await open();
  expect(screen.getAllByText('Seen')).toHaveLength(1);
  expect(screen.queryByText('Sent')).toBeNull();
});

test('a reply that is due shows its time, and when late how else to reach us', async () => {
  about(message(1, 'patient', { due_at: isoFromInstant(Date.now() + 90 * MINUTE) }));
  await open();
  expect(screen.getByText(/^You’ll hear back by /)).toBeTruthy();
  cleanup();
  queryClient.clear();
  about(message(1, 'patient', { due_at: isoFromInstant(Date.now() - MINUTE) }));
  await open();
  expect(screen.getByText(/^We’re sorry, our reply is late/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'How to reach us' })).toBeTruthy();
  cleanup();
  queryClient.clear();
  about(message(1, 'patient', { due_at: isoFromInstant(Date.now() - MINUTE) }), message(2, 'team'));
  await open();
  expect(screen.queryByText(/^We’re sorry, our reply is late/)).toBeNull();
});

test('more than 4,000 characters are neither cut off nor sent', async () => {
  await open();
  choose('The kit');
  write('x'.repeat(3_999));
  expect(screen.getByText('1 character left')).toBeTruthy();
  write('😀'.repeat(4_000));
  expect(screen.getByText('0 characters left')).toBeTruthy();
  write('x'.repeat(4_001));
  expect(field().value).toHaveLength(4_001);
  press('Send');
  expect(screen.getAllByText('Please use no more than 4,000 characters')).toHaveLength(1);
  expect(sent).toEqual([]);
});

test('an answer by phone says so, and earlier messages can be loaded', async () => {
  about(message(7, 'patient'), message(8, 'team', { by_phone: true }));
  await open();
  expect(screen.getByText('Answered by phone')).toBeTruthy();
  press('Show earlier messages');
  await waitFor(() =>
    expect(queryClient.getQueryCache().find({ queryKey: ['messages', robin.id, 200] })).toBeTruthy(),
  );
});

const picture = (name: string, type = 'image/png', size = 3) =>
  Object.defineProperty(new File(['abc'], name, { type }), 'size', { value: size });
const add = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Add pictures'), { target: { files } });

test('pictures are uploaded when selected, survive a reload, and go with the message by their ids', async () => {
  await open();
  choose('The kit');
  add(picture('box.png'), picture('seal.jpg', 'image/jpeg'));
  await screen.findByText('box.png');
  const ids = left.map(({ path }) => path.replace(`${robin.id}/`, ''));
  expect(left.map(({ type }) => type)).toEqual(['image/png', 'image/jpeg']);
  cleanup();
  await open();
  press('Remove box.png');
  expect(screen.queryByText('box.png')).toBeNull();
  write('Look at the seal');
  press('Send');
  await screen.findByText('Sent');
  expect(sent).toMatchObject([{ body: { topic: 'The kit', text: 'Look at the seal', files: [ids[1]] } }]);
  expect(screen.queryByText('seal.jpg')).toBeNull();
});

/** The next picture arrives when the test says so. */
function slowUpload() {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => (arrive = done));
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.includes('/message-uploads/')) await arrived;
    return answerTo(url, init);
  });
  return arrive;
}

test('a message waits for a picture that is uploading', async () => {
  const arrive = slowUpload();
  await open();
  choose('The kit');
  write('Look at the seal');
  add(picture('seal.png'));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' });
  await waitFor(() => expect(send.disabled).toBe(true));
  press('Send');
  write('Look at the seal, please');
  arrive();
  await screen.findByText('seal.png');
  expect(sent).toEqual([]);
  press('Send');
  await screen.findByText('Sent');
  const id = left[0]!.path.replace(`${robin.id}/`, '');
  expect(sent).toMatchObject([{ body: { text: 'Look at the seal, please', files: [id] } }]);
});

test('a picture that arrives after its sender signed out leaves nothing on the device', async () => {
  const arrive = slowUpload();
  await open();
  choose('The kit');
  add(picture('seal.png'));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toHaveProperty('disabled', true));
  cleanup();
  setUser(null);
  sessionStorage.clear();
  arrive();
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(sessionStorage).toHaveLength(0);
});

test.each([
  ['You can add up to three pictures.', () => [1, 2, 3, 4].map((one) => picture(`${one}.png`))],
  ['Pictures must be JPEG or PNG.', () => [picture('a.gif', 'image/gif')]],
  ['Each picture can be up to 10 MB.', () => [picture('a.png', 'image/png', 10 * 1024 * 1024 + 1)]],
])('what does not fit is reported right away: %s', async (words, files) => {
  await open();
  add(...files());
  expect(screen.getByText(words)).toBeTruthy();
  expect(left).toEqual([]);
});

test('if the server refuses a picture, the page says why, and all pictures must be added again', async () => {
  await open();
  choose('The kit');
  add(picture('lie.png'));
  await screen.findByText('lie.png');
  write('Look');
  refusal = Response.json({ code: 'bad_picture', message: 'This is no picture.' }, { status: 400 });
  press('Send');
  await screen.findByText('This is no picture. Please add your pictures again.');
  expect(screen.queryByText('lie.png')).toBeNull();
  refusal = null;
  press('Send');
  await screen.findByText('Sent');
  expect(sent[1]?.body).toEqual({ topic: 'The kit', text: 'Look' });
});

test('a message’s picture is a file to save, and is not loaded before it scrolls into view', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  about(message(1, 'patient'));
  const name = `${robin.id}/messages/${KIT}`;
  rows.message_pictures = [{ id: KIT, message_id: 'm-1', place: 1, name, type: 'image/png' }];
  const saved = vi.fn<(name: string, content: Blob) => void>();
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved(this.download, new Blob());
  });
  await open();
  expect(document.querySelector('img')).toBeNull();
  press('Download picture 1');
  await waitFor(() => expect(saved.mock.calls[0]?.[0]).toBe('picture-1.png'));
});
