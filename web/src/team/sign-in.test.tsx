import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession, notice, plantSession, refusal, sessionAt, user } from './testing/clinic.ts';
import { FACTOR, press, reachFactor, type, useSignIn, visit, wrongCode } from './testing/sign-in.tsx';

const { server, has, calls } = useSignIn();
beforeEach(() => {
  // The calendar queries the screen's width.
  const wide = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.stubGlobal('matchMedia', () => wide);
});
afterEach(() => void vi.useRealTimers());

const MINUTE = 60_000;
const WRONG = 'That code is wrong. Check it, or use the next one your app shows.';
const CODE_SENT = 'A code is on its way. It works for 10 minutes.';

async function reachMailedCode(email: string) {
  visit('/team/sign-in');
  await screen.findByLabelText('Email address');
  type('Email address', email);
  press('Send code');
  await screen.findByLabelText('Verification code');
}

test('the address is filled in the next time if the person asked for it, and only on the team’s page', async () => {
  visit('/team/sign-in');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Remember my email' }));
  type('Email address', user.email);
  press('Send code');
  await screen.findByLabelText('Verification code');
  expect(localStorage.getItem('bea-email-team')).toBe(user.email);
  expect(localStorage.getItem('bea-email-patient')).toBeNull();
  press('Use a different email');
  expect((await screen.findByLabelText<HTMLInputElement>('Email address')).value).toBe(user.email);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Remember my email' }));
  expect(localStorage.getItem('bea-email-team')).toBeNull();
});

test('two codes lead to the requested page', async () => {
  await reachFactor('/team/calendar');
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Calendar' });
  expect(location.pathname + location.search).toBe('/team/calendar');
});

// On Supabase, a refresh token from before the app's code stays valid until its replacement is used.
test('the new token is used right away, before the workspace asks for anything', async () => {
  await reachFactor();
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  const asked = server().asked();
  const used = asked.indexOf('POST /auth/v1/token');
  expect(used).toBe(asked.indexOf('POST /auth/v1/factors/factor-1/verify') + 1);
  expect(used).toBeLessThan(asked.indexOf('GET /functions/v1/team-session'));
});

test('a new token that cannot be used yet is used a moment later', async () => {
  await reachFactor();
  let tries = 0;
  server().answer({
    'POST /auth/v1/token': () => {
      tries += 1;
      return tries === 1 ? { status: 503, body: {} } : { body: sessionAt('aal2', [FACTOR]) };
    },
  });
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(tries).toBe(2);
});

// GoTrue's answer if one of our triggers refuses, without a reason.
const refusedByTrigger = {
  status: 500,
  body: { error_code: 'unexpected_failure', msg: 'Database error granting user' },
};

test('someone whose account was deactivated reads who to ask, and nothing about a database', async () => {
  server().answer({ 'POST /auth/v1/verify': () => refusedByTrigger });
  await reachMailedCode(user.email);
  type('Verification code', '123456');
  press('Continue');
  await screen.findByText('We couldn’t sign you in. Ask an administrator whether your account is active.');
});

test.each(['https://elsewhere.example', '//elsewhere.example', '/teamwork', '/home', '/team/sign-in'])(
  'a URL that names %s as the next page leads to Today',
  async (next) => {
    await reachFactor(`/team/sign-in?${new URLSearchParams({ next }).toString()}`);
    type('Code from your app', '654321');
    press('Continue');
    await screen.findByRole('heading', { level: 1, name: 'Today' });
    expect(location.pathname).toBe('/team');
  },
);

test('the screen continues the same way for an address that is not on the team', async () => {
  server().answer({ 'POST /auth/v1/verify': () => wrongCode });
  await reachMailedCode('stranger@example.com');
  type('Verification code', '123456');
  press('Continue');
  await screen.findByText('This code is wrong or has expired.');
});

test.each([user.email, 'stranger@example.com'])(
  'a minute after the first code %s can request another one, and the field waits for it',
  async (email) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await reachMailedCode(email);
    screen.getByText(CODE_SENT);
    screen.getByText(/No code after a few minutes\? Check the address, or ask an administrator\.$/);
    const waiting = screen.getByRole('button', { name: /^Send a new code in \d+ seconds?$/ });
    expect(waiting.hasAttribute('disabled')).toBe(true);
    type('Verification code', '123');
    vi.setSystemTime(Date.now() + MINUTE);
    fireEvent.click(await screen.findByRole('button', { name: 'Send a new code' }, { timeout: 5000 }));
    await screen.findByText('A new code is on its way.');
    expect(calls('send-team-code')).toBe(2);
    const field = screen.getByLabelText<HTMLInputElement>('Verification code');
    expect(document.activeElement).toBe(field);
    expect(field.value).toBe('');
    screen.getByRole('button', { name: /^Send a new code in \d+ seconds?$/ });
  },
);

test('a new code that cannot be sent says so, and can be requested again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await reachMailedCode(user.email);
  server().answer({
    'POST /functions/v1/send-team-code': () => refusal('unavailable', 503),
  });
  vi.setSystemTime(Date.now() + MINUTE);
  fireEvent.click(await screen.findByRole('button', { name: 'Send a new code' }, { timeout: 5000 }));
  await screen.findByText('The server didn’t respond. Please try again in a moment.');
  expect(screen.getByRole('button', { name: 'Send a new code' }).hasAttribute('disabled')).toBe(false);
});

