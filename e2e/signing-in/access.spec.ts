import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { ALONE, openWhole, PAGES, someOf, watchTitles } from '../support/routes.ts';

test('every page behind sign-in redirects signed-out visitors to /auth, and shows nothing of itself', async ({
  page,
}) => {
  const seen = await watchTitles(page);
  for (const path of someOf([...PAGES.map((each) => each.path), ...ALONE], 0)) {
    await page.goto(path);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByLabel('Email address')).toBeVisible();
    expect(await seen(), path).toEqual(['Log in to your account']);
  }
});

test('/ redirects to /home without an entry in the history @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/account');
  await page.goto('/');
  await expect(page).toHaveURL('/home');
  await page.goBack();
  await expect(page).toHaveURL('/account');
});

test('a failed gate check is only logged, and the page opens @long', async ({ page, clinic }) => {
  const broken = await inFrontOf(clinic.url, answers('/rest/v1/customers', 400));
  await signIn(page, { ...clinic, url: broken.url }, await clinic.patient());
  await expect(page).toHaveURL(`${broken.url}/home`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await broken.close();
});

test('Logout ends the session here and on the server @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/account');
  await expect(page.getByText(email)).toBeVisible();
  const token = await page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem('sb-localhost-auth-token')!) as { access_token: string }).access_token,
  );
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/auth');
  await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  const after = await fetch(`${clinic.url}/auth/v1/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(after.status).toBe(401);
  await page.goto('/home');
  await expect(page).toHaveURL('/auth');
});

test('ending an invitation ends access right away, and says so', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/config.json'); // an open page would notice by itself, and say so before it is looked at
  const ended = await clinic.command('uninvite', '--email', email);
  expect(ended.code).toBe(0);
  await page.goto('/home');
  await expectToast(page, 'Unauthorized Email', 'This email is not authorized to use the application.');
  await expect(page).toHaveURL('/auth');
});

for (const signedIn of [false, true]) {
  test(
    `an unknown path shows the 404 page to ${signedIn ? 'a patient' : 'anyone'} @phone`,
    { tag: '@long' },
    async ({ page, clinic }) => {
      if (signedIn) await signIn(page, clinic, await clinic.invite());
      await page.goto('/no/such/page');
      await expect(page.getByRole('heading', { level: 1, name: '404 - Page Not Found' })).toBeVisible();
      await expect(page.getByText("The page you're looking for doesn't exist.")).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    },
  );
}

test('no page requests anything from another origin, and the content policy is never violated @long', async ({
  page,
  clinic,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(clinic.url) && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await signIn(page, clinic, 'done@example.com');
  for (const path of ['/home', '/overview', '/medical-notes', '/learn', '/support', '/account', '/nothing'])
    await openWhole(page, path);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});
