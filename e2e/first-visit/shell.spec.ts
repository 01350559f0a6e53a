import { inFrontOf } from '../support/broken-server.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { openWhole, PAGES, someOf } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

const ENTRIES = new Set(['Home', 'Plan Overview', 'Medical Notes', 'Learn', 'My Coach', 'My Account']);

/** The highlighted entry for a page that has none of its own. */
function entryAbove([first = 'Home']: string[]): string {
  if (first === 'My Plan') return 'Plan Overview';
  return ENTRIES.has(first) ? first : 'Home';
}

test('every page has its title, its breadcrumb and one main, and is marked in the navigation', async ({
  page,
  clinic,
}) => {
  test.slow();
  await signIn(page, clinic, await clinic.patient());
  for (const { path, title, trail } of someOf(PAGES, 0)) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · Béa`);
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
    await expect(crumbs).toHaveText([...trail, title]);
    await expect(page.getByRole('main')).toHaveCount(1);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    const isEntry = ENTRIES.has(title);
    await expect(navigation.locator('[aria-current=page]')).toHaveText(isEntry ? [title] : []);
    await expect(navigation.locator('[aria-current=true]')).toHaveText(isEntry ? [] : [entryAbove(trail)]);
  }
});

test('the side navigation is 279 px wide and has the six entries, without the log links @long', async ({
  page,
  clinic,
}) => {
  await signIn(page, clinic, await clinic.patient());
  await openWhole(page, '/account');
  const side = page.getByRole('complementary');
  expect((await side.boundingBox())?.width).toBe(279);
  await expect(side.getByRole('link')).toHaveText([
    'Béa',
    'Home',
    'Plan Overview',
    'Medical Notes',
    'Learn',
    'My Coach',
    'My Account',
  ]);
  for (const width of [640, 639]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(side).toBeVisible({ visible: width === 640 });
    await expect(page.getByRole('button', { name: 'Open menu' })).toBeVisible({ visible: width === 639 });
  }
});

test('‘Log test result’ offers both tests @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  for (const [name, path] of [
    ['Log ovulation test', '/log-result/ovulation'],
    ['Log pregnancy test', '/log-result/pregnancy'],
  ] as const) {
    await page.getByRole('button', { name: 'Log test result' }).click();
    await page.getByRole('menuitem', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('menuitem')).toHaveCount(0);
  }
});

test('on small screens the menu is a sheet that traps the keyboard focus and closes when a link is followed @long', async ({
  page,
  clinic,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, clinic, await clinic.patient());
  await openWhole(page, '/account');
  const button = page.getByRole('button', { name: 'Open menu' });
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  await button.press('Enter');
  await expect(sheet).toBeVisible();
  for (let tabs = 0; tabs < 15; tabs += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(
      () => document.activeElement !== document.body && !document.activeElement?.closest('dialog'),
    );
    expect(outside).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(button).toBeFocused();

  await button.click();
  await expect(sheet).toBeVisible();
  await page.mouse.click(380, 500);
  await expect(sheet).toBeHidden();

  await button.click();
  await expect(sheet.getByRole('link', { name: 'My Account' })).toHaveAttribute('aria-current', 'page');
  await expect(sheet.getByRole('link', { name: 'Log pregnancy test' })).toBeVisible();
  await sheet.getByRole('link', { name: 'Log ovulation test' }).click();
  await expect(page).toHaveURL('/log-result/ovulation');
  await expect(sheet).toBeHidden();
  await expect(page.locator('main')).toBeFocused();
});

test('the back arrow of small screens leads home, never to the 404 page @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await openWhole(page, '/account');
  await expect(page.getByRole('link', { name: 'Back', exact: true })).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of [
    '/log-result/ovulation',
    '/account',
    '/schedule?appointmentType=initial-consultation',
  ]) {
    await page.goto(path);
    await page.getByRole('banner').getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL('/home');
  }
  await expect(page.getByRole('banner').getByRole('link', { name: 'Back' })).toBeHidden();
});

test('a page that crashes says so calmly, keeps the navigation, and can be reloaded', async ({
  page,
  clinic,
}) => {
  let broken = true;
  const front = await inFrontOf(clinic.url, ({ url }, response) => {
    if (!broken || !/\/assets\/learn-.*\.js/.test(url ?? '')) return false;
    response.writeHead(500).end();
    return true;
  });
  await signIn(page, { ...clinic, url: front.url }, await clinic.patient());
  await page.evaluate(() => Object.assign(window, { marked: true }));
  const askedForRelease = page.waitForResponse(
    (response) => response.request().resourceType() === 'fetch' && response.url() === page.url(),
  );
  await page.getByRole('link', { name: 'Learn' }).click();
  await askedForRelease;
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'My Coach' })).toBeVisible();
  const isMarked = await page.evaluate(() => 'marked' in window);
  expect(isMarked, 'nothing is loaded anew without a new release').toBe(true);
  broken = false;
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Learn' })).toBeVisible();
  await front.close();
});
