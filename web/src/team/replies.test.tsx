import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { SavedReply } from '@domain/contracts/team/team-replies.ts';
import { App } from './app.tsx';
// Loaded late in a browser; here they would be transformed while a test waits for them.
import './routes/account.tsx';
import './routes/clinic.tsx';
import { keepSession, marisol, refusal, useClinic } from './testing/clinic.ts';

const HELLO: SavedReply = {
  id: '10000000-0000-4000-8000-000000000001',
  name: 'When to test',
  text: 'Hi {first name}, test in the morning.',
  version: 3,
};
const CLINICS: SavedReply = { ...HELLO, id: '10000000-0000-4000-8000-000000000002', name: 'Kit by post' };

const server = useClinic();
let own: SavedReply[];
let sent: unknown[];

beforeEach(() => {
  keepSession('aal2');
  [own, sent] = [[HELLO], []];
  as('coach');
});

function as(role: string) {
  const member = { ...marisol, role };
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: member }),
    'POST /functions/v1/team-session': () => ({ body: member }),
    'GET /functions/v1/team-replies': () => ({ body: { clinic: [CLINICS], own } }),
    'GET /functions/v1/team-clinic': () => ({ body: { settings: {} } }),
  });
}
const takes = (then: SavedReply[]) =>
  server().answer({
    'POST /functions/v1/team-replies': (body: unknown) => {
      sent.push(body);
      own = then;
      return { body: {} };
    },
  });

async function visit(path = '/team/account') {
  history.replaceState(null, '', path);
  render(<App />);
  return within(await screen.findByRole('region', { name: 'Saved replies' }));
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('a coach adds a reply of their own, with a name and a text', async () => {
  own = [];
  takes([HELLO]);
  const replies = await visit();
  expect(await replies.findByText('No saved replies yet')).toBeDefined();
  press('Add saved reply');
  const dialog = within(screen.getByRole('dialog', { name: 'Add saved reply' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Enter a name')).toBeDefined();
  expect(dialog.getByText('Enter text')).toBeDefined();
  expect(sent).toEqual([]);
  type('Name', HELLO.name);
  type('Text', HELLO.text);
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await replies.findByText('When to test')).toBeDefined();
  expect(sent).toEqual([{ action: 'add', name: HELLO.name, text: HELLO.text }]);
  expect(screen.getByText('Saved reply saved')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a reply that is half typed is there again, and only where it was typed', async () => {
  const replies = await visit();
  await replies.findByText('When to test');
  press('Add saved reply');
  type('Text', 'Half a sen');
  press('Cancel');
  press('Edit: When to test');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe(HELLO.text);
  press('Cancel');
  press('Add saved reply');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Half a sen');
});

test('an edit says what it has seen; if a colleague was first it is refused, and what was typed stays', async () => {
  const replies = await visit();
  await replies.findByText('When to test');
  server().answer({
    'POST /functions/v1/team-replies': (body: unknown) => {
      sent.push(body);
      return refusal('changed_meanwhile', 409);
    },
  });
  press('Edit: When to test');
  type('Text', 'Test at noon.');
  press('Save');
  const dialog = within(screen.getByRole('dialog', { name: 'Edit saved reply' }));
  expect(await dialog.findByText('changed_meanwhile!')).toBeDefined();
  expect(sent).toEqual([
    { action: 'save', id: HELLO.id, version: 3, name: HELLO.name, text: 'Test at noon.' },
  ]);
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Test at noon.');
});

test('removing a reply asks first, and names it', async () => {
  takes([]);
  const replies = await visit();
  await replies.findByText('When to test');
  press('Remove: When to test');
  const dialog = within(screen.getByRole('dialog', { name: 'Remove saved reply' }));
  expect(dialog.getByText('When to test')).toBeDefined();
  expect(dialog.getByText('Messages you already sent won’t change.')).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Remove saved reply' }));
  expect(await replies.findByText('No saved replies yet')).toBeDefined();
  expect(sent).toEqual([{ action: 'remove', id: HELLO.id, version: 3 }]);
});

test('the clinic’s replies are on the page ‘Clinic’, a person’s own on ‘Your account’', async () => {
  const replies = await visit();
  expect(await replies.findByText('When to test')).toBeDefined();
  expect(replies.queryByText('Kit by post')).toBeNull();
});

test('an administrator sees the clinic’s replies on the page ‘Clinic’', async () => {
  as('administrator');
  const replies = await visit('/team/clinic');
  expect(await replies.findByText('Kit by post')).toBeDefined();
  expect(replies.queryByText('When to test')).toBeNull();
});

test('replies that didn’t load are asked for again', async () => {
  server().answer({ 'GET /functions/v1/team-replies': () => refusal('invalid_input', 400) });
  const replies = await visit();
  expect(await replies.findByText('The saved replies didn’t load')).toBeDefined();
  as('coach');
  fireEvent.click(replies.getByRole('button', { name: 'Try again' }));
  expect(await replies.findByText('When to test')).toBeDefined();
});
