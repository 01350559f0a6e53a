import { act, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ListedConversation } from '@domain/contracts/team/team-conversations.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { App } from './app.tsx';
// Loaded late in a browser; here it would be transformed while a test waits for it.
import './routes/messages.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';

const idOf = (kind: number, number: number) => `${kind}0000000-0000-4000-8000-00000000000${number}`;
const threadOf = (number: number) => idOf(1, number);
const messageOf = (number: number) => idOf(2, number);
const patientOf = (number: number) => idOf(3, number);
const FIRST = Date.parse('2026-11-16T15:00:00Z');
const minutesLater = (minutes: number) => new Date(FIRST + minutes * 60_000).toISOString();

/** The newest first, as the server lists them. */
const listed = (
  number: number,
  name: string,
  given: Partial<ListedConversation> = {},
): ListedConversation => ({
  id: threadOf(number),
  patient: { id: patientOf(number), name },
  topic: 'The kit',
  at: minutesLater(-number),
  from: 'patient',
  who: null,
  firstWords: `Words of ${name}`,
  isUnread: true,
  waiting: { dueAt: minutesLater(180 - number), stage: 'fresh' },
  ...given,
});
const ADA = listed(1, 'Ada Okafor');
const BEA = listed(2, 'Bea Boyd', { waiting: { dueAt: minutesLater(-60), stage: 'overdue' } });
const CLEO = listed(3, 'Cleo Diaz', { isUnread: false, waiting: null, from: 'team', who: 'Noa Lind' });
const DORA = listed(4, 'Dora Lee');

const server = useClinic();
let conversations: ListedConversation[];
let asked: string[];
let sent: unknown[];

/** Nothing waits in it any longer. */
function settle(thread: string) {
  conversations = conversations.map((each) => (each.id === thread ? { ...each, waiting: null } : each));
}

beforeEach(() => {
  keepSession('aal2');
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
  conversations = [ADA, BEA, CLEO, DORA];
  [asked, sent] = [[], []];
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: marisol }),
    'POST /functions/v1/team-session': () => ({ body: marisol }),
    'GET /functions/v1/team-conversations': (_, query) => {
      asked.push(query);
      const show = new URLSearchParams(query).get('show');
      const shown = conversations.filter(({ waiting }) => show !== 'needs-reply' || waiting !== null);
      return { body: { conversations: shown, next: null } };
    },
    'GET /functions/v1/team-messages': (_, query) => {
      const wanted = new URLSearchParams(query).get('thread');
      return { body: opened(conversations.find(({ id }) => id === wanted)!) };
    },
    'POST /functions/v1/team-message': (body: { threadId: string }) => {
      sent.push(body);
      settle(body.threadId);
      return { body: { id: messageOf(9), threadId: body.threadId, sentAt: minutesLater(5) } };
    },
    'POST /functions/v1/team-decide': (body: { key: string }) => {
      sent.push(body);
      const place = conversations.findIndex((_, at) => body.key.endsWith(messageOf(at + 1)));
      settle(conversations[place]!.id);
      return { body: { key: body.key, version: 1 } };
    },
  });
});

function opened({ id, patient, topic, at, firstWords, waiting }: ListedConversation) {
  const message = messageOf(Number(id.at(-1)));
  const wait = waiting && { id: message, since: at, ...waiting };
  const thread = { readByPatient: 0, lastAt: at, lastFrom: 'patient', asks: false, waiting: wait };
  return {
    patient: { ...patient, firstName: patient.name.split(' ')[0], careState: 'treatment', alerts: [] },
    threads: [{ id, patientId: patient.id, topic, ...thread }],
    messages: [
      {
        id: message,
        place: 1,
        from: 'patient',
        byPhone: false,
        text: firstWords,
        who: null,
        at,
        pictures: [],
      },
    ],
  };
}

async function visit(query = '') {
  history.replaceState(null, '', `/team/messages${query}`);
  render(<App />);
  await screen.findByRole('heading', { level: 1, name: 'Messages' });
}
const rows = () => within(screen.getByRole('region', { name: 'Conversations' })).queryAllByRole('listitem');
const rowOf = (name: string) => screen.findByRole('link', { name: new RegExp(`^${name}`) });
const shows = (...names: string[]) =>
  waitFor(() =>
    expect(rows().map((row) => names.find((name) => row.textContent.includes(name)))).toEqual(names),
  );
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply');
const panelOf = (name: string) => screen.findByRole('group', { name: `To ${name}` });
const ctrlEnter = (place: HTMLElement, held = false) =>
  fireEvent.keyDown(place, { key: 'Enter', ctrlKey: true, repeat: held });

