import type { Page } from '@playwright/test';
import { expect, openClinic, signIn, test, type Clinic } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** The patient's page is open, and no one touches it from here on. */
async function openPortal(page: Page, clinic: Clinic, path: string): Promise<string> {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto(clinic.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  page.on('framenavigated', () => {
    throw new Error('the page was loaded again');
  });
  return email;
}

const ADD_NOTE = `insert into public.medical_notes (user_id, title, noted_on, content)
  select user_id, $2, current_date, 'All is well.' from public.customers where customer_email = $1`;

test('a new note appears by itself @phone', async ({ page, clinic }) => {
  const email = await openPortal(page, clinic, '/medical-notes');
  await expect(page.getByText('Your notes will be viewable once')).toBeVisible();
  await clinic.sql(ADD_NOTE, [email, 'A word from your clinician']);
  await expect(page.getByText('A word from your clinician')).toBeVisible();
});

test('a call booked elsewhere appears by itself, and so does its link @long', async ({ page, clinic }) => {
  const email = await openPortal(page, clinic, '/home');
  await expect(page.getByText("You don't have any upcoming calls.")).toBeVisible();
  const book = `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
    select user_id, gen.host, types.id, now() + interval '2 days', now() + interval '2 days 30 minutes',
      now() + interval '2 days 30 minutes'
    from public.customers
    join public.appointment_types as types on slug = 'meet-your-clinical-coach'
    cross join lateral (select host_id as host from public.appointment_type_hosts
      where appointment_type_id = types.id limit 1) as gen
    where customer_email = $1`;
  await clinic.sql(book, [email]);
  await expect(page.getByRole('heading', { name: 'Meet Your Clinical Coach' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Join call/ })).toHaveCount(0);
  await clinic.sql(
    `update public.appointments set starts_at = now() + interval '5 minutes', ends_at = now() + interval '35 minutes',
       busy_until = now() + interval '35 minutes'
     where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email],
  );
  await expect(page.getByRole('link', { name: /^Join call/ }).first()).toBeVisible();
});

test('a tracking link appears by itself @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number)
     select user_id, phase_id, stage_number from public.customers, public.journey_phases
     where customer_email = $1 and stage_number = 1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto(`${clinic.url}/home`);
  await expect(page.getByRole('button', { name: 'Follow your delivery' })).toBeVisible();
  await clinic.sql(
    `update public.customers set tracking_url = 'https://example.com/track/9' where customer_email = $1`,
    [email],
  );
  await expect(page.getByRole('link', { name: 'Follow your delivery' })).toHaveAttribute(
    'href',
    'https://example.com/track/9',
  );
});

test('changes made while the server was away appear when it is back @long', async ({ page }) => {
  const first = await openClinic();
  const { dataFolder } = first;
  const port = Number(new URL(first.url).port);
  const email = await openPortal(page, first, '/medical-notes');
  await first.sql(ADD_NOTE, [email, 'Before']);
  await expect(page.getByText('Before')).toBeVisible();
  await first.end();
  const again = await openClinic({}, { dataFolder, port });
  await again.sql(ADD_NOTE, [email, 'After']);
  await expect(page.getByText('After')).toBeVisible({ timeout: 30_000 });
  await again.remove();
});

test('the first screen appears before live updates are requested @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  await page.goto(`${clinic.url}/home`);
  await expect(page.getByRole('region', { name: 'Upcoming Calls' })).toBeVisible();
  const isLate = (url: string) => /realtime|live-changes/.test(url);
  await expect.poll(() => asked.some((url) => url.startsWith('ws'))).toBe(true);
  // A second request means a live update. It is sent once the first screen is there and the browser is idle,
  // as it is now.
  const isAfterwards = (url: string) => /\/(treatment_day_timers|account_deletions|read-messages)/.test(url);
  const firstData = new Set(
    asked.filter((url) => /\/(rest|functions)\/v1\//.test(url) && !isAfterwards(url)),
  );
  expect(firstData.size).toBeGreaterThan(3);
  for (const url of firstData) expect(asked.findIndex(isLate)).toBeGreaterThan(asked.indexOf(url));
});
