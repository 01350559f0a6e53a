import type { Page } from '@playwright/test';
import { monthName } from '../../domain/time/words.ts';
import { addAppointmentType, bookTomorrow } from '../support/appointment-types.ts';
import { cycleCard, daysAgo, logPeriod } from '../support/cycle-steps.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { openWhole, PAGES, someOf } from '../support/routes.ts';

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  monthName(`2026-${String(month + 1).padStart(2, '0')}-01`),
);
const DATE = new RegExp(`\\b(?:${MONTHS.map((name) => name.slice(0, 3)).join('|')})[a-z]* \\d{1,2}\\b`);

const inWords = (day: string) => `${monthName(day)} ${Number(day.slice(8))}`;

/** Every day of the next two months, in the format of the pages. */
const AHEAD = new Set(Array.from({ length: 60 }, (_, days) => inWords(daysAgo(-1 - days))));

/** A page's dates, visible or only read aloud. */
async function datesIn(page: Page): Promise<string[]> {
  const text = await page.evaluate(() => {
    const { body } = document;
    const labels = [...body.querySelectorAll('[aria-label]')].map((each) => each.getAttribute('aria-label'));
    const hidden = [...body.querySelectorAll('svg text, option, details')].map((each) => each.textContent);
    return [body.innerText, ...labels, ...hidden].join('\n');
  });
  // The day the words were last changed may be tomorrow where it is still evening.
  const facts = text.replace(/Last updated [A-Z]\w+ \d+/g, '');
  return [...facts.matchAll(new RegExp(DATE, 'g'))].map(([date]) => date);
}

test('for irregular cycles no page shows a future day, and the chart only counts days', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, 'irregular@example.com');
  await expect(cycleCard(page).getByText('The length of your cycles varies by a week or more')).toBeVisible();
  await expect(cycleCard(page).getByText('Day 10', { exact: true })).toBeVisible();
  test.slow();
  // Those two show the clinic's days: of bookable calls, and of the next event.
  const pages = PAGES.map(({ path }) => path).filter((path) => !/^\/(schedule|learn)/.test(path));
  for (const path of someOf([...pages, '/overview?phase=ovulation&cycle=1'], 4)) {
    await openWhole(page, path);
    const ahead = (await datesIn(page)).filter((date) => AHEAD.has(date));
    expect(ahead, path).toEqual([]);
  }
  await openWhole(page, '/account');
  const chart = cycleCard(page);
  await expect(chart.getByRole('img', { name: /day 1: First day of your period/ })).toBeVisible();
  await chart.getByText('Show as a table').click();
  await expect(chart.getByRole('columnheader')).toHaveText(['Day', 'What you logged']);
  expect(await chart.innerText()).not.toMatch(DATE);
  await expect(chart.getByRole('img', { name: DATE })).toHaveCount(0);
  expect((await chart.getByRole('option').allInnerTexts()).join()).not.toMatch(DATE);
});

test('for irregular cycles no email or calendar file names a day, except a call’s @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  for (const ago of [133, 107, 76, 38, 9]) await logPeriod(clinic, email, ago);
  await clinic.sql(
    `update public.customers set testing_reminders = true, applicator_reminders = true where customer_email = $1`,
    [email],
  );
  const { slug } = await addAppointmentType(clinic);
  await signIn(page, clinic, email);
  await expect(cycleCard(page).getByText('The length of your cycles varies by a week or more')).toBeVisible();
  await bookTomorrow(page, slug);
  const subjects = async () => (await clinic.mail(email)).map(({ subject }) => subject);
  await expect.poll(subjects).toContain('Your call is booked');

  const [ofCall] = await clinic.sql(
    `select (starts_at at time zone 'America/New_York')::date::text as day, to_char(starts_at at time zone 'UTC', 'YYYYMMDD') as stamp
     from public.appointments join public.customers using (user_id) where customer_email = $1`,
    [email],
  );
  const mails = await clinic.mail(email);
  const words = mails.map(({ subject, text, html }) => [subject, text, html].join('\n')).join('\n');
  const named = [...words.matchAll(new RegExp(DATE, 'g'))].map(([date]) => date);
  expect(new Set(named.filter((date) => AHEAD.has(date)))).toEqual(
    new Set([inWords(String(ofCall!['day']))]),
  );
  const files = mails.flatMap(({ attachments }) => attachments.map(({ content }) => content)).join('\n');
  const begun = [...files.matchAll(/^DT(?:START|END)\b[^:]*:(\d{8})/gm)];
  expect(new Set(begun.map(([, stamp]) => stamp))).toEqual(new Set([ofCall!['stamp']]));
});

for (const [gate, days, kind] of [
  ['no period', null, 'period'],
  ['an unsure start', 5, 'unsure'],
  ['a period that is overdue', 60, 'period'],
] as const) {
  test(`with ${gate} neither Home nor My Account shows a future day @long`, async ({ page, clinic }) => {
    const email = await clinic.patient();
    await loadTo(clinic, email, 'ovulation', 1);
    if (days !== null) await logPeriod(clinic, email, days, kind);
    await signIn(page, clinic, email);
    await expect(cycleCard(page).getByText('This is a guide', { exact: false })).toBeVisible();
    for (const path of ['/home', '/account']) {
      await openWhole(page, path);
      expect((await datesIn(page)).filter((date) => AHEAD.has(date))).toEqual([]);
    }
  });
}

test('the same scan finds the dates of a patient who may see them', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await logPeriod(clinic, email, 1);
  await signIn(page, clinic, email);
  await expect(cycleCard(page).getByText(/^Start testing on/)).toBeVisible();
  expect((await datesIn(page)).some((date) => AHEAD.has(date))).toBe(true);
});

test('outside treatment there is no card, and the chart shows no date @long', async ({ page, clinic }) => {
  await signIn(page, clinic, 'paused@example.com');
  await expect(page.getByRole('region', { name: 'Your treatment is paused.' })).toBeVisible();
  await expect(cycleCard(page)).toHaveCount(0);
  await openWhole(page, '/account');
  await expect(cycleCard(page).getByRole('img')).toBeVisible();
  expect(await cycleCard(page).innerText()).not.toMatch(DATE);
});
