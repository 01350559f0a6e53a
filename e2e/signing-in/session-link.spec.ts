import type { Page } from '@playwright/test';
import { expectAccessible, lostIn, smallTargetsIn } from '../support/accessibility-checks.ts';
import { answersWith, behind, inTurn } from '../support/broken-server.ts';
import { askForCode, expect, expectToast, signInOnScreen, test } from '../support/fixtures.ts';
import { fragmentOf, sessionOf } from '../support/session-steps.ts';

type Words = [title: string, description: string];
const ENDED: Words = ['This link no longer works', 'Please log in with a code instead.'];
const UNEXPECTED: Words = ['Error', 'An unexpected error occurred. Please try again.'];
const TOO_MANY: Words = ['Error', 'Too many tries. Please wait a few minutes and try again.'];

const question = (page: Page) => page.getByRole('heading', { level: 1, name: /^Continue as / });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const kept = (page: Page) => page.evaluate(() => localStorage.length + sessionStorage.length);
const signInScreen = (page: Page) => page.getByRole('heading', { name: 'Log in to your account' });

test('a link with someone’s session signs no one in before they confirm who they are @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient('Robin');
  const session = await sessionOf(clinic, email);
  const asked: string[] = [];
  page.on('request', (request) => {
    const isTheirs = request.headers()['authorization'] === `Bearer ${session.access_token}`;
    if (isTheirs) asked.push(new URL(request.url()).pathname);
  });
  await page.goto(`/home${fragmentOf(session)}`);
  await expect(question(page)).toHaveText('Continue as r…@example.com?');
  await expect(question(page)).toBeFocused();
  await expect(page).toHaveURL('/home');
  await expect(page).toHaveTitle(/^Log in/);
  expect(await kept(page)).toBe(0);
  expect(asked.sort()).toEqual(['/auth/v1/user', '/rest/v1/customers']);
  await button(page, 'Continue').click();
  await expect(page.getByRole('heading', { name: 'Hello, Robin' })).toBeVisible();
  await expect(page).toHaveURL('/home');
});

test('“This is not me” leads to sign-in, forgets the session and does not end it @long', async ({
  page,
  clinic,
}) => {
  const session = await sessionOf(clinic, await clinic.patient());
  await page.goto(`/overview${fragmentOf(session)}`);
  await button(page, 'This is not me').click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await expect.poll(() => kept(page)).toBe(0);
  await page.reload();
  await expect(signInScreen(page)).toBeVisible();
  const headers = { authorization: `Bearer ${session.access_token}` };
  expect((await fetch(`${clinic.url}/auth/v1/user`, { headers })).status).toBe(200);
});

test('a browser that requested a code for this address uses its session right away, and no other does @long', async ({
  page,
  clinic,
}) => {
  const [mine, theirs] = [await clinic.patient('Robin'), await clinic.patient('Theo')];
  await askForCode(page, clinic, mine);
  await page.goto('/privacy-policy');
  await page.goto(`/home${fragmentOf(await sessionOf(clinic, theirs))}`);
  await expect(question(page)).toHaveText('Continue as t…@example.com?');
  await page.goto('/privacy-policy');
  await page.goto(`/account${fragmentOf(await sessionOf(clinic, mine))}`);
  await expect(page.getByRole('heading', { name: 'My Account', exact: true })).toBeVisible();
  await expect(page.getByText(mine)).toBeVisible();
  await expect(page).toHaveURL('/account');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain(theirs);
});

test('another patient’s session link does not replace the signed-in patient', async ({ page, clinic }) => {
  const theirs = await sessionOf(clinic, await clinic.patient('Theo'));
  await signInOnScreen(page, clinic, await clinic.patient('Robin'));
  await page.goto('/privacy-policy');
  await page.goto(`/home${fragmentOf(theirs)}`);
  await expect(page.getByRole('heading', { name: 'Hello, Robin' })).toBeVisible();
  await expect(page).toHaveURL('/home');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))).not.toContain('theo');
});

test('signing in elsewhere while a page asks decides who they are there @long', async ({ page, clinic }) => {
  const theirs = await sessionOf(clinic, await clinic.patient('Theo'));
  await page.goto(`/home${fragmentOf(theirs)}`);
  await expect(question(page)).toBeVisible();
  const other = await page.context().newPage();
  await signInOnScreen(other, clinic, await clinic.patient('Robin'));
  await expect(page.getByRole('heading', { name: 'Hello, Robin' })).toBeVisible();
});

