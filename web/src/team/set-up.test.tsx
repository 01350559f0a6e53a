import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { queryClient } from '@/lib/backend/query-client.ts';
import { keepSession, refusal, user } from './testing/clinic.ts';
import {
  ENROLMENT,
  FACTOR,
  NOT_RIGHT,
  press,
  reachFactor,
  type,
  URI,
  useSignIn,
  visit,
  wrongSetUpCode,
} from './testing/sign-in.tsx';

const { server, has, calls } = useSignIn();
const NO_APP_YET = 'I have a setup code';
const ABANDONED = { id: 'factor-0', status: 'unverified', factor_type: 'totp' };

test('the first time an app is set up; an unfinished one is removed first', async () => {
  has.factors = [ABANDONED];
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

test('an app that someone else started elsewhere stays, and keeps no one from setting up theirs', async () => {
  has.factors = [ABANDONED];
  server().answer({
    'DELETE /auth/v1/factors/factor-0': () => ({
      status: 404,
      body: { error_code: 'mfa_factor_not_found', msg: 'Factor not found' },
    }),
  });
  await reachFactor();
  expect(calls('POST /auth/v1/factors')).toBe(1);
});

test('a second app that the database refuses gets its words here, because GoTrue gives no reason', async () => {
  server().answer({
    'POST /auth/v1/factors': () => ({
      status: 500,
      body: { error_code: 'unexpected_failure', msg: 'Unexpected failure, please check server logs' },
    }),
  });
  await reachFactor();
  press(NO_APP_YET);
  await screen.findByText(
    'You already have an app set up. If it isn’t yours or you lost it, ask an administrator to reset it.',
  );
  expect(screen.queryByText(/server logs/)).toBeNull();
});

/** Like a reload of the page: this tab's storage is restored, and nothing else. */
async function reload() {
  cleanup();
  queryClient.clear();
  visit('/team/sign-in');
  await screen.findByText('ABCD EFGH');
}

test('a reload shows the same key, so an app that scanned it still works', async () => {
  has.factors = [];
  await reachFactor();
  has.factors = [{ ...FACTOR, status: 'unverified' }];
  await reload();
  expect(calls('POST /auth/v1/factors')).toBe(1);
  expect(calls('DELETE /auth/v1/factors/factor-1')).toBe(0);
  expect(screen.getByRole('link', { name: 'Open in your app' }).getAttribute('href')).toBe(URI);
});

test('a key that the server no longer knows is not shown again', async () => {
  has.factors = [];
  await reachFactor();
  has.factors = [ABANDONED];
  await reload();
  expect(calls('POST /auth/v1/factors')).toBe(2);
});

test('a key is kept for its person, until their app has proved that it has it', async () => {
  has.factors = [];
  await reachFactor();
  const kept = () => Object.entries(sessionStorage).filter(([, value]) => String(value).includes('ABCDEFGH'));
  expect(kept().map(([key]) => key.includes(user.id))).toEqual([true]);
  type('Setup code', 'AAAAA-AAAAA');
  type('Code from your app', '654321');
  press('Confirm');
  await screen.findByText(NOT_RIGHT);
  expect(kept()).toEqual([]);
});

test('a wrong code from a new app says what may be wrong with the app', async () => {
  has.factors = [];
  await reachFactor();
  type('Setup code', '7KQ3MWX9PB');
  type('Code from your app', '000000');
  press('Confirm');
  await screen.findByText(
    'That code is wrong. Check it, or use the next one your app shows. If your app shows more than one Béa entry, delete them all and scan again. Check that your phone sets its time automatically.',
  );
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code from your app')));
});

test('a key that was replaced in another tab says how to get the new one', async () => {
  has.factors = [];
  await reachFactor();
  const gone = { code: 'mfa_factor_not_found', error_code: 'mfa_factor_not_found', msg: 'Factor not found' };
  server().answer({ 'POST /auth/v1/factors/factor-1/challenge': () => ({ status: 404, body: gone }) });
  type('Setup code', '7KQ3MWX9PB');
  type('Code from your app', '654321');
  press('Confirm');
  await screen.findByText(
    'This QR code has expired. Reload this page, delete the Béa entry in your app and scan again.',
  );
});

test.each(['0', 'O', '1', 'i', 'L'])(
  'a setup code with %s in it names the invalid character',
  async (letter) => {
    keepSession('aal2', [FACTOR]);
    visit('/team');
    await screen.findByLabelText('Setup code');
    type('Setup code', `7KQ3MWX9P${letter}`);
    press('Confirm');
    await screen.findByText('A setup code has no 0 or O, and no 1, I or L. Please check which one it is.');
    expect(calls('team-set-up')).toBe(0);
  },
);

test.each(['102938', ' 345 678'])('%s is distinguished from a setup code', async (digits) => {
  keepSession('aal2', [FACTOR]);
  visit('/team');
  await screen.findByLabelText('Setup code');
  type('Setup code', digits);
  press('Confirm');
  await screen.findByText(/^A six-digit code is from your app or your email\./);
  expect(calls('team-set-up')).toBe(0);
});

test('the app comes first, then its key, then the codes', async () => {
  has.factors = [];
  await reachFactor();
  const steps = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(steps).toEqual([
    '1Have an authenticator app ready',
    '2Scan this with your app',
    '3Enter both codes',
  ]);
  const [open, picture, code] = [
    screen.getByRole('link', { name: 'Open in your app' }),
    screen.getByRole('img', { name: /^QR code/ }),
    screen.getByLabelText('Setup code'),
  ];
  const isBefore = (one: Element, other: Element) =>
    Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  expect(isBefore(open, picture)).toBe(true);
  expect(isBefore(picture, code)).toBe(true);
  screen.getByText('10 letters and digits, from the person who invited you or reset your app.');
});

test('a wrong setup code shows an error at its field, and the app’s code is not used up twice', async () => {
  has.factors = [];
  await reachFactor();
  type('Code from your app', '654321');
  press('Confirm');
  await screen.findByText('Please enter your setup code: 10 letters and digits.');
  expect(calls('factor-1/verify')).toBe(0);
  type('Setup code', 'AAAAA-AAAAA');
  press('Confirm');
  await screen.findByText(NOT_RIGHT);
  expect(document.activeElement).toBe(screen.getByLabelText('Setup code'));
  // The app is verified, and only the setup code is missing.
  screen.getByText('Your authenticator app is connected. Only your setup code is missing.');
  expect(screen.queryByLabelText('Code from your app')).toBeNull();
  expect(screen.queryByRole('img')).toBeNull();
  type('Setup code', '7KQ3M WX9PB');
  press('Confirm');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(calls('factor-1/verify')).toBe(1);
  expect(calls('team-set-up')).toBe(2);
});

test('a setup code that can no longer be used says so', async () => {
  const ended = 'This setup code no longer works. Ask the person who invited you for a new one.';
  keepSession('aal2', [FACTOR]);
  server().answer({ 'POST /functions/v1/team-set-up': () => wrongSetUpCode(ended) });
  visit('/team');
  await screen.findByLabelText('Setup code');
  type('Setup code', 'AAAAA-AAAAA');
  press('Confirm');
  await screen.findByText(ended);
});

test('someone who left before entering the setup code is asked only for that', async () => {
  keepSession('aal2', [FACTOR]);
  visit('/team');
  await screen.findByLabelText('Setup code');
  screen.getByText('Your authenticator app is connected. Only your setup code is missing.');
  expect(screen.queryByLabelText('Code from your app')).toBeNull();
  type('Setup code', '7KQ3MWX9PB');
  press('Confirm');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test('a setup that took too long starts over', async () => {
  keepSession('aal2', [FACTOR]);
  server().answer({ 'POST /functions/v1/team-set-up': () => refusal('session_too_old') });
  visit('/team');
  await screen.findByLabelText('Setup code');
  type('Setup code', '7KQ3MWX9PB');
  press('Confirm');
  await screen.findByText('Your session has ended. Please sign in again.');
});

test('screen readers read the setup from its heading on, and its picture includes the key', async () => {
  has.factors = [];
  await reachFactor();
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  const picture = screen.getByRole('img', { name: /^QR code/ });
  const key = document.getElementById(picture.getAttribute('aria-describedby')!);
  expect(key?.textContent).toContain('ABCD EFGH');
});

test('a phone, which cannot scan its own screen, opens the key in its app, or copies it', async () => {
  const copied = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } });
  has.factors = [];
  await reachFactor();
  expect(screen.getByRole('link', { name: 'Open in your app' }).getAttribute('href')).toBe(URI);
  press('Copy key');
  await screen.findByText('Copied');
  expect(copied).toHaveBeenCalledWith('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567');
  copied.mockRejectedValueOnce(new Error('refused'));
  press('Copy key');
  await screen.findByText(/Please select the key/);
});

test('a person who finds an app that someone else set up starts over with their setup code', async () => {
  await reachFactor();
  press(NO_APP_YET);
  await screen.findByText('ABCD EFGH');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Set up your second factor');
  expect(calls('POST /auth/v1/factors')).toBe(1);
});

test('an active app stays, and the page says who can reset it', async () => {
  const refused = { error_code: 'mfa_totp_enroll_not_enabled', msg: 'MFA enroll is disabled for TOTP' };
  server().answer({ 'POST /auth/v1/factors': () => ({ status: 422, body: refused }) });
  await reachFactor();
  press(NO_APP_YET);
  await screen.findByText(
    'You already have an app set up. If it isn’t yours or you lost it, ask an administrator to reset it.',
  );
  expect(screen.getByLabelText('Code from your app')).toBeDefined();
  expect(screen.queryByRole('button', { name: NO_APP_YET })).toBeNull();
});

test('while the server is asked, and if it does not respond, the input stays, and so do the buttons', async () => {
  server().answer({ 'POST /auth/v1/factors': () => ({ status: 503, body: {} }) });
  await reachFactor();
  type('Code from your app', '654');
  const field = screen.getByLabelText<HTMLInputElement>('Code from your app');
  press(NO_APP_YET);
  const words = await screen.findByText('The server didn’t respond. Please try again in a moment.');
  expect(words.closest('[role=alert]')).not.toBeNull();
  expect(screen.getByLabelText('Code from your app')).toBe(field);
  expect(field.value).toBe('654');
  server().answer({ 'POST /auth/v1/factors': () => ({ body: ENROLMENT }) });
  press(NO_APP_YET);
  await screen.findByText('ABCD EFGH');
});
