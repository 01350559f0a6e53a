import type { Page } from '@playwright/test';
import { inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';
import { daysAgo, logPeriod, ZONE } from '../support/cycle-steps.ts';
import { loadTo } from '../support/journey-steps.ts';

test.use({ serviceWorkers: 'allow' });

const DATE = /^[A-Z][a-z]+ \d{1,2}, \d{4}, \d{1,2}:\d{2} [ap]m$/;

const results = (page: Page) => page.getByRole('region', { name: 'Test Results' });
const rows = (page: Page) => results(page).getByRole('table').locator('tbody').getByRole('row');

type Logged = { type?: 'ovulation' | 'PREGNANCY'; result: string; daysAgo?: number; loggedHoursAgo?: number };

async function log(clinic: Clinic, email: string, { type = 'ovulation', result, ...when }: Logged) {
  const ago = when.daysAgo ?? 0;
  await clinic.sql(
    `insert into public.test_results (user_id, result_type, result, cycle_number, taken_at, taken_on, taken_zone, created_at)
     select user_id, $2, $3, case when $2 = 'PREGNANCY' then 1 end,
       now() - make_interval(days => $4), $6, $7, now() - make_interval(hours => $5)
     from public.customers where customer_email = $1`,
    [email, type, result, ago, when.loggedHoursAgo ?? 0, daysAgo(ago), ZONE],
  );
}

test('Home shows the last seven days; the account shows all, with pregnancy tests hidden on request @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await expect(results(page).getByText("You don't have any logged results")).toBeVisible();
  await log(clinic, email, { result: 'High (Rising LH)', daysAgo: 8 });
  await page.reload();
  await expect(results(page).getByText('over 7 days ago')).toBeVisible();
  await log(clinic, email, { result: 'Peak (Positive LH Surge)', daysAgo: 6 });
  await log(clinic, email, { type: 'PREGNANCY', result: 'negative', daysAgo: 1 });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(results(page).getByRole('columnheader')).toHaveText(['Type', 'Result', 'Date']);
  await expect(rows(page).first().getByRole('cell')).toHaveText(['Pregnancy', 'Negative', DATE]);
  await results(page).getByRole('link', { name: 'See All' }).click();
  await expect(page).toHaveURL('/account');
  await expect(
    results(page).getByText('Ovulation and pregnancy test results that you have submitted'),
  ).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.getByRole('switch', { name: 'Hide pregnancy test results' }).check();
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('Pregnancy test, negative')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('switch', { name: 'Hide pregnancy test results' })).toBeChecked();
  await expect(rows(page)).toHaveCount(2);
  await page.goto('/home');
  await expect(rows(page), 'Home ignores the switch').toHaveCount(2);
});

test('the cycle chart shows what is likely, as a drawing and as a table @phone @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await logPeriod(clinic, email, 13);
  await log(clinic, email, { result: 'Negative (Low LH)', daysAgo: 12 });
  await log(clinic, email, { result: 'Peak (Positive LH Surge)', daysAgo: 4 });
  await log(clinic, email, { type: 'PREGNANCY', result: 'negative' });
  await clinic.sql(
    `insert into public.survey_responses (user_id, survey, cycle_number, answers)
     select user_id, 'applicator-use', 1,
       jsonb_build_array(to_char(now() - interval '4 days', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '1', 'No', '', '', '', '', '')
     from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/account');
  const chart = page.getByRole('region', { name: 'Your cycle' });
  await expect(
    chart.getByRole('img', {
      name: /LH surge: day 10.*Likely fertile days: .* to .*day 1: First day of your period.*day 10: Peak LH/,
    }),
  ).toBeVisible();
  await expect(chart.getByText('Day 1 is the first day of your period.')).toBeVisible();
  const drawn = await chart.locator('svg').evaluate((svg) => {
    const frame = svg.getBoundingClientRect();
    const words = [...svg.querySelectorAll('text')];
    const isOutside = ({ left, right }: DOMRect) => left < frame.left - 1 || right > frame.right + 1;
    return {
      width: frame.width,
      room: svg.parentElement!.clientWidth,
      smallest: Math.min(...words.map((each) => Number.parseFloat(getComputedStyle(each).fontSize))),
      outside: words
        .filter((each) => isOutside(each.getBoundingClientRect()))
        .map((each) => each.textContent),
    };
  });
  expect(drawn).toEqual({ width: drawn.room, room: drawn.room, smallest: 13, outside: [] });
  await chart.getByText('Show as a table').click();
  const table = chart.getByRole('table');
  await expect(table.getByRole('row', { name: /Day 10 .* Applicator used/ })).toBeVisible();
  await expect(table.getByRole('row', { name: /Pregnancy test, negative/ })).toBeVisible();
  await page.getByRole('switch', { name: 'Hide pregnancy test results' }).check();
  await expect(chart.getByText('Pregnancy test')).toHaveCount(0);
});

test('a result logged by mistake can be deleted for a day @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await log(clinic, email, { result: 'Invalid' });
  await log(clinic, email, { result: 'High (Rising LH)', daysAgo: 2, loggedHoursAgo: 25 });
  await signIn(page, clinic, email);
  await page.goto('/account');
  await expect(rows(page)).toHaveCount(2);
  const remove = page.getByRole('button', { name: /^Delete result:/ });
  await expect(remove).toHaveCount(1);
  await remove.click();
  await page.getByRole('button', { name: 'Keep result' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole('button', { name: 'Delete result', exact: true }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(results(page).getByText('Invalid')).toHaveCount(0);
});

test('deleting a positive test logged by mistake restores the plan, as the dialog said @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await signIn(page, clinic, email);
  await page.goto('/log-result/pregnancy');
  await page.getByRole('radio', { name: 'Positive' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Congratulations' })).toBeFocused();
  await page.goto('/account');
  await page.getByRole('button', { name: /^Delete result: Pregnancy, Positive/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this result?' });
  await expect(dialog).toContainText('Your plan will go back to the way it was.');
  await dialog.getByRole('button', { name: 'Delete result' }).click();
  await expect(dialog).toBeHidden();
  await page.goto('/home');
  await expect(page.locator('main').getByText('Cycle 1', { exact: true })).toBeVisible();
  await expect(page.locator('main').getByText('Wait, then test')).toBeVisible();
});

test('results that do not load show the empty state, and a failed deletion says so @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await log(clinic, email, { result: 'Invalid' });
  let broken = 'GET /rest/v1/test_results';
  const front = await inFrontOf(clinic.url, ({ url, method }, response) => {
    if (!`${method} ${url}`.startsWith(broken)) return false;
    response.writeHead(400, { 'content-type': 'application/json' }).end('{}');
    return true;
  });
  await signIn(page, { ...clinic, url: front.url }, email);
  await expect(results(page).getByText("You don't have any logged results")).toBeVisible();
  await results(page).getByRole('button', { name: 'Log your first result' }).click();
  await expect(page).toHaveURL(`${front.url}/log-result/ovulation`);
  broken = 'DELETE /rest/v1/test_results';
  await page.goto(`${front.url}/account`);
  await page.getByRole('button', { name: /^Delete result:/ }).click();
  await page.getByRole('button', { name: 'Delete result', exact: true }).click();
  await expectToast(page, 'Error', 'Failed to delete the result');
  await expect(rows(page)).toHaveCount(1);
  await front.close();
});
