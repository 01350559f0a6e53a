import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keepSession, refusal } from './testing/clinic.ts';
import {
  FACTOR,
  press,
  reachFactor,
  type,
  URI,
  useSignIn,
  visit,
  wrongSetUpCode,
} from './testing/sign-in.tsx';

const { server, has, calls } = useSignIn();
const ABANDONED = { id: 'factor-0', status: 'unverified', factor_type: 'totp' };

test('the first time an app is set up; what was begun before is removed first', async () => {
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

test('a wrong set-up code is named at its field, and the code of the app is not spent twice', async () => {
  has.factors = [];
  await reachFactor();
  type('Code from your app', '654321');
  press('Confirm');
  await screen.findByText('Please enter the set-up code that you were told: 10 letters and digits.');
  expect(calls('factor-1/verify')).toBe(0);
  type('Set-up code', 'AAAAA-AAAAA');
  press('Confirm');
  await screen.findByText('This code is not right, or it no longer works.');
  expect(document.activeElement).toBe(screen.getByLabelText('Set-up code'));
  type('Set-up code', '7KQ3M WX9PB');
  press('Confirm');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(calls('factor-1/verify')).toBe(1);
  expect(calls('team-set-up')).toBe(2);
});

test('a set-up code that no try helps any more is told as such', async () => {
  const ended = 'This set-up code no longer works. Ask the person who invited you for a new one.';
  keepSession('aal2', [FACTOR]);
  server().answer({ 'POST /functions/v1/team-set-up': () => wrongSetUpCode(ended) });
  visit('/team');
  await screen.findByLabelText('Set-up code');
  type('Set-up code', 'AAAAA-AAAAA');
  press('Confirm');
  await screen.findByText(ended);
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

test('a set-up that took too long begins again', async () => {
  keepSession('aal2', [FACTOR]);
  server().answer({ 'POST /functions/v1/team-set-up': () => refusal('session_too_old') });
  visit('/team');
  await screen.findByLabelText('Set-up code');
  type('Set-up code', '7KQ3MWX9PB');
  press('Confirm');
  await screen.findByText('Your session has ended. Please sign in again.');
});

test('the set-up is read from its heading on, and its picture says the key', async () => {
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