test('what needs a reply is shown first; ‘Mine’ and ‘All’ are in the address, so that a reload finds them', async () => {
  await visit();
  await shows('Ada Okafor', 'Bea Boyd', 'Dora Lee');
  expect(screen.getByRole('button', { name: 'Needs a reply' }).getAttribute('aria-pressed')).toBe('true');
  press('All');
  await shows('Ada Okafor', 'Bea Boyd', 'Cleo Diaz', 'Dora Lee');
  expect(location.search).toBe('?show=all');
  press('Mine');
  await waitFor(() => expect(asked.at(-1)).toBe('show=mine'));
  expect(screen.getByRole('button', { name: 'Mine' }).getAttribute('aria-pressed')).toBe('true');
});

test('a row says whose it is, what was written last and by whom, what is unread, and by when a reply is due', async () => {
  await visit('?show=all');
  const [ada, bea, cleo] = (await shows('Ada Okafor', 'Bea Boyd', 'Cleo Diaz', 'Dora Lee'), rows());
  expect(ada!.textContent).toContain('Unread');
  expect(ada!.textContent).toContain('The kit: Words of Ada Okafor');
  expect(ada!.textContent).toMatch(/Reply due by 12:59 pm/);
  expect(bea!.textContent).toMatch(/Overdue: due by 9:00 am/);
  expect(cleo!.textContent).not.toMatch(/Unread|due by/);
  expect(cleo!.textContent).toContain('The kit: Noa Lind: Words of Cleo Diaz');
});

