import type { Page } from '@playwright/test';
import { answersWith, behind, inTurn, type Break } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';
import { watchTitles } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

// The cases in which GoTrue's and PostgREST's answers differ from our own server's.

const KEY = 'sb-localhost-auth-token';
const storedSession = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);
const greeting = (page: Page) => page.getByRole('heading', { name: /^Hello, / });
const signInScreen = (page: Page) => page.getByRole('heading', { name: 'Log in to your account' });
const validation = (page: Page) => page.waitForResponse(/\/functions\/v1\/validate-email/);

/** A session that must be renewed before use. */
const runOut = (page: Page) =>
  page.evaluate((key) => {
    const session = JSON.parse(localStorage.getItem(key)!) as object;
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  }, KEY);

for (const code of ['refresh_token_not_found', 'validation_failed']) {
  const tag = code === 'validation_failed' ? ['@long'] : [];
  test(
    `a session that ended elsewhere ends here: 401 PT401, then 400 ${code}`,
    { tag },
    async ({ page, clinic }) => {
      let hasEnded = false;
      const when = (status: number) => () => (hasEnded ? status : 0);
      const gone = {
        code: 403,
        error_code: 'session_not_found',
        msg: 'Session from session_id claim does not exist',
      };
      const ended = inTurn(
        answersWith('/rest/v1/', when(401), {
          code: 'PT401',
          message: 'Session has ended',
          details: null,
          hint: null,
        }),
        answersWith('/auth/v1/token', when(400), {
          code: 400,
          error_code: code,
          msg: 'Invalid Refresh Token',
        }),
        answersWith('/auth/v1/logout', when(403), gone),
      );
      await behind(clinic, ended, async (url) => {
        await signIn(page, { ...clinic, url }, await clinic.patient());
        await expect(greeting(page)).toBeVisible();
        hasEnded = true;
        const asked = validation(page);
        await page.reload();
        await expect(page).toHaveURL(`${url}/auth`);
        await expect.poll(() => storedSession(page)).toBeNull();
        // Still invited, so there is nothing to say.
        expect((await asked).status()).toBe(200);
        await expect(signInScreen(page)).toBeVisible();
        await expect(page.getByTestId('toast')).toHaveCount(0);
      });
    },
  );

  test(
    `an expired session that cannot be renewed, 400 ${code}, leads to sign-in @long`,
    { tag },
    async ({ page, clinic }) => {
      let hasEnded = false;
      const ended = answersWith('/auth/v1/token', () => (hasEnded ? 400 : 0), {
        code: 400,
        error_code: code,
        msg: 'No',
      });
      await behind(clinic, ended, async (url) => {
        await signIn(page, { ...clinic, url }, await clinic.patient());
        await expect(greeting(page)).toBeVisible();
        hasEnded = true;
        await runOut(page);
        await page.reload();
        await expect(page).toHaveURL(`${url}/auth`);
        await expect.poll(() => storedSession(page)).toBeNull();
      });
    },
  );
}

for (const [status, code] of [
  [429, 'over_request_rate_limit'],
  [500, 'unexpected_failure'],
] as const) {
  test(`after the auth service answers ${status} to a renewal, the client retries, and the session stays @long`, async ({
    page,
    clinic,
  }) => {
    let [isBusy, refused] = [false, 0];
    const busy = answersWith(
      '/auth/v1/token',
      () => {
        if (isBusy) refused += 1;
        return isBusy ? status : 0;
      },
      { code: status, error_code: code, msg: 'Please wait' },
    );
    await behind(clinic, busy, async (url) => {
      await signIn(page, { ...clinic, url }, await clinic.patient());
      await expect(greeting(page)).toBeVisible();
      await runOut(page);
      isBusy = true;
      await page.goto(`${url}/account`);
      await expect.poll(() => refused).toBeGreaterThan(1);
      expect(await storedSession(page)).not.toBeNull();
      isBusy = false;
      await expect(page.getByRole('heading', { name: 'My Account', exact: true })).toBeVisible();
    });
  });
}

test('logging out of an ended session, 403 session_not_found, leaves nothing here @long', async ({
  page,
  clinic,
}) => {
  const gone = answersWith('/auth/v1/logout', 403, {
    code: 403,
    error_code: 'session_not_found',
    msg: 'Gone',
  });
  await behind(clinic, gone, async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.patient());
    await page.goto(`${url}/account`);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL(`${url}/auth`);
    await expect.poll(() => page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  });
});

/** PostgREST after an invitation ended, until the token expires: no rows, and 406 for a single row. */
const withoutRows =
  (isOver: () => boolean): Break =>
  ({ url, headers }, response) => {
    if (!url?.startsWith('/rest/v1/') || !isOver()) return false;
    const asksForOne = headers.accept?.includes('application/vnd.pgrst.object+json');
    const none = {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: null,
    };
    response.writeHead(asksForOne ? 406 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(asksForOne ? none : []));
    return true;
  };

for (const path of ['/home', '/account']) {
  test(
    `a patient who lost access is signed out with an explanation, instead of an empty ${path}`,
    { tag: '@long' },
    async ({ page, clinic }) => {
      let isOver = false;
      await behind(
        clinic,
        withoutRows(() => isOver),
        async (url) => {
          const seen = await watchTitles(page);
          await signIn(page, { ...clinic, url }, await clinic.patient());
          await expect(greeting(page)).toBeVisible();
          isOver = true;
          await page.goto(url + path);
          await expectToast(
            page,
            'Unauthorized Email',
            'This email is not authorized to use the application.',
          );
          await expect(page).toHaveURL(`${url}/auth`);
          await expect(signInScreen(page)).toBeVisible();
          expect(await seen()).toEqual(['Log in to your account']);
          await expect.poll(() => storedSession(page)).toBeNull();
        },
      );
    },
  );
}

test('a record that is just being created is waited for @long', async ({ page, clinic }) => {
  let missing = 1; // the page's script asks once, for the gate and for Home
  const later = withoutRows(() => missing > 0);
  const once: Break = (request, response) => {
    const isGate =
      request.url?.startsWith('/rest/v1/customers') && request.headers.accept?.includes('pgrst.object');
    return isGate === true && later(request, response) && missing-- > 0;
  };
  await behind(clinic, once, async (url) => {
    await signIn(page, { ...clinic, url }, await clinic.patient());
    await expect(greeting(page)).toBeVisible();
    expect(missing).toBe(0);
    await expect(page).toHaveURL(`${url}/home`);
  });
});
