import { act, cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { App } from './app.tsx';
import { loadConfig } from '@/lib/backend/config.ts';
import { queryClient } from '@/lib/backend/query-client.ts';
import { setUser } from '@/lib/backend/session.ts';
import type { OwnCoach } from '@/lib/clinic/own-coach.ts';

vi.mock('./features/sign-in/dawn-panel.tsx', () => ({ DawnPanel: () => null }));

const ready = {
  privacy_policy_accepted: true,
  data_usage_consent: true,
  consent_withdrawn_at: null,
  onboarding_completed: true,
  customer_first_name: 'Robin',
  preferred_name: null,
  customer_last_name: 'Reed',
  customer_email: 'robin@example.com',
  status: 'Active',
  tracking_url: null,
  programme_name: null,
  coach: null as OwnCoach | null,
};
// A page's code is compiled when it is first requested.
configure({ asyncUtilTimeout: 10_000 });
let record: () => Response | Promise<Response>;

beforeEach(async () => {
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('scrollTo', () => undefined);
  record = () => Response.json(ready);
  vi.stubGlobal('fetch', async (input: string) => {
    if (input === '/config.json') {
      return Response.json({ supabaseUrl: 'http://localhost:3000', supabaseAnonKey: 'anon-key' });
    }
    if (input.includes('privacy_policy_accepted')) return record();
    if (input.endsWith('/team-session')) return Response.json({ code: 'not_allowed' }, { status: 403 });
    if (input.includes('/functions/')) return Response.json({ appointments: [] });
    return Response.json([]);
  });
  await loadConfig();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function visit(path: string, user: { id: string; email: string } | null) {
  history.replaceState(null, '', path);
  setUser(user);
  render(<App />);
}

const robin = { id: 'user-1', email: 'robin@example.com' };

test('a signed-out visitor is taken to sign-in', async () => {
  visit('/account', null);
  await screen.findByRole('heading', { name: 'Log in to your account' });
  expect(location.pathname).toBe('/auth');
});

test.each([
  ['/account', '/account'],
  ['/medical-notes?note=8a1c', '/medical-notes?note=8a1c'],
  // From an email. Its address doesn't reveal what there is to read.
  ['/read/3f2b8a1c-1111-4222-8333-444455556666', '/medical-notes?note=3f2b8a1c-1111-4222-8333-444455556666'],
])(
  'a visitor to %s gets there after signing in, and no URL shows it in the meantime',
  async (path, there) => {
    visit(path, null);
    await screen.findByRole('heading', { name: 'Log in to your account' });
    expect(location.pathname + location.search).toBe('/auth');
    setUser(robin);
    await waitFor(() => expect(location.pathname + location.search).toBe(there));
  },
);

test('after a logout the next sign-in starts at Home', async () => {
  visit('/account', robin);
  await screen.findByText('Reed');
  setUser(null);
  await screen.findByRole('heading', { name: 'Log in to your account' });
  setUser({ id: 'user-2', email: 'theo@example.com' });
  await waitFor(() => expect(location.pathname).toBe('/home'));
});

test('the index leads to Home, and Home greets by first name', async () => {
  visit('/', robin);
  await screen.findByText('Hello, Robin');
  expect(location.pathname).toBe('/home');
  expect(document.title).toBe('Home · Béa');
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('aria-current')).toBe('page');
});

test('a signed-in patient does not see the sign-in screen', async () => {
  visit('/auth', robin);
  await screen.findByText('Hello, Robin');
  expect(location.pathname).toBe('/home');
});

test.each([
  ['consent', '/privacy-terms', { ...ready, data_usage_consent: false }],
  ['the walkthrough', '/onboarding', { ...ready, onboarding_completed: false }],
])('without %s no page opens, not even for a moment', async (_, place, row) => {
  const answer = Promise.withResolvers<Response>();
  record = () => answer.promise;
  visit('/account', robin);
  await screen.findByText('Loading.....');
  expect(screen.queryByRole('heading', { name: 'My Account' })).toBeNull();
  answer.resolve(Response.json(row));
  await waitFor(() => expect(location.pathname).toBe(place));
  expect(screen.queryByRole('heading', { name: 'My Account' })).toBeNull();
});

test('a failed gate check is logged, and the page opens', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  record = () => Response.json({ code: 'x', message: 'robin@example.com broke it' }, { status: 500 });
  visit('/account', robin);
  await screen.findByRole('heading', { name: 'My Account' });
  const aboutTheGate = log.mock.calls.filter(([words]) => /gate|robin/.test(String(words)));
  expect(aboutTheGate).toEqual([['The access gate could not be checked: x 500']]);
});

test.each([
  ['/account', 'My Account'],
  ['/onboarding', 'What To Expect'],
  ['/privacy-terms', 'Privacy and Data Usage'],
])('%s opened after a failed gate check stays while the gate is checked again', async (path, heading) => {
  vi.spyOn(console, 'error').mockReturnValue();
  let asked = 0;
  const again = Promise.withResolvers<Response>();
  record = () => (asked++ < 2 ? Response.json({ code: 'x' }, { status: 500 }) : again.promise);
  visit(path, robin);
  if (path === '/onboarding') fireEvent.click(await screen.findByRole('button', { name: 'Next' }));
  const page = await screen.findByRole('heading', { level: 1, name: heading });
  const refetch = queryClient.refetchQueries({ queryKey: ['access'] });
  await waitFor(() => expect(asked).toBeGreaterThan(2));
  expect(page.isConnected).toBe(true);
  again.resolve(Response.json(ready));
  await refetch;
  expect(page.isConnected).toBe(true);
});

const noRecord = () => Response.json({ code: 'PGRST116', message: 'No rows' }, { status: 406 });

test('a patient without a record is signed out with an explanation, and no page opens', async () => {
  record = noRecord;
  visit('/account', robin);
  await screen.findByRole('heading', { name: 'Log in to your account' });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Unauthorized Email');
  expect(alert.textContent).toContain('This email is not authorized to use the application.');
  expect(screen.queryByRole('heading', { name: 'My Account' })).toBeNull();
});

test('a record that is just being created is requested once more', async () => {
  let missing = 1;
  record = () => (missing-- > 0 ? noRecord() : Response.json(ready));
  visit('/account', robin);
  await screen.findByRole('heading', { name: 'My Account' });
  expect(missing).toBeLessThan(0);
});

test('the walkthrough stays open to a patient without a record', async () => {
  record = noRecord;
  visit('/onboarding', robin);
  await screen.findByRole('button', { name: 'Next' });
  expect(location.pathname).toBe('/onboarding');
});

test.each([null, robin])('an unknown path is not found, for anyone', async (user) => {
  visit('/nothing/here', user);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('404 - Page Not Found');
  expect(screen.getByText("The page you're looking for doesn't exist.")).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go Home' }).getAttribute('href')).toBe('/');
});

test('a page below another shows its breadcrumb', async () => {
  visit('/schedule?appointmentType=initial-consultation', robin);
  await screen.findByRole('heading', { name: 'Book Video Call' });
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect([...trail.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'My Coach',
    'Book Video Call',
  ]);
});

test('signing out leaves the page and drops its data', async () => {
  visit('/account', robin);
  await screen.findByText('Reed');
  setUser(null);
  await screen.findByRole('heading', { name: 'Log in to your account' });
  expect(location.pathname).toBe('/auth');
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test('what one person was writing is gone when the next signs in in another tab', async () => {
  visit('/feeling', robin);
  const box = await screen.findByRole<HTMLTextAreaElement>('textbox');
  fireEvent.change(box, { target: { value: 'Half a sentence' } });
  act(() => setUser({ id: 'user-2', email: 'noor@example.com' }));
  await waitFor(() => expect(box.isConnected).toBe(false));
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('');
});

test.each(['/home', '/support'])(
  '%s shows the coach who is assigned instead of the setting’s',
  async (path) => {
    visit(path, robin);
    await screen.findByRole('heading', { name: 'Your care team' });
    cleanup();
    queryClient.clear();
    const coach = { name: 'Jo Park', bio: '', email: 'jo@clinic.example', portrait: null };
    record = () => Response.json({ ...ready, coach });
    visit(path, robin);
    await screen.findByRole('heading', { name: 'Jo Park' });
    expect(screen.queryByText('Your care team')).toBeNull();
    // No picture of someone else stands in for a face.
    expect(screen.getByText('JP')).toBeTruthy();
  },
);

const withCoach = (email: string) => () =>
  Response.json({ ...ready, coach: { name: 'Amara Whitfield', bio: '', email, portrait: 'coach-2' } });

test.each([
  ['/support', 'Email your coach'],
  ['/applicator-instructions', 'Message my Coach'],
])('on %s email goes to the assigned coach, even offline afterward', async (path, name) => {
  const address = async () => (await screen.findByRole('link', { name })).getAttribute('href');
  record = withCoach('amara@clinic.example');
  visit(path, robin);
  await waitFor(async () => expect(await address()).toMatch(/^mailto:amara@clinic\.example\?/));
  cleanup();
  queryClient.clear();
  record = () => {
    throw new TypeError('Failed to fetch');
  };
  visit(path, robin);
  expect(await address()).toMatch(/^mailto:amara@clinic\.example\?/);
});

test('a coach who is no longer assigned gets no more email, and is no one else’s on the same device', async () => {
  const address = async () =>
    (await screen.findByRole('link', { name: 'Email your coach' })).getAttribute('href');
  record = withCoach('amara@clinic.example');
  visit('/support', robin);
  await waitFor(async () => expect(await address()).toMatch(/^mailto:amara/));
  cleanup();
  queryClient.clear();
  record = () => Response.json(ready);
  visit('/support', robin);
  await waitFor(async () => expect(await address()).toMatch(/^mailto:coach@example\.com\?/));
});