test('a search goes to the server with the filter, stays in the address, and may find no one', async () => {
  await visit('?show=all');
  await shows('Ada Okafor', 'Bea Boyd', 'Cleo Diaz', 'Dora Lee');
  conversations = [BEA];
  const field = screen.getByLabelText(/^Search by name or email/);
  fireEvent.change(field, { target: { value: 'boyd ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await shows('Bea Boyd');
  expect(asked.at(-1)).toBe('show=all&search=boyd');
  expect(location.search).toBe('?show=all&search=boyd');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(await rowOf('Bea Boyd'));
  conversations = [];
  fireEvent.change(field, { target: { value: 'nobody' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByText('No patients found.')).toBeDefined();
});

test('with nothing left the list says so, and a list that didn’t load is asked for again', async () => {
  server().answer({ 'GET /functions/v1/team-conversations': () => refusal('invalid_input', 400) });
  await visit();
  expect(await screen.findByText('The list didn’t load')).toBeDefined();
  server().answer({
    'GET /functions/v1/team-conversations': () => ({ body: { conversations: [], next: null } }),
  });
  press('Try again');
  expect(await screen.findByText("You're all caught up.")).toBeDefined();
});

test('‘Show more’ adds the next page below', async () => {
  server().answer({
    'GET /functions/v1/team-conversations': (_, query) => {
      asked.push(query);
      const isNext = new URLSearchParams(query).get('before') === 'next';
      return { body: isNext ? { conversations: [BEA], next: null } : { conversations: [ADA], next: 'next' } };
    },
  });
  await visit();
  await shows('Ada Okafor');
  press('Show more');
  await shows('Ada Okafor', 'Bea Boyd');
  expect(asked).toEqual(['show=needs-reply', 'show=needs-reply&before=next']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('a conversation opens next to the list, one click from the record, and closes again', async () => {
  await visit('?show=all');
  fireEvent.click(await rowOf('Ada Okafor'));
  const panel = await screen.findByRole('complementary', { name: 'Messages: The kit' });
  expect(within(panel).getByText('Words of Ada Okafor')).toBeDefined();
  expect(within(panel).getByRole('link', { name: 'Open record' }).getAttribute('href')).toBe(
    `/team/patients/${patientOf(1)}`,
  );
  expect((await rowOf('Ada Okafor')).getAttribute('aria-current')).toBe('true');
  expect(rows()).toHaveLength(4);
  expect(location.search).toBe(`?show=all&thread=${threadOf(1)}`);
  fireEvent.click(within(panel).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('complementary', { name: 'Messages: The kit' })).toBeNull();
  expect(location.search).toBe('?show=all');
});

test('what happens meanwhile is shown without a reload, and the focus stays on its row', async () => {
  await visit();
  await shows('Ada Okafor', 'Bea Boyd', 'Dora Lee');
  const bea = await rowOf('Bea Boyd');
  bea.focus();
  conversations = [listed(5, 'Eva Novak'), ADA, BEA];
  // What a live notice does (web/src/lib/live/watch-team.ts).
  await act(() => queryClient.invalidateQueries({ queryKey: ['team-messages'] }));
  await shows('Eva Novak', 'Ada Okafor', 'Bea Boyd');
  expect(document.activeElement).toBe(bea);
});

test('Ctrl+Enter sends, and the next conversation that waits opens by Enter with the cursor in the reply', async () => {
  await visit('?show=all');
  fireEvent.click(await rowOf('Bea Boyd'));
  await panelOf('Bea Boyd');
  await waitFor(async () => expect(document.activeElement).toBe(await box()));
  fireEvent.change(await box(), { target: { value: 'It is on its way.' } });
  ctrlEnter(await box());
  expect(await screen.findByText('Sent to Bea Boyd')).toBeDefined();
  // Cleo's doesn't wait.
  const dora = await rowOf('Dora Lee');
  expect(document.activeElement).toBe(dora);
  expect(await panelOf('Bea Boyd')).toBeDefined();
  fireEvent.click(dora); // as Enter does
  await panelOf('Dora Lee');
  await waitFor(async () => expect(document.activeElement).toBe(await box()));
  expect((await box()).value).toBe('');
  fireEvent.change(await box(), { target: { value: 'Two days.' } });
  fireEvent.keyDown(await box(), { key: 'Enter', metaKey: true });
  // The last one is behind; the first of the list still waits.
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Ada Okafor')));
  expect(sent).toMatchObject([
    { threadId: threadOf(2), text: 'It is on its way.' },
    { threadId: threadOf(4), text: 'Two days.' },
  ]);
});

test('a colleague’s conversation closes after the reply, and the panel says so', async () => {
  await visit();
  fireEvent.click(await rowOf('Ada Okafor'));
  await panelOf('Ada Okafor');
  server().answer({
    'GET /functions/v1/team-messages': () => refusal('not_allowed'),
  });
  fireEvent.change(await box(), { target: { value: 'It is on its way.' } });
  ctrlEnter(await box());
  expect(await screen.findByText('Sent to Ada Okafor')).toBeDefined();
  expect(await screen.findByText('This conversation doesn’t need a reply now')).toBeDefined();
  expect(screen.queryByLabelText('Your reply')).toBeNull();
});

test('‘No reply needed’ and a reply by phone lead to the next row, too; a plain Enter sends nothing', async () => {
  await visit();
  fireEvent.click(await rowOf('Ada Okafor'));
  fireEvent.keyDown(await box(), { key: 'Enter' });
  press('No reply needed');
  expect(await screen.findByText('No reply needed: Ada Okafor')).toBeDefined();
  const bea = await rowOf('Bea Boyd');
  expect(document.activeElement).toBe(bea);
  fireEvent.click(bea);
  await panelOf('Bea Boyd');
  fireEvent.change(await box(), { target: { value: 'We spoke.' } });
  press('Answered by phone');
  await waitFor(async () => expect(document.activeElement).toBe(await rowOf('Dora Lee')));
  expect(sent).toMatchObject([
    { decision: 'done', outcome: 'no-reply' },
    { threadId: threadOf(2), byPhone: true },
  ]);
});

test('a key that is held sends once and opens nothing', async () => {
  await visit();
  fireEvent.click(await rowOf('Ada Okafor'));
  fireEvent.change(await box(), { target: { value: 'Two days.' } });
  ctrlEnter(await box(), true);
  expect(sent).toEqual([]);
  ctrlEnter(await box());
  ctrlEnter(await box(), true);
  const bea = await rowOf('Bea Boyd');
  await waitFor(() => expect(document.activeElement).toBe(bea));
  const held = createEvent.keyDown(bea, { key: 'Enter', repeat: true });
  fireEvent(bea, held);
  expect(held.defaultPrevented).toBe(true);
  const pressed = createEvent.keyDown(bea, { key: 'Enter' });
  fireEvent(bea, pressed);
  expect(pressed.defaultPrevented).toBe(false);
  expect(sent).toHaveLength(1);
});

test('someone who went to another conversation, or writes more, before the reply arrived stays there', async () => {
  let arrive = () => {};
  const real = fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/team-message')) await new Promise<void>((done) => (arrive = done));
    return real(url, init);
  });
  await visit();
  fireEvent.click(await rowOf('Ada Okafor'));
  fireEvent.change(await box(), { target: { value: 'Two days.' } });
  ctrlEnter(await box());
  fireEvent.click(await rowOf('Dora Lee'));
  await panelOf('Dora Lee');
  await waitFor(async () => expect(document.activeElement).toBe(await box()));
  arrive();
  expect(await screen.findByText('Sent to Ada Okafor')).toBeDefined();
  await shows('Bea Boyd', 'Dora Lee');
  expect(document.activeElement).toBe(await box());

  fireEvent.change(await box(), { target: { value: 'Tomorrow.' } });
  ctrlEnter(await box());
  fireEvent.change(await box(), { target: { value: 'Tomorrow. By noon.' } });
  arrive();
  expect(await screen.findByText('Sent to Dora Lee')).toBeDefined();
  await shows('Bea Boyd');
  expect(document.activeElement).toBe(await box());
  expect((await box()).value).toBe('Tomorrow. By noon.');
});