test('a patient who came here finds the link to the portal', async () => {
  visit('/team/sign-in');
  const link = await screen.findByRole('link', { name: 'Are you a patient? Go to the portal' });
  expect(link.getAttribute('href')).toBe('/home');
});

test('someone who asks too often is told so, and so is everyone while the server is down', async () => {
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
  await screen.findByText('The server didn’t respond. Please try again in a moment.');
  expect(document.activeElement).toBe(screen.getByLabelText('Email address'));
});

test('an invalid address or an incomplete code is not sent', async () => {
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

test('someone with an app is asked for its code without a refused request first', async () => {
  await reachFactor();
  expect(calls('team-session')).toBe(0);
});

test('a wrong app code shows an error and leaves the screen as it is', async () => {
  await reachFactor();
  type('Code from your app', '000000');
  press('Continue');
  await screen.findByText(WRONG);
  expect(location.pathname).toBe('/team/sign-in');
  await expectTypedOver(screen.getByLabelText<HTMLInputElement>('Code from your app'));
});

test('a wrong emailed code can be overwritten, and an incomplete one completed', async () => {
  await reachMailedCode(user.email);
  const field = screen.getByLabelText<HTMLInputElement>('Verification code');
  type('Verification code', '000000');
  press('Continue');
  await screen.findByText('This code is wrong or has expired.');
  await expectTypedOver(field);
  type('Verification code', '123');
  press('Continue');
  await screen.findByText('Please enter the 6 digits of the code.');
  expect(field.selectionStart).toBe(field.selectionEnd);
});

test('the fifth wrong app code says that it is locked, and for how long', async () => {
  await reachFactor();
  for (let tries = 1; tries < 5; tries += 1) {
    type('Code from your app', `00000${tries}`);
    press('Continue');
    await waitFor(() => expect(calls('factor-1/verify')).toBe(tries));
    await screen.findByText(
      tries < 3 ? WRONG : `${WRONG} After five wrong codes your app is locked for 15 minutes.`,
    );
  }
  type('Code from your app', '000005');
  press('Continue');
  await screen.findByLabelText('Email address');
  // Another server than this page's may lack the hook that counts and sends emails.
  expect(notice()).toBe('Too many wrong codes. Your app is locked for 15 minutes.');
});

test('four wrong codes and, 15 minutes later, another one lock nothing', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  await reachFactor();
  for (let tries = 1; tries <= 5; tries += 1) {
    if (tries === 5) vi.setSystemTime(Date.now() + 15 * MINUTE);
    type('Code from your app', `00000${tries}`);
    press('Continue');
    await waitFor(() => expect(calls('factor-1/verify')).toBe(tries));
    await screen.findByText(tries < 3 || tries === 5 ? WRONG : /locked for 15 minutes\.$/);
  }
});

/** The words appear a moment before the field. */
async function expectTypedOver(field: HTMLInputElement) {
  await waitFor(() => expect([field.selectionStart, field.selectionEnd]).toEqual([0, 6]));
  expect(document.activeElement).toBe(field);
}

test('a service that does not answer about the factor is asked again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  keepSession('aal1', [FACTOR]);
  server().answer({
    'GET /auth/v1/user': () => ({ status: 422, body: { error_code: 'no', msg: 'Not now' } }),
  });
  visit('/team');
  expect((await screen.findByText('Not now')).getAttribute('role')).toBe('alert');
  server().answer({ 'GET /auth/v1/user': () => ({ body: { ...user, factors: has.factors } }) });
  press('Try again');
  await screen.findByLabelText('Code from your app');
});

test('after too many wrong codes the first step returns, with the server’s message', async () => {
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
  'a session that has ended at %s is told where to start a new one',
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

// Someone who reads the email can open a session and send it in a link. Once raised, it would be theirs too.
test.each([
  ['with an app', 'aal1', [FACTOR]],
  ['without one', 'aal1', []],
  ['whose app was shown', 'aal2', [FACTOR]],
] as const)('a session not opened here, %s, is ended and never raised', async (_, aal, factors) => {
  has.factors = [...factors];
  plantSession(aal, has.factors);
  visit('/team/sign-in');
  await screen.findByLabelText('Email address');
  expect(notice()).toBe('Your session has ended. Please sign in again.');
  expect(calls('POST /auth/v1/logout')).toBe(1);
  expect(
    server()
      .asked()
      .filter((call) => call.includes('factors')),
  ).toEqual([]);
});

test('a session that replaces the one opened here is not raised with its code', async () => {
  await reachFactor();
  localStorage.setItem('bea-opened-here', 'another');
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByLabelText('Email address');
  expect(calls('factor-1/verify')).toBe(0);
});

test('each step says what it is, on the page, in its title and to screen readers', async () => {
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

test('signing in starts at the top of the page', async () => {
  await reachFactor('/team/calendar');
  type('Code from your app', '654321');
  press('Continue');
  await screen.findByRole('heading', { level: 1, name: 'Calendar' });
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('someone signed in with another address can start over', async () => {
  await reachFactor();
  press('Use a different email');
  await screen.findByLabelText('Email address');
  await waitFor(() => expect(localStorage.length).toBe(0));
});
