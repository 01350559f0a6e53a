import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '@/components/feedback/toaster.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { SignInScreen } from './sign-in-screen.tsx';

vi.mock('./dawn-panel.tsx', () => ({ DawnPanel: () => null }));

type Answers = { 'validate-email': () => Response; otp: () => Response; verify: () => Response };
let answers: Answers;
const onSignedIn = vi.fn<() => void>();

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  onSignedIn.mockClear();
  answers = {
    'validate-email': () => Response.json({ authorized: true }),
    otp: () => Response.json({}),
    verify: () =>
      Response.json({ code: 'otp_expired', msg: 'Token has expired or is invalid' }, { status: 403 }),
  };
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    const call = new URL(input).pathname.split('/').at(-1) as keyof Answers;
    return answers[call]();
  });
  await loadConfig();
  open();
});

const open = () =>
  render(
    <>
      <SignInScreen onCodeSent={() => undefined} onSignedIn={onSignedIn} />
      <Toaster />
    </>,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

function send(email = 'robin@example.com') {
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: email } });
  press('Send Verification Code');
}

async function reachCode() {
  send();
  return screen.findByLabelText<HTMLInputElement>('Verification code');
}

const alertSays = (...words: string[]) =>
  waitFor(() => {
    for (const word of words) expect(screen.getByRole('alert').textContent).toContain(word);
  });

test('an invalid address shows an error under its field, which gets the focus', () => {
  send('robin');
  expect(screen.getByText('Please enter a valid email address')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
});

test('while the code is being sent the button shows a spinner and cannot be pressed again', async () => {
  send();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send Verification Code' });
  expect(button.disabled).toBe(true);
  expect(button.querySelector('svg')).not.toBeNull();
  await screen.findByLabelText('Verification code');
});

test("an address without an invitation gets the server's words", async () => {
  answers['validate-email'] = () => Response.json({ message: 'Please ask your clinic.' }, { status: 403 });
  send();
  await alertSays('Unauthorized Email', 'Please ask your clinic.');
});

test('a refusal without a message gets our own words', async () => {
  answers['validate-email'] = () => new Response('', { status: 404 });
  send();
  await alertSays('Unauthorized Email', 'This email is not authorized to use the application.');
});

test.each([
  ['a busy server’s words', 429, { message: 'Too many tries.' }, 'Too many tries.'],
  ['a busy server without words', 429, {}, 'Too many tries. Please wait a few minutes and try again.'],
  ['a failing server', 500, {}, 'An unexpected error occurred. Please try again.'],
])('%s: an address that was not checked is not called unauthorized', async (_, status, body, words) => {
  answers['validate-email'] = () => Response.json(body, { status });
  send();
  await alertSays('Error', words);
  expect(screen.queryByText('Unauthorized Email')).toBeNull();
  expect(screen.queryByText(/invitation for this address/)).toBeNull();
});

test('offline, the screen says so', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answers['validate-email'] = () => {
    throw new TypeError('Failed to fetch');
  };
  send();
  await alertSays('Error', 'You’re offline. Please check your connection and try again.');
  vi.restoreAllMocks();
});

test('after the toast is gone the page still says who to ask', async () => {
  answers['validate-email'] = () => Response.json({}, { status: 403 });
  send();
  await screen.findByText('We don’t have an invitation for this address.');
  expect(screen.getByRole('link', { name: 'support@example.com' })).toBeDefined();
});

test('the provider’s words are shown when it fails, too, but not its status line', async () => {
  const msg = 'The email could not be sent. Please try again.';
  answers.otp = () => Response.json({ code: 'unavailable', msg }, { status: 503 });
  send();
  await alertSays('Error', msg);
  answers.otp = () => new Response('', { status: 502, statusText: 'Bad Gateway' });
  send('other@example.com');
  await alertSays('Error', 'An unexpected error occurred. Please try again.');
});

