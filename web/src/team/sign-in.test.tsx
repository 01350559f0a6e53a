import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { keepSession, marisol, notice, refusal, sessionAt, user, useClinic } from './testing/clinic.ts';
import { App } from './app.tsx';

const server = useClinic();

const FACTOR = { id: 'factor-1', status: 'verified', factor_type: 'totp' };
const ABANDONED = { id: 'factor-0', status: 'unverified', factor_type: 'totp' };
const URI =
  'otpauth://totp/B%C3%A9a:coach%40example.com?issuer=B%C3%A9a&secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const calls = (name: string) =>
  server()
    .asked()
    .filter((call) => call.endsWith(name)).length;

/** As the server does it: what is asked for depends on what was shown. */
let factors: object[];
let isIn: boolean;

beforeEach(() => {
  factors = [FACTOR];
  isIn = false;
  server().answer({
    'POST /functions/v1/send-team-code': () => ({ body: {} }),
    'POST /auth/v1/verify': ({ token }: { token: string }) =>
      token === '123456' ? { body: sessionAt('aal1', factors) } : wrongCode,
    'GET /auth/v1/user': () => ({ body: { ...user, factors } }),
    'GET /functions/v1/team-session': () => (isIn ? { body: marisol } : refusal('second_factor_required')),
    'POST /auth/v1/factors/factor-1/challenge': () => ({ body: { id: 'c-1', type: 'totp', expires_at: 1 } }),
    'POST /auth/v1/factors/factor-1/verify': ({ code }: { code: string }) => {
      if (code !== '654321')
        return { status: 422, body: { error_code: 'mfa_verification_failed', msg: 'Invalid' } };
      isIn = factors.length > 0;
      return { body: sessionAt('aal2', [FACTOR]) };
    },
    'DELETE /auth/v1/factors/factor-0': () => ({ body: { id: 'factor-0' } }),
    'POST /auth/v1/factors': () => ({
      body: { id: 'factor-1', type: 'totp', totp: { uri: URI, secret: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567' } },
    }),
    'POST /functions/v1/team-set-up': ({ setUpCode }: { setUpCode: string }) => {
      isIn = setUpCode === '7KQ3MWX9PB';
      return isIn ? { body: { name: marisol.name, role: marisol.role } } : refusal('wrong_code');
    },
  });
});

const wrongCode = {
  status: 403,
  body: { error_code: 'otp_expired', msg: 'Token has expired or is invalid' },
};

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function reachFactor(path = '/team/sign-in') {
  visit(path);
  await screen.findByLabelText('Email address');
  type('Email address', ' Coach@Example.com ');
  press('Send code');
  await screen.findByLabelText('Verification code');
  type('Verification code', '123456');
  press('Continue');
  await screen.findByLabelText('Code from your app');
}

test('two codes lead to the page that somebody came for', async () => {
  await reachFactor('/team/calendar');
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Calendar' });
  expect(location.pathname + location.search).toBe('/team/calendar');
});

test.each(['https://elsewhere.example', '//elsewhere.example', '/teamwork', '/home', '/team/sign-in'])(
  'an address that names %s as the page to go on to leads to Today',
  async (next) => {
    await reachFactor(`/team/sign-in?${new URLSearchParams({ next }).toString()}`);
    type('Code from your app', '654321');
    press('Continue');
    await screen.findByRole('heading', { level: 1, name: 'Today' });
    expect(location.pathname).toBe('/team');
  },
);

test('the screen goes on in the same way for an address that is not of the team', async () => {
  server().answer({ 'POST /auth/v1/verify': () => wrongCode });
  visit('/team/sign-in');
  await screen.findByLabelText('Email address');
  type('Email address', 'stranger@example.com');
  press('Send code');
  await screen.findByLabelText('Verification code');
  type('Verification code', '123456');
  press('Continue');
  await screen.findByText('This code is wrong or has expired.');
});

test('who asks too often is told so, and so is everybody while the server is down', async () => {
  server().answer({
    'POST /functions/v1/send-team-code': () => ({
      status: 429,
      body: { code: 'too_many_requests', message: 'Wait 60 seconds.' },
    }),
  });
  visit('/team/sign-in');
  await screen.findByLabelText('Email address');
  type('Email address', user.email);
  press('Send code');
  await screen.findByText('Wait 60 seconds.');
  const down = { code: 'unavailable', message: 'Later.' };
  server().answer({ 'POST /functions/v1/send-team-code': () => ({ status: 503, body: down }) });
  press('Send code');
  await screen.findByText('The server did not answer. Please try again in a moment.');
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
});

test('what is no address, and what is no whole code, is not sent', async () => {
  visit('/team/sign-in');
  await screen.findByLabelText('Email address');
  type('Email address', 'coach');
  press('Send code');
  await screen.findByText('Please enter a valid email address');
  type('Email address', user.email);
  press('Send code');
  await screen.findByLabelText('Verification code');
  type('Verification code', '123');
  press('Continue');
  await screen.findByText('Please enter the 6 digits of the code.');
  expect(calls('/verify')).toBe(0);
});

test('a wrong code of the app is named and leaves the screen as it is', async () => {
  await reachFactor();
  type('Code from your app', '000000');
  press('Continue');
  await screen.findByText('This code is not right. Check it, or use the next one your app shows.');
  expect(location.pathname).toBe('/team/sign-in');
});

test('the first time an app is set up; what was begun before is removed first', async () => {
  factors = [ABANDONED];
  await reachFactor();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Set up your second factor');
  expect(screen.getByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
  const key = ['ABCD EFGH', 'IJKL MNOP', 'QRST UVWX', 'YZ23 4567'];
  for (const line of key) expect(screen.getByText(line)).toBeDefined();
  const asked = server().asked();
  expect(asked.indexOf('DELETE /auth/v1/factors/factor-0')).toBeGreaterThan(0);
  expect(asked.indexOf('POST /auth/v1/factors')).toBeGreaterThan(
    asked.indexOf('DELETE /auth/v1/factors/factor-0'),
  );
  expect(calls('POST /auth/v1/factors')).toBe(1);
});

test('a wrong set-up code is named at its field, and the code of the app is not spent twice', async () => {
  factors = [];
  await reachFactor();
  type('Code from your app', '654321');
  press('Confirm');
  await screen.findByText('Please enter the set-up code that you were told: 10 letters and digits.');
  expect(calls('factor-1/verify')).toBe(0);
  type('Set-up code', 'AAAAA-AAAAA');
  press('Confirm');
  await screen.findByText(/no longer works\. .*ask the person who invited you for a new one\.$/);
  expect(document.activeElement).toBe(screen.getByLabelText('Set-up code'));
  type('Set-up code', '7KQ3M WX9PB');
  press('Confirm');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(calls('factor-1/verify')).toBe(1);
  expect(calls('team-set-up')).toBe(2);
});

test('whoever left before the set-up code was taken is asked for that alone', async () => {
  keepSession('aal2', [FACTOR]);
  visit('/team');
  await screen.findByLabelText('Set-up code');
  screen.getByText('Your authenticator app is connected. Only your set-up code is missing.');
  expect(screen.queryByLabelText('Code from your app')).toBeNull();
  type('Set-up code', '7KQ3MWX9PB');
  press('Confirm');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test('a service that cannot be asked about the factor is asked again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  keepSession('aal1', [FACTOR]);
  server().answer({
    'GET /auth/v1/user': () => ({ status: 422, body: { error_code: 'no', msg: 'Not now' } }),
  });
  visit('/team');
  expect((await screen.findByText('Not now')).getAttribute('role')).toBe('alert');
  server().answer({ 'GET /auth/v1/user': () => ({ body: { ...user, factors } }) });
  press('Try again');
  await screen.findByLabelText('Code from your app');
});

test('after too many wrong codes the first step is there again, with what the server said', async () => {
  await reachFactor();
  const locked = { error_code: 'mfa_verification_rejected', msg: 'Too many wrong codes.' };
  server().answer({ 'POST /auth/v1/factors/factor-1/verify': () => ({ status: 403, body: locked }) });
  type('Code from your app', '000000');
  press('Continue');
  await screen.findByLabelText('Email address');
  expect(notice()).toBe('Too many wrong codes.');
  type('Email address', user.email);
  press('Send code');
  await screen.findByLabelText('Verification code');
  press('Use a different email');
  expect(notice()).toBeUndefined();
});

test.each(['POST /auth/v1/factors/factor-1/challenge', 'POST /auth/v1/factors/factor-1/verify'])(
  'a session that is over at %s is told of where a new one begins',
  async (call) => {
    await reachFactor();
    const gone = { code: 'session_not_found', error_code: 'session_not_found', msg: 'Session not found' };
    server().answer({ [call]: () => ({ status: 403, body: gone }) });
    type('Code from your app', '654321');
    press('Continue');
    await screen.findByLabelText('Email address');
    expect(notice()).toBe('Your session has ended. Please sign in again.');
  },
);

test('a set-up that took too long begins again', async () => {
  keepSession('aal2', [FACTOR]);
  server().answer({ 'POST /functions/v1/team-set-up': () => refusal('session_too_old') });
  visit('/team');
  await screen.findByLabelText('Set-up code');
  type('Set-up code', '7KQ3MWX9PB');
  press('Confirm');
  await screen.findByText('Your session has ended. Please sign in again.');
});

test('each step says what it is, on the page, in its title and to whoever hears the field', async () => {
  await reachFactor();
  expect(document.title).toBe('Open your authenticator app · Team sign-in · Béa');
  expect(screen.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeDefined();
  expect(screen.getByRole('heading', { level: 2, name: 'Open your authenticator app' })).toBeDefined();
  const field = screen.getByLabelText('Code from your app');
  expect(document.activeElement).toBe(field);
  const group = screen.getByRole('group', { name: /shows a new code every 30 seconds/ });
  expect(group.contains(field)).toBe(true);
  screen.getByText(/Lost your phone/);
});

test('the set-up is read from its heading on, and its picture says the key', async () => {
  factors = [];
  await reachFactor();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const picture = screen.getByRole('img', { name: /^QR code/ });
  const key = document.getElementById(picture.getAttribute('aria-describedby')!);
  expect(key?.textContent).toContain('ABCD EFGH');
});

test('a phone, which cannot scan its own screen, opens the key in its app, or copies it', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  factors = [];
  await reachFactor();
  expect(screen.getByRole('link', { name: 'Open in your app' }).getAttribute('href')).toBe(URI);
  press('Copy key');
  await screen.findByText('Copied');
  expect(copied).toHaveBeenCalledWith('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
  copied.mockRejectedValueOnce(new Error('refused'));
  press('Copy key');
  await screen.findByText(/Please select the key/);
});

test('whoever has signed in starts at the top of the page', async () => {
  await reachFactor('/team/calendar');
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Calendar' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('who is signed in with another address can begin again', async () => {
  await reachFactor();
  press('Use a different email');
  await screen.findByLabelText('Email address');
  await waitFor(() => expect(localStorage.length).toBe(0));
});
