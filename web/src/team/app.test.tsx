import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import { lock } from '@/lib/care-team/lock.ts';
import { memberQuery } from '@/lib/care-team/member.ts';
import { clockTime } from '@/lib/dates/dates.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import {
  keepSession,
  marisol,
  notice,
  refusal,
  SESSION,
  sessionAt,
  user,
  useClinic,
} from './testing/clinic.ts';
import { App } from './app.tsx';
// Browsers load it later. Here it would be transformed while a test waits for it.
import './routes/patients.tsx';

const server = useClinic();

const MINUTE = 60_000;

function visit(path: string) {
  history.replaceState(null, '', path);
  render(<App />);
}

function asMember(person: object = marisol) {
  keepSession('aal2');
  server().answer({
    'GET /functions/v1/team-session': () => ({ body: person }),
    'POST /functions/v1/team-session': () => ({ body: person }),
  });
}

function asWaiting() {
  keepSession('aal2');
  const message = 'A clinician has to approve your role as coach first.';
  const waits = () => ({ status: 403, body: { code: 'not_allowed', message } });
  server().answer({ 'GET /functions/v1/team-session': waits, 'POST /functions/v1/team-session': waits });
}

const links = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  return within(navigation)
    .getAllByRole('link')
    .map((link) => link.textContent);
};
const lastActWas = (minutes: number) =>
  localStorage.setItem('bea-team-act', String(Date.now() - minutes * MINUTE));

test.each(['/team', '/team/', '/team/patients?search=ada', '/team/no/such/page'])(
  'a signed-out visitor to %s is taken to sign-in, and sees nothing else',
  async (path) => {
    visit(path);
    await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
    expect(location.pathname).toBe('/team/sign-in');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(server().asked()).toEqual([]);
  },
);