test('a server that does not respond is an unexpected error, at any step', async () => {
  answers['validate-email'] = () => {
    throw new TypeError('Failed to fetch');
  };
  send();
  await alertSays('Error', 'An unexpected error occurred. Please try again.');
  answers['validate-email'] = () => Response.json({});
  answers.otp = () => {
    throw new TypeError('Failed to fetch');
  };
  send('other@example.com');
  await alertSays('Error', 'An unexpected error occurred. Please try again.');
  expect(screen.getByLabelText('Email address')).toBeDefined();
});

test("the provider's own refusal is shown unchanged", async () => {
  answers.otp = () => Response.json({ code: 'over_limit', msg: 'Wait 60 seconds.' }, { status: 429 });
  send();
  await alertSays('Error', 'Wait 60 seconds.');
});

// If our database refuses a session, GoTrue answers 500 without a reason.
const refusedByDatabase = () =>
  Response.json({ error_code: 'unexpected_failure', msg: 'Database error granting user' }, { status: 500 });

test('someone whose invitation ended after the code was sent reads so, and nothing about a database', async () => {
  const code = await reachCode();
  answers.verify = refusedByDatabase;
  answers['validate-email'] = () => Response.json({ message: 'Not invited' }, { status: 403 });
  fireEvent.change(code, { target: { value: '123456' } });
  await alertSays('Unauthorized Email', 'Not invited');
});

test('an auth service that fails without a reason is an unexpected error', async () => {
  const code = await reachCode();
  answers.verify = refusedByDatabase;
  fireEvent.change(code, { target: { value: '123456' } });
  await alertSays('An unexpected error occurred. Please try again.');
});

test('a code sent from elsewhere a moment ago leads to its field, with the rest of the minute', async () => {
  answers.otp = () =>
    Response.json(
      {
        code: 'over_email_send_rate_limit',
        msg: 'For security purposes, you can only request this after 38 seconds.',
      },
      { status: 429, headers: { 'x-supabase-api-version': '2024-01-01' } },
    );
  await reachCode();
  expect(screen.getByText('We already sent a code to r…@example.com')).toBeDefined();
  expect(screen.getByText('Please wait 38 seconds before we send another code.')).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send it again' }).disabled).toBe(true);
});

test('the same address leads back to the code, and no second one is sent', async () => {
  await reachCode();
  press('Use a different email');
  answers.otp = () => Response.json({ msg: 'Not asked for' }, { status: 500 });
  await reachCode();
  expect(screen.getByText('We already sent a code to r…@example.com')).toBeDefined();
  cleanup();
  sessionStorage.clear(); // a new tab
  open();
  await reachCode();
});

test('from the start the code step says where to look, and counts down to another one', async () => {
  await reachCode();
  expect(screen.getByText(/Check your spam folder/)).toBeDefined();
  expect(screen.getByText(/^Please wait (60|59) seconds before we send another code\.$/)).toBeDefined();
});

test('six digits are submitted automatically, once', async () => {
  const verify = vi.fn(answers.verify);
  answers.verify = verify;
  const code = await reachCode();
  fireEvent.change(code, { target: { value: '123456' } });
  await alertSays('Token has expired or is invalid');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(code, { target: { value: '654321' } });
  press('Verify Code');
  press('Verify Code');
  await vi.advanceTimersByTimeAsync(2000);
  vi.useRealTimers();
  await waitFor(() => expect(verify).toHaveBeenCalledTimes(2));
});

test('after sending, the cursor is in the code field and the toast says where to look', async () => {
  const code = await reachCode();
  expect(document.activeElement).toBe(code);
  expect(screen.getByRole('status').textContent).toContain('Check your email for the verification code.');
});

test('a short code shows an error; a wrong one is refused by the provider', async () => {
  const code = await reachCode();
  fireEvent.change(code, { target: { value: '123' } });
  press('Verify Code');
  expect(screen.getByText('Please enter a valid OTP code')).toBeDefined();
  fireEvent.change(code, { target: { value: '123456' } });
  expect(screen.queryByText('Please enter a valid OTP code')).toBeNull();
  press('Verify Code');
  await alertSays('Error', 'Token has expired or is invalid');
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a right code without a session is an unexpected error', async () => {
  answers.verify = () => Response.json({});
  fireEvent.change(await reachCode(), { target: { value: '123456' } });
  press('Verify Code');
  await alertSays('Error', 'An unexpected error occurred. Please try again.');
  expect(onSignedIn).not.toHaveBeenCalled();
});

