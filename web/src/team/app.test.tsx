import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { queryClient } from '@/lib/backend/query-client.ts';
import { memberQuery } from '@/lib/care-team/member.ts';
import { clockTime } from '@/lib/dates/dates.ts';
import { draftOf } from '@/lib/entries/drafts.ts';
import { keepSession, marisol, notice, refusal, user, useClinic } from './testing/clinic.ts';
import { App } from './app.tsx';
// Loaded late in a browser; here it would be transformed while a test waits for it.
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
  const message = 'A clinician has to agree to your role as coach first.';
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
  'whoever opens %s and is not signed in is brought to sign-in, and sees nothing else',
  async (path) => {
    visit(path);
    await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
    expect(location.pathname).toBe('/team/sign-in');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(server().asked()).toEqual([]);
  },
);

test('a coach finds three pages, who is signed in and the way out', async () => {
  asMember();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  expect(await links()).toEqual(['Today', 'Patients', 'Calendar']);
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

test('a page of the administrators does not open for a coach', async () => {
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

test('whoever waits for a clinician to agree to their role is told so, and looks again', async () => {
  asWaiting();
  visit('/team');
  await screen.findByText(
    'A clinician has to agree to your role as coach first. We will email you when they have.',
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

test('the page asks every 30 seconds whether a clinician has agreed, and survives a server that is away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  asWaiting();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Almost there' });
  server().answer({ 'POST /functions/v1/team-session': () => refusal('unavailable', 503) });
  fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByText('The server did not answer. Please try again in a moment.');
  asMember();
  vi.advanceTimersByTime(30_000);
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test('after 12 hours, as the server counts them, they are signed out and told why', async () => {
  const minutesLeft = (minutes: number) => ({
    ...marisol,
    endsAt: new Date(Date.parse(marisol.idleAt) + (minutes - 15) * MINUTE).toISOString(),
  });
  asMember(minutesLeft(1));
  visit('/team');
  const dialog = await screen.findByRole('dialog', { name: 'Your session ends soon' });
  const { dataUpdatedAt } = queryClient.getQueryState(memberQuery(user.id).queryKey)!;
  const end = clockTime(dataUpdatedAt + MINUTE);
  within(dialog).getByText(new RegExp(`this one ends at ${end}\\. What you are writing is kept\\.`));
  fireEvent.click(screen.getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  cleanup();
  queryClient.clear();
  asMember(minutesLeft(0));
  visit('/team');
  await screen.findByText(/^You were signed out because a session lasts 12 hours/);
});

test('without an answer nobody is let in and nobody is sent away', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  keepSession('aal2');
  visit('/team'); // the server knows no such function
  await screen.findByRole('heading', { name: 'We cannot reach the workspace' });
  asMember();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { level: 1, name: 'Today' });
});

test.each([
  ['session_too_old', 403],
  ['unauthorized', 401],
])('%s at the next click leads to sign-in, and the page is found again', async (code, status) => {
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

test('a factor that no longer counts is asked for at the next click', async () => {
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

test('signing out forgets the page, for whoever signs in next', async () => {
  asMember();
  visit('/team/patients');
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByRole('heading', { level: 1, name: 'Team sign-in' });
  await waitFor(() => expect(location.pathname + location.search).toBe('/team/sign-in'));
  expect(server().asked()).toContain('POST /auth/v1/logout');
});

test('after 13 minutes without an act they are asked, and a press keeps the session', async () => {
  asMember();
  visit('/team');
  await screen.findByRole('heading', { level: 1, name: 'Today' });
  lastActWas(13);
  const dialog = await screen.findByRole('dialog', { name: 'Are you still there?' });
  const end = clockTime(Number(localStorage.getItem('bea-team-act')) + 15 * MINUTE);
  within(dialog).getByText(`You will be signed out in 2 minutes, at ${end}. What you are writing is kept.`);
  const before = server().asked().length;
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(server().asked().slice(before)).toEqual(['POST /functions/v1/team-session']));
});

test('after 15 minutes they are signed out, told why, and find page and draft again', async () => {
  asMember();
  visit('/team/patients?search=ada');
  await screen.findByRole('heading', { level: 1, name: 'Patients' });
  const draft = draftOf('note', user.id, z.object({ text: z.string() }));
  draft.keep({ text: 'Half a sentence' });
  lastActWas(15);
  await screen.findByText(
    'You were signed out after 15 minutes without anything typed or clicked. Sign in again to go on where you were; what you were writing is kept.',
  );
  expect(location.search).toBe('?next=%2Fteam%2Fpatients%3Fsearch%3Dada');
  expect(server().asked()).toContain('POST /auth/v1/logout');
  asMember();
  await screen.findByRole('heading', { level: 1, name: 'Patients' });
  expect(location.pathname + location.search).toBe('/team/patients?search=ada');
  expect(draft.read()).toEqual({ text: 'Half a sentence' });
});