test('a link to the page that is already open also asks @long', async ({ page, clinic }) => {
  await page.goto('/auth');
  await expect(signInScreen(page)).toBeVisible();
  const fragment = fragmentOf(await sessionOf(clinic, await clinic.patient('Robin')));
  await page.evaluate((to) => location.assign(to), `/auth${fragment}`);
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

const REFUSED = [
  '#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
  '#access_token=nonsense&refresh_token=nonsense&expires_in=3600&token_type=bearer',
  '#access_token=alone',
  '#access%5Ftoken=nonsense&refresh_token=nonsense',
];

for (const fragment of REFUSED) {
  test(
    `nothing of ${fragment.slice(0, 24)}… stays in the URL or the history`,
    { tag: '@long' },
    async ({ page }) => {
      for (const path of ['/', '/home', '/auth']) {
        await page.goto('/privacy-policy');
        await page.goto(path + fragment);
        await expectToast(page, ...ENDED);
        await expect(page).toHaveURL('/auth');
        await expect(signInScreen(page)).toBeVisible();
        await expect.poll(() => kept(page)).toBe(0);
      }
      await page.goBack();
      await expect(page).toHaveURL('/privacy-policy');
    },
  );
}

test('a session in the query signs no one in either @long', async ({ page, clinic }) => {
  const fragment = fragmentOf(await sessionOf(clinic, await clinic.patient()));
  await page.goto(`/auth?${fragment.slice(1)}`);
  const code = page.waitForResponse(/\/assets\/.*\.js/); // the auth client loads while someone types
  await page.getByLabel('Email address').fill('robin@example.com');
  await code;
  await button(page, 'Send Verification Code').click();
  await expectToast(page, 'Unauthorized Email', 'This email is not authorized to use the application.');
  expect(await kept(page)).toBe(0);
});

const GOTRUE = [
  { says: '403 bad_jwt', status: 403, code: 'bad_jwt', words: ENDED },
  { says: '403 session_not_found', status: 403, code: 'session_not_found', words: ENDED },
  { says: '429', status: 429, code: 'over_request_rate_limit', words: TOO_MANY },
  { says: '500', status: 500, code: 'unexpected_failure', words: UNEXPECTED },
];

for (const { says, status, code, words } of GOTRUE) {
  test(`an auth service that answers ${says} about a link signs no one in, and says so @long`, async ({
    page,
    clinic,
  }) => {
    const session = await sessionOf(clinic, await clinic.patient());
    const answer = answersWith('/auth/v1/user', status, { code: status, error_code: code, msg: 'No.' });
    await behind(clinic, answer, async (url) => {
      await page.goto(`${url}/home${fragmentOf(session)}`);
      await expectToast(page, ...words);
      await expect(page).toHaveURL(`${url}/auth`);
      await expect.poll(() => kept(page)).toBe(0);
    });
  });
}

test('a portal that cannot start leaves no session in the URL @long', async ({ page, clinic }) => {
  const session = await sessionOf(clinic, await clinic.patient());
  await behind(clinic, answersWith('/config.json', 503, {}), async (url) => {
    await page.goto(`${url}/home${fragmentOf(session)}`);
    await expect(page.getByRole('heading', { name: 'We cannot reach the portal' })).toBeVisible();
    await expect(page).toHaveURL(`${url}/home`);
  });
});

test('the address in the question is the auth service’s, not the token’s @long', async ({ page, clinic }) => {
  const session = await sessionOf(clinic, await clinic.patient('Robin'));
  const user = answersWith('/auth/v1/user', 200, { id: session.user.id, email: 'theo@clinic.example' });
  await behind(clinic, user, async (url) => {
    await page.goto(`${url}/home${fragmentOf(session)}`);
    await expect(question(page)).toHaveText('Continue as t…@clinic.example?');
  });
});

test('a session that ended while the page asked leads to sign-in; if a service is down, it can be asked again @long', async ({
  page,
  clinic,
}) => {
  const session = await sessionOf(clinic, await clinic.patient());
  let status = 0;
  const failing = inTurn(
    answersWith('/auth/v1/user', () => (status === 403 ? 403 : 0), { error_code: 'session_not_found' }),
    answersWith('/auth/v1/user', () => status, { error_code: 'unexpected_failure' }),
  );
  await behind(clinic, failing, async (url) => {
    await page.goto(`${url}/home${fragmentOf(session)}`);
    await expect(question(page)).toBeVisible();
    for (status of [500, 429]) {
      const answered = page.waitForResponse(/\/auth\/v1\/user/);
      await button(page, 'Continue').click();
      expect((await answered).status()).toBe(status);
      await expectToast(page, ...(status === 429 ? TOO_MANY : UNEXPECTED));
      await expect(question(page)).toBeVisible();
    }
    status = 403;
    await button(page, 'Continue').click();
    await expectToast(page, ...ENDED);
    await expect(page).toHaveURL(`${url}/auth`);
    await expect.poll(() => kept(page)).toBe(0);
  });
});

for (const width of [320, 1280]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `anyone can read and answer the question, ${colorScheme}, ${width} px wide`,
      { tag: '@long' },
      async ({ page, clinic }) => {
        await page.setViewportSize({ width, height: 720 });
        await page.emulateMedia({ colorScheme });
        await page.goto(`/home${fragmentOf(await sessionOf(clinic, await clinic.patient('Robin')))}`);
        await expect(question(page)).toBeVisible();
        await expectAccessible(page);
        expect(await smallTargetsIn(page)).toEqual([]);
        await page.keyboard.press('Tab');
        await expect(button(page, 'Continue')).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(button(page, 'This is not me')).toBeFocused();
        expect(await lostIn(page, '100%')).toEqual([]);
        await page.keyboard.press('Enter');
        await expect(signInScreen(page)).toBeVisible();
      },
    );
  }
}