test('a right code signs in', async () => {
  const user = { id: 'user-1', email: 'robin@example.com' };
  answers.verify = () =>
    Response.json({ access_token: 'a.b.c', refresh_token: 'r', expires_in: 600, token_type: 'bearer', user });
  fireEvent.change(await reachCode(), { target: { value: '123456' } });
  press('Verify Code');
  await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  expect(screen.getByRole('status').textContent).toContain('You have been successfully signed in.');
});

test('another address starts over with an empty field', async () => {
  await reachCode();
  press('Use a different email');
  const email = screen.getByLabelText<HTMLInputElement>('Email address');
  expect(email.value).toBe('');
  expect(document.activeElement).toBe(email);
});

test('a reloaded page still asks for the code, as long as it is valid', async () => {
  await reachCode();
  cleanup();
  open();
  await screen.findByLabelText('Verification code');
  expect(screen.getByText('We sent a code to robin@example.com')).toBeDefined();
  cleanup();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60 * 1000);
  open();
  vi.restoreAllMocks();
  expect(screen.getByLabelText('Email address')).toBeDefined();
});

test('after requesting a code for another address, a reload asks for that one too', async () => {
  await reachCode();
  press('Use a different email');
  cleanup();
  open();
  expect(screen.getByLabelText('Email address')).toBeDefined();
  expect(sessionStorage.length).toBe(0);
});

test('a wrong code says what to do, and a new one empties the field', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 61_000);
  fireEvent.change(await reachCode(), { target: { value: '123456' } });
  vi.restoreAllMocks();
  press('Verify Code');
  await alertSays('Token has expired or is invalid');
  expect(screen.getByText(/^That code didn’t work\. Check our newest email/)).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send it again' }).disabled).toBe(false),
  );
  press('Send it again');
  await screen.findByText('Check your email for the verification code.');
  const field = screen.getByLabelText<HTMLInputElement>('Verification code');
  await waitFor(() => expect(field.value).toBe(''));
  expect(screen.queryByText(/^That code didn’t work/)).toBeNull();
  expect(document.activeElement).toBe(field);
  expect(screen.getByText(/^Please wait \d+ seconds before we send another code\.$/)).toBeDefined();
});

test('a check that got no response says nothing about the code', async () => {
  answers.verify = () => Response.error();
  fireEvent.change(await reachCode(), { target: { value: '123456' } });
  press('Verify Code');
  await alertSays('An unexpected error occurred. Please try again.');
  expect(screen.queryByText(/^That code didn’t work/)).toBeNull();
});

const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember my email' });
const address = () => screen.getByLabelText<HTMLInputElement>('Email address').value;

/** The sign-in page on another day, when the earlier code has expired. */
function comeBack() {
  cleanup();
  sessionStorage.clear();
  open();
}

test('an address is remembered on this device only if the person wants it', async () => {
  await reachCode();
  comeBack();
  expect(address()).toBe('');
  expect(box().checked).toBe(false);
  fireEvent.click(box());
  await reachCode();
  comeBack();
  expect(address()).toBe('robin@example.com');
  expect(box().checked).toBe(true);
});

test('unchecking forgets the address right away, without signing in', async () => {
  fireEvent.click(box());
  await reachCode();
  comeBack();
  fireEvent.click(box());
  comeBack();
  expect(address()).toBe('');
});

test('an address that was refused is not remembered', async () => {
  answers['validate-email'] = () => Response.json({ message: 'Please ask your clinic.' }, { status: 403 });
  fireEvent.click(box());
  send();
  await alertSays('Unauthorized Email');
  comeBack();
  expect(address()).toBe('');
});
