import { inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { chooseOvulation, press, resultsOf } from '../support/logging-steps.ts';
import { kept } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

test('new answers after a try that may have arrived are a separate submission @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  let losing = true;
  // The server stores the entry, but its answer never arrives.
  const broken = await inFrontOf(clinic.url, ({ url, headers }, response) => {
    if (!losing || !url?.startsWith('/functions/v1/submit-ovulation')) return false;
    losing = false;
    void fetch(`${clinic.url}${url}`, {
      method: 'POST',
      headers: {
        authorization: headers.authorization!,
        apikey: String(headers['apikey']),
        'content-type': 'application/json',
        'idempotency-key': String(headers['idempotency-key']),
      },
      body: JSON.stringify({ result: 'High (Rising LH)' }),
    }).then(() => response.writeHead(502).end());
    return true;
  });
  await signIn(page, { ...clinic, url: broken.url }, email);
  await page.goto(`${broken.url}/log-result/ovulation`);
  await chooseOvulation(page, 'High (Rising LH)');
  await press(page, 'Continue');
  await expectToast(page, 'Error', 'Failed to submit an ovulation test result.');
  await page.getByRole('radio', { name: 'Peak (Positive LH Surge)' }).check();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: /You are now ready/ })).toBeVisible();
  expect((await resultsOf(clinic, email)).map(({ result }) => result)).toEqual([
    'High (Rising LH)',
    'Peak (Positive LH Surge)',
  ]);
  await broken.close();
});

test('three results offline, then a killed tab: exactly three rows', async ({ page, clinic, context }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/log-result/ovulation');
  await expect(page.getByRole('heading', { name: 'How are you detecting ovulation?' })).toBeVisible();
  await kept(page);
  await context.setOffline(true);
  for (const result of ['Negative (Low LH)', 'High (Rising LH)', 'Peak (Positive LH Surge)']) {
    await chooseOvulation(page, result);
    await press(page, 'Continue');
    await expect(page.getByText('saved on your device')).toBeVisible();
    await press(page, 'Log another result');
  }
  expect(await resultsOf(clinic, email)).toEqual([]);
  await page.close();

  await context.setOffline(false);
  // Two tabs come back online together, and both send the pending entries.
  const [one, other] = [await context.newPage(), await context.newPage()];
  await Promise.all([one.goto('/account'), other.goto('/home')]);
  await expect.poll(async () => (await resultsOf(clinic, email)).length).toBe(3);
  await expect(one.getByRole('list', { name: 'Waiting to be sent' })).toHaveCount(0);
  await one.reload();
  await expect(one.getByText('Peak (Positive LH Surge)').first()).toBeVisible();
  expect((await resultsOf(clinic, email)).map(({ result }) => result)).toEqual([
    'Negative (Low LH)',
    'High (Rising LH)',
    'Peak (Positive LH Surge)',
  ]);
});

test('pending entries are shown as waiting, and signing out removes them @long', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await expect(page).toHaveURL('/home');
  const walkthrough = await context.newPage();
  await walkthrough.goto('/onboarding');
  await expect(walkthrough.getByRole('button', { name: 'Logout' })).toBeEnabled();
  await page.bringToFront();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Log test result' }).click();
  await page.getByRole('menuitem', { name: 'Log ovulation test' }).click();
  await expect(page.getByRole('heading', { name: 'How are you detecting ovulation?' })).toBeVisible();
  await kept(page);
  await context.setOffline(true);
  await chooseOvulation(page, 'Invalid');
  await press(page, 'Continue');
  await page.getByRole('main').getByRole('link', { name: 'My Account' }).click();
  await expect(page.getByRole('list', { name: 'Waiting to be sent' })).toContainText('Ovulation: Invalid');
  await expect(page.getByText('You’re offline.')).toBeVisible();
  for (const tab of [page, walkthrough]) {
    await tab.bringToFront();
    await press(tab, 'Logout');
    await expect(tab.getByRole('dialog', { name: 'Log out now?' })).toBeVisible();
    await press(tab, 'Stay signed in');
    await expect(tab.getByRole('dialog')).toBeHidden();
  }
  await walkthrough.close();
  await context.setOffline(false);
  await expect(page.getByRole('list', { name: 'Waiting to be sent' })).toHaveCount(0);
  await expect(page.getByText('You’re offline.')).toBeHidden();
  expect(await resultsOf(clinic, email)).toHaveLength(1);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});
