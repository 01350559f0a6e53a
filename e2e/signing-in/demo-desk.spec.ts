import { expect, test } from '../support/fixtures.ts';

test('a newcomer is signed in with one click, as a patient, as a coach and as the patient again', async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByRole('link', { name: 'Choose a demo person' }).click();
  const robin = page.getByRole('button', { name: 'Sign in as Robin' });
  await robin.click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(page.getByText('Robin', { exact: false }).first()).toBeVisible();

  await page.goto('/dev');
  await page.getByRole('button', { name: 'Sign in as Marisol' }).click();
  await expect(page).toHaveURL(/\/team$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  await page.goto('/dev');
  await robin.click();
  await expect(page).toHaveURL(/\/home$/);
});

test('a click counts even if the link to the demo people appears while the button is pressed', async ({
  page,
  clinic,
}) => {
  const desk = Promise.withResolvers<void>();
  await page.route(/\/assets\/demo-desk-.*\.js/, async (route) => {
    await desk.promise;
    await route.continue();
  });
  await page.goto('/auth');
  await page.getByLabel('Email address').fill(await clinic.invite());
  const send = page.getByRole('button', { name: 'Send Verification Code' });
  await expect(send).toBeEnabled();
  await send.hover();
  await page.mouse.down();
  desk.resolve();
  await expect(page.getByRole('link', { name: 'Choose a demo person' })).toBeVisible();
  await page.mouse.up();
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
});