test('a coach sees four pages, who is signed in and Sign out', async () => {
  asMember();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(await links()).toEqual(['Today', 'Messages', 'Patients', 'Calendar']);
  expect(screen.getAllByText('Marisol Vega').length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeDefined();
  expect(document.title).toBe('Today · Béa');
});

test('an administrator has four more', async () => {
  asMember({ ...marisol, role: 'administrator' });
  visit('/team/access-log');
  await screen.findByRole('heading', { level: 1, name: 'Access log' });
  expect(await links()).toEqual([
    'Today',
    'Patients',
    'Calendar',
    'Invitations',
    'People',
    'Clinic',
    'Access log',
  ]);
});

test('an administrator page does not open for a coach', async () => {
  asMember();
  visit('/team/people');
  const words = await screen.findByText('This page is for administrators.');
  expect(screen.queryByText(/Signed in as/)).toBeNull();
  const link = within(words.closest('main')!).getByRole('link', { name: 'Today' });
  expect(link.getAttribute('href')).toBe('/team');
});

test('a page that does not exist says so', async () => {
  asMember();
  visit('/team/nothing');
  await screen.findByRole('heading', { level: 1, name: 'Page not found' });
});

test('a patient is told that this is not for them, and where theirs is', async () => {
  keepSession('aal1');
  server().answer({ 'GET /functions/v1/team-session': () => refusal('not_allowed') });
  visit('/team/patients');
  const heading = await screen.findByRole('heading', { level: 1, name: 'This page is for the care team' });
  screen.getByText('This account has no access to the team workspace.');
  expect(document.activeElement).toBe(heading);
  expect(screen.getByRole('link', { name: 'Go to the portal' }).getAttribute('href')).toBe('/home');
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('someone waiting for a clinician to agree to their role is told so, and can check again', async () => {
  asWaiting();
  visit('/team');
  await screen.findByText(
    'A clinician has to approve your role as coach first. We’ll email you when they do.',
  );
  expect(screen.queryByRole('link', { name: 'Go to the portal' })).toBeNull();
  const heading = screen.getByRole('heading', { level: 1, name: 'Almost there' });
  expect(document.activeElement).toBe(heading);
  const check = screen.getByRole('button', { name: 'Check again' });
  fireEvent.click(check);
  const said = await screen.findByText(/^Not yet\. Checked at \d+:\d\d [ap]m\.$/);
  expect(said.matches('output')).toBe(true);
  expect(document.activeElement).toBe(heading);
  asMember();
  fireEvent.click(check);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test('the page asks every 30 seconds whether a clinician has agreed, and survives a server that is down', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  asWaiting();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Almost there' });
  server().answer({ 'POST /functions/v1/team-session': () => refusal('unavailable', 503) });
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('The server didn’t respond. Please try again in a moment.');
  asMember();
  vi.advanceTimersByTime(30_000);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test('after 12 hours, by the server’s clock, they are signed out and told why', async () => {
  const minutesLeft = (minutes: number) => ({
    ...marisol,
    endsAt: new Date(Date.parse(marisol.idleAt) + (minutes - 15) * MINUTE).toISOString(),
  });
  asMember(minutesLeft(1));
  visit('/team');
  const dialog = await screen.findByRole('dialog', { name: 'Your session ends soon' });
  const { dataUpdatedAt } = queryClient.getQueryState(memberQuery(user.id).queryKey)!;
  const end = clockTime(dataUpdatedAt + MINUTE);
  within(dialog).getByText(new RegExp(`this one ends at ${end}\\. Your draft is saved\\.`));
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  queryClient.clear();
  asMember(minutesLeft(0));
  visit('/team');
  await screen.findByText(/^You were signed out because a session lasts 12 hours/);
});

test('without a response no one is let in or sent away', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  keepSession('aal2');
  visit('/team'); // the server knows no such function
  await screen.findByRole('heading', { name: 'We can’t reach the workspace' });
  asMember();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test.each([
  ['session_too_old', 403],
  ['unauthorized', 401],
])('%s at the next click leads to sign-in, and the page opens again', async (code, status) => {
  vi.spyOn(console, 'error').mockReturnValue();
  asMember();
  visit('/team');
  const patients = await screen.findByRole('link', { name: 'Patients' });
  server().answer({
    'GET /functions/v1/team-session': () => refusal(code, status),
    'POST /functions/v1/team-session': () => refusal(code, status),
    'POST /auth/v1/token': () => ({ status: 400, body: { code: 'session_not_found' } }),
  });
  fireEvent.click(patients);
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  expect(location.pathname + location.search).toBe('/team/sign-in?next=%2Fteam%2Fpatients');
  expect(screen.getByLabelText('Email address')).toBeDefined();
  expect(notice()).toBe('Your session has ended. Please sign in again.');
});

test('a factor that no longer counts is requested at the next click', async () => {
  asMember();
  visit('/team');
  const calendar = await screen.findByRole('link', { name: 'Calendar' });
  keepSession('aal1');
  server().answer({
    'GET /functions/v1/team-session': () => refusal('second_factor_required'),
    'POST /functions/v1/team-session': () => refusal('second_factor_required'),
    'GET /auth/v1/user': () => ({
      body: { ...user, factors: [{ id: 'factor-1', status: 'verified', factor_type: 'totp' }] },
    }),
  });
  fireEvent.click(calendar);
  await screen.findByLabelText('Code from your app');
  expect(location.search).toBe('?next=%2Fteam%2Fcalendar');
});

test('signing out forgets the page, for the next person to sign in', async () => {
  asMember();
  visit('/team/patients');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  await waitFor(() => expect(location.pathname + location.search).toBe('/team/sign-in'));
  expect(server().asked()).toContain('POST /auth/v1/logout');
});

test('after 13 minutes of inactivity the workspace asks, and a press keeps the session', async () => {
  asMember();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  lastActWas(13);
  const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
  const end = clockTime(Number(localStorage.getItem('bea-team-act')) + 15 * MINUTE);
  within(dialog).getByText(`The workspace will lock in 2 minutes, at ${end}. What you’re writing is kept.`);
  const before = server().asked().length;
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const asked = () =>
    server()
      .asked()
      .slice(before)
      .filter((each) => each.includes('/functions/'));
  await waitFor(() => expect(asked()).toEqual(['POST /functions/v1/team-session']));
});

const locked = () => screen.findByRole('heading', { level: 1, name: 'Locked' });
const appOnServer = () =>
  server().answer({
    'GET /auth/v1/user': () => ({
      body: { ...user, factors: [{ id: 'factor-1', status: 'verified', factor_type: 'totp' }] },
    }),
    'POST /auth/v1/factors/factor-1/challenge': () => ({
      body: { id: 'challenge-1', type: 'totp', expires_at: 9e9 },
    }),
    'POST /functions/v1/team-lock': () => ({ body: {} }),
  });
const enterAppCode = (code: string) => {
  fireEvent.change(screen.getByLabelText('Code from your app'), { target: { value: code } });
  fireEvent.click(screen.getByRole('button', { name: 'Unlock' }));
};

test('after 15 minutes everything is hidden, and the code from the app brings back page, text and draft', async () => {
  asMember();
  appOnServer();
  visit('/team/patients?search=ada');
  const search = await screen.findByRole<HTMLInputElement>('searchbox');
  fireEvent.change(search, { target: { value: 'Ada Ok' } });
  lastActWas(15);
  await locked();
  expect(document.title).toBe('Locked · Béa');
  expect(search.closest('[style*="display: none"]')).not.toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Patients' })).toBeNull();
  await waitFor(() => expect(server().asked()).toContain('POST /functions/v1/team-lock'));
  expect(server().asked()).not.toContain('POST /auth/v1/logout');
  server().answer({
    'POST /auth/v1/factors/factor-1/verify': () => ({ body: sessionAt('aal2') }),
    'POST /auth/v1/token': () => ({ body: sessionAt('aal2') }),
  });
  enterAppCode('123456');
  await screen.findByRole('heading', { level: 1, name: 'Patients' });
  expect(screen.queryByRole('heading', { name: 'Locked' })).toBeNull();
  expect(search.value).toBe('Ada Ok');
  expect(document.title).toBe('Patients · Béa');
});

test('a session that the server has locked shows the lock, on a reload and at the next click', async () => {
  keepSession('aal2');
  server().answer({ 'GET /functions/v1/team-session': () => refusal('session_locked') });
  visit('/team/patients');
  await locked();
  expect(location.pathname).toBe('/team/patients');
  cleanup();
  queryClient.clear();
  asMember();
  visit('/team');
  const patients = await screen.findByRole('link', { name: 'Patients' });
  server().answer({
    'GET /functions/v1/team-session': () => refusal('session_locked'),
    'POST /functions/v1/team-session': () => refusal('session_locked'),
  });
  fireEvent.click(patients);
  await locked();
  expect(location.pathname).toBe('/team/patients');
});

test('what this browser has locked stays locked on a reload, whatever the server says', async () => {
  asMember();
  appOnServer();
  lock();
  visit('/team');
  await locked();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('five wrong codes end the session', async () => {
  asMember();
  appOnServer();
  server().answer({
    'POST /auth/v1/factors/factor-1/verify': () => ({
      status: 422,
      body: { error_code: 'mfa_verification_failed', msg: 'Invalid' },
    }),
  });
  lock();
  visit('/team');
  await locked();
  for (let tries = 1; tries <= 5; tries += 1) {
    enterAppCode(`00000${tries}`);
    const tried = () =>
      server()
        .asked()
        .filter((each) => each.endsWith('/verify')).length;
    await waitFor(() => expect(tried()).toBe(tries));
    if (tries < 5) await screen.findByText(tries < 3 ? /wrong/ : /After five wrong codes/);
  }
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  expect(notice()).toBe('Too many wrong codes. Your app is locked for 15 minutes.');
  expect(server().asked()).toContain('POST /auth/v1/logout');
});

test('the next person signs out on the locked screen: nothing of the one before is left', async () => {
  asMember();
  appOnServer();
  visit('/team/patients');
  await screen.findByRole('heading', { level: 1, name: 'Patients' });
  draftOf('note', user.id, z.object({ text: z.string() })).keep({ text: 'Half a sentence' });
  lastActWas(15);
  await locked();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  expect(location.pathname + location.search).toBe('/team/sign-in');
  expect(document.body.textContent).not.toContain('Patients');
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Half a sentence');
});

test('two tabs lock and unlock together', async () => {
  asMember();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  const elsewhere = (newValue: string | null) => {
    if (newValue) localStorage.setItem('bea-team-locked', newValue);
    else localStorage.removeItem('bea-team-locked');
    fireEvent(window, new StorageEvent('storage', { key: 'bea-team-locked', newValue }));
  };
  elsewhere(SESSION);
  await locked();
  const before = server().asked().length;
  elsewhere(null);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  await waitFor(() => expect(server().asked().slice(before)).toContain('GET /functions/v1/team-session'));
});

test('a locked screen that the next person leaves by another tab shows them nothing', async () => {
  asMember();
  visit('/team/patients?search=ada');
  const search = await screen.findByRole('searchbox');
  fireEvent.change(search, { target: { value: 'Ada Ok' } });
  act(() => setUser({ id: 'c2ad4a4e-6f33-4ae1-8a3a-6f1a87f6d002', email: 'next@example.com' }));
  await waitFor(() => expect(search.isConnected).toBe(false));
  const now = await screen.findByRole<HTMLInputElement>('searchbox');
  expect(now.value).not.toBe('Ada Ok');
});
