import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { CodesStep } from './codes-step.tsx';

const WRONG = 'That code is wrong or has expired.';
const refused = () => Response.json({ code: 403, error_code: 'otp_expired', msg: 'Wrong' }, { status: 403 });
const accepted = () => Response.json({ code: '200', msg: 'Confirmation link accepted.' });
const changedFor = (id: string) =>
  Response.json({
    access_token: 'a.b.c',
    refresh_token: 'r',
    expires_in: 600,
    token_type: 'bearer',
    user: { id, email: 'new@example.com' },
  });
const changed = () => changedFor('user-1');
const taken = () => Response.json({ error_code: 'email_exists', msg: 'Taken' }, { status: 422 });
/** GoTrue's answer when our database refuses. */
const unexplained = () =>
  Response.json(
    { error_code: 'unexpected_failure', msg: 'Unexpected failure, please check server logs' },
    { status: 500 },
  );
const usable = () => Response.json({ usable: true });
const unusable = () => Response.json({ usable: false });
const lost = () => {
  throw new TypeError('Failed to fetch');
};

let asked: string[] = [];
let answers: (() => Response)[] = [];
const onDone = vi.fn<() => void>();
const onRefused = vi.fn<() => void>();
const onSentAgain = vi.fn<() => void>();
const NOON = Date.parse('2026-11-16T12:00:00Z');

beforeEach(async () => {
  localStorage.clear();
  vi.spyOn(console, 'error').mockReturnValue();
  [asked, answers] = [[], []];
  onDone.mockClear();
  onRefused.mockClear();
  onSentAgain.mockClear();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON + 18_000 });
  vi.stubGlobal('fetch', async (input: string, init?: { body?: string }) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    asked.push((JSON.parse(init?.body ?? '') as { email: string }).email);
    return answers.shift()!();
  });
  await loadConfig();
  render(
    <>
      <CodesStep
        change={{ userId: 'user-1', from: 'old@example.com', to: 'new@example.com' }}
        sentAt={NOON}
        onBusy={() => undefined}
        onCancel={() => undefined}
        {...{ onDone, onRefused, onSentAgain }}
      />
      <Toaster />
    </>,
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const field = (which: 'current' | 'new') =>
  screen.getByLabelText<HTMLInputElement>(`Code sent to your ${which} address`);
const fill = (which: 'current' | 'new', value: string) =>
  fireEvent.change(field(which), { target: { value } });

async function confirm(...next: (() => Response)[]) {
  answers = [...next];
  const before = asked.length;
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(asked).toHaveLength(before + next.length));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' });
  await waitFor(() => expect(button.disabled).toBe(false));
  return asked.slice(before);
}

test('a wrong code shows its error next to its field, keeps the other, and the accepted one is not sent again', async () => {
  fill('current', '111111');
  fill('new', '222222');
  expect(await confirm(accepted, refused)).toEqual(['old@example.com', 'new@example.com']);
  expect(screen.getAllByText(WRONG)).toHaveLength(1);
  expect(document.activeElement).toBe(field('new'));
  expect(field('current').value).toBe('111111');
  fill('new', '333333');
  expect(screen.queryByText(WRONG)).toBeNull();
  expect(await confirm(changed)).toEqual(['new@example.com']);
  expect(onDone).toHaveBeenCalledOnce();
});

test('a lost response does no harm: the code it used up no longer works, and the other one decides', async () => {
  fill('current', '111111');
  fill('new', '222222');
  await confirm(lost);
  expect(screen.getByRole('alert').textContent).toContain('Failed to change your email address.');
  expect(await confirm(refused, changed)).toHaveLength(2);
  expect(onDone).toHaveBeenCalledOnce();
});

test('an address that someone else has by now goes back to the address step', async () => {
  fill('current', '111111');
  fill('new', '222222');
  await confirm(accepted, taken);
  expect(onRefused).toHaveBeenCalledOnce();
  expect(onDone).not.toHaveBeenCalled();
});

test('an address that the database refuses goes back to the address step, although GoTrue gives no reason', async () => {
  fill('current', '111111');
  fill('new', '222222');
  await confirm(accepted, unexplained, unusable);
  expect(asked.at(-1)).toBe('new@example.com');
  expect(onRefused).toHaveBeenCalledOnce();
});

test('an auth service that fails without a reason is no one’s address', async () => {
  fill('current', '111111');
  fill('new', '222222');
  await confirm(unexplained, usable);
  expect(screen.getByRole('alert').textContent).toContain('Failed to change your email address.');
  expect(screen.queryByText(/server logs/)).toBeNull();
  expect(onRefused).not.toHaveBeenCalled();
});

test('a code for someone else’s account changes nothing here, and no one becomes them', async () => {
  fill('current', '111111');
  fill('new', '222222');
  await confirm(accepted, () => changedFor('user-2'));
  expect(screen.getByRole('alert').textContent).toContain('Failed to change your email address.');
  expect(onDone).not.toHaveBeenCalled();
  expect(Object.keys(localStorage).filter((key) => key.endsWith('-auth-token'))).toEqual([]);
});

test('a short code shows its error next to its field, and nothing is sent', () => {
  fill('current', '111111');
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(screen.getByText('Please enter the 6-digit code')).toBeDefined();
  expect(document.activeElement).toBe(field('new'));
  expect(asked).toEqual([]);
});

const sendAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Send new codes' }));
const tooOften = () =>
  Response.json(
    { code: 'too_many_requests', message: 'Too many attempts. Please try again in 23 hours.' },
    { status: 429 },
  );

test('within the minute new codes have to wait, in words, and no request is made', () => {
  sendAgain();
  expect(screen.getByText('Please wait 42 seconds before asking for new codes.').tagName).toBe('OUTPUT');
  vi.setSystemTime(NOON + 59_000);
  sendAgain();
  expect(screen.getByText('Please wait 1 second before asking for new codes.')).toBeDefined();
  expect(asked).toEqual([]);
});

test.each([
  [
    'the five tries of a day',
    tooOften,
    () => screen.findByText('Too many attempts. Please try again in 23 hours.'),
  ],
  ['a server that is away', lost, () => screen.findByText('Failed to send the codes. Please try again.')],
  [
    'somebody else’s address',
    () => Response.json({ usable: false }),
    () => waitFor(() => expect(onRefused).toHaveBeenCalledOnce()),
  ],
])('new codes that are refused for %s say so', async (_, answer, said) => {
  vi.setSystemTime(NOON + 60_000);
  fill('current', '111111');
  answers = [answer];
  sendAgain();
  await said();
  expect(onSentAgain).not.toHaveBeenCalled();
  expect(field('current').value).toBe('111111');
});

test('a patient who can no longer read their old email is told who to write to', () => {
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'email Support' });
  expect(link.href).toBe('mailto:support@example.com?subject=A%20question%20about%20my%20account');
});
