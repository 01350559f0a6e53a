import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { extractText } from 'unpdf';
import { card } from '../support/account-steps.ts';
import { expect, openClinic, signIn, test } from '../support/fixtures.ts';
import { itemOf, knownPatient } from '../support/patient-steps.ts';
import { KIND, takesCalls } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const CHICAGO = 'America/Chicago';
const ELSEWHERE = /UTC|GMT|Eastern|Universal/;

// Neither device says where it is: as in a hospital's virtual machine, or a browser that hides it.
test.use({ timezoneId: 'UTC' });

/** What is on the page, without the lists of every zone to choose from. */
const wordsOf = (place: Locator) =>
  place.evaluate((part) => {
    const copy = part.cloneNode(true) as Element;
    for (const list of copy.querySelectorAll('select')) list.remove();
    return copy.textContent;
  });

test('a clinic in Chicago and a patient who never signed in: booking, record, Today, email, and then the portal name Central Time @long', async ({
  page,
  browser,
}) => {
  test.slow();
  const clinic = await openClinic({ CLINIC_TIME_ZONE: CHICAGO });
  const robin = await knownPatient(clinic, 'Robin');
  const coach = await joinTeam(page, clinic, 'coach', { zone: CHICAGO });
  await takesCalls(clinic, coach.email);
  await clinic.sql(
    `insert into public.availability (host_id, weekday, starts_at, ends_at)
     select id, weekday, '09:00', '17:00' from public.care_team, generate_series(1, 7) as weekday where email = $1`,
    [coach.email],
  );
  await clinic.sql(
    `insert into public.symptom_reports (user_id, signs, strength, since, urgent)
     values ($1, '{pain}', 'mild', current_date - 2, false)`,
    [robin.id],
  );

  await page.goto(`${clinic.url}/team/calendar?book=${robin.id}`);
  const book = page.getByRole('dialog', { name: 'Book a call' });
  await expect(book.getByText('Time zone not known. The email will say Central Time.')).toBeVisible();
  await book.getByLabel('Call type').selectOption({ label: KIND });
  const day = book.getByLabel('Day', { exact: true });
  await expect(day.getByRole('option').nth(2)).toBeAttached();
  await day.selectOption(await day.getByRole('option').nth(2).getAttribute('value'));
  const time = book.getByLabel('Time', { exact: true });
  const own = time.getByRole('option', { name: /^9:00 am.* with Noa Lind$/ });
  await time.selectOption(await own.getAttribute('value'));
  expect(await wordsOf(book)).not.toMatch(ELSEWHERE);
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(book).toBeHidden();

  const emails = async () => (await clinic.mail(robin.email)).filter(({ channel }) => channel === 'email');
  await expect
    .poll(async () => (await emails()).map(({ subject }) => subject))
    .toContain('Your call is booked');
  for (const { text, html, attachments } of await emails()) {
    expect(text).toContain('9:00 am Central Time');
    expect([text, html, ...attachments.map(({ content }) => content)].join()).not.toMatch(ELSEWHERE);
  }

  await page.goto(`${clinic.url}/team`);
  await expect(itemOf(page, robin, 'Symptoms reported')).toBeVisible();
  expect(await wordsOf(page.locator('body'))).not.toMatch(ELSEWHERE);
  await itemOf(page, robin, 'Symptoms reported').getByRole('link', { name: robin.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: robin.name })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Timeline' })).toContainText(KIND);
  expect(await wordsOf(page.locator('body'))).not.toMatch(ELSEWHERE);

  const home = await browser.newContext({ baseURL: clinic.url, timezoneId: 'UTC' });
  const portal = await home.newPage();
  await signIn(portal, clinic, robin.email);
  await expect(portal.getByRole('region', { name: 'Upcoming Calls' })).toContainText('9:00 am');
  await portal.goto('/support');
  await expect(portal.getByText('Times in Central Time.')).toBeVisible();
  expect(await wordsOf(portal.locator('body'))).not.toMatch(ELSEWHERE);
  await portal.goto('/account');
  const zone = portal.getByRole('combobox', { name: 'Time zone' });
  await expect(zone.getByRole('option', { selected: true })).toHaveText(
    'Central Time (Chicago), until you select one',
  );
  expect(await wordsOf(portal.getByRole('main'))).not.toMatch(ELSEWHERE);
  const [download] = await Promise.all([
    portal.waitForEvent('download'),
    card(portal, 'Your data').getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  const { text } = await extractText(new Uint8Array(await readFile(await download.path())), {
    mergePages: true,
  });
  expect(text).toMatch(/Times in\s+Central Time\./);
  expect(text).not.toMatch(ELSEWHERE);
  expect(await clinic.sql('select time_zone from public.customers where user_id = $1', [robin.id])).toEqual([
    { time_zone: null },
  ]);

  await zone.selectOption('America/Los_Angeles');
  await expect(zone).toHaveValue('America/Los_Angeles');
  await portal.goto('/home');
  await expect(portal.getByRole('region', { name: 'Upcoming Calls' })).toContainText('7:00 am');
  await home.close();
  await clinic.remove();
});
