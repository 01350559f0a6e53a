import { askForCode, expect, expectToast, openClinic, signInOnScreen, test } from '../support/fixtures.ts';
import { answers, behind, type Break } from '../support/broken-server.ts';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

const UNEXPECTED = 'An unexpected error occurred. Please try again.';

const sendCode = async (page: Page, email: string) => {
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
};
/** The form submits itself after six digits. */
const verify = async (page: Page, code: string) => {
  await page.getByLabel('Verification code').fill(code);
  if (code.length < 6) await page.getByRole('button', { name: 'Verify Code' }).click();
};

test('an invited patient signs in with the emailed code @phone', async ({ page, clinic }) => {
  const email = await clinic.invite();
  await page.goto('/');
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in to your account' })).toBeVisible();
  await sendCode(page, email);
  await expectToast(page, 'Code sent!', 'Check your email for the verification code.');
  await expect(page.getByRole('heading', { level: 1, name: 'Verification code' })).toBeVisible();
  await expect(page.getByText('Enter the verification code sent to your email')).toBeVisible();
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible();

  await clinic.code(email);
  const [mail] = await clinic.mail(email);
  expect(mail!.text).toContain(mail!.code);
  expect(mail!.text + mail!.html).not.toMatch(/https?:\/\//);
  await verify(page, mail!.code!);
  await expectToast(page, 'Success!', 'You have been successfully signed in.');
  await expect(page).toHaveURL('/privacy-terms'); // /home, then the gate: a new patient has not consented yet
});

test('a demo patient arrives at home, and a signed-in patient never sees the sign-in screen @long', async ({
  page,
  clinic,
}) => {
  await signInOnScreen(page, clinic, 'stage1@example.com');
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Alex')).toBeVisible();
  // Not even before the portal's code has loaded.
  const form: boolean[] = [];
  await page.exposeFunction('sawForm', (isThere: boolean) => form.push(isThere));
  await page.addInitScript(() => {
    const look = () => {
      const isThere = location.pathname === '/auth' && document.querySelector('#root form') !== null;
      (window as unknown as { sawForm: (isThere: boolean) => void }).sawForm(isThere);
    };
    requestAnimationFrame(function again() {
      look();
      requestAnimationFrame(again);
    });
  });
  await page.goto('/auth');
  await expect(page).toHaveURL('/home');
  expect(form).not.toContain(true);
  await page.goBack();
  await expect(page).not.toHaveURL('/auth');
});

test('a page reloaded while the code is checked still asks for it @long', async ({ page, clinic }) => {
  const email = await clinic.invite();
  await askForCode(page, clinic, email);
  await page.reload();
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible();
  await verify(page, await clinic.code(email));
  await expect(page).toHaveURL('/privacy-terms');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('the code can be pasted, with a space in it, into one real field @long', async ({ page, clinic }) => {
  const email = await clinic.invite();
  await askForCode(page, clinic, email);
  const field = page.getByLabel('Verification code');
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await expect(field).toBeFocused();
  const code = await clinic.code(email);
  await field.evaluate(
    (input, text) => {
      const pasted = new DataTransfer();
      pasted.setData('text/plain', text);
      input.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true, cancelable: true }),
      );
    },
    `${code.slice(0, 3)} ${code.slice(3)}`,
  );
  await expect(field).toHaveValue(code);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/privacy-terms');
});

test('“Use a different email” clears the address and starts again @long', async ({ page, clinic }) => {
  await askForCode(page, clinic, await clinic.invite());
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveValue('');
});

test('an invalid address and a short code show an error next to the field @long', async ({
  page,
  clinic,
}) => {
  await page.goto('/auth');
  for (const wrong of ['', 'robin', 'robin@', 'a b@example.com']) {
    await sendCode(page, wrong);
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  }
  await expect(page.getByLabel('Email address')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByLabel('Email address')).toBeFocused();
  await askForCode(page, clinic, await clinic.invite());
  for (const wrong of ['', '12345']) {
    await verify(page, wrong);
    await expect(page.getByText('Please enter a valid OTP code')).toBeVisible();
  }
});

test('an uninvited address stops at sign-in, with the server’s words', async ({ page, clinic }) => {
  await page.goto('/auth');
  await sendCode(page, 'stranger@example.com');
  await expectToast(page, 'Unauthorized Email', 'This email is not authorized to use the application.');
  await expect(page.getByRole('heading', { name: 'Log in to your account' })).toBeVisible();
  await page.getByTestId('toast').getByRole('button').click();
  await expect(page.getByText('We don’t have an invitation for this address.')).toBeVisible();
  expect(await clinic.mail('stranger@example.com')).toEqual([]);
});

test('without words from the server, ours are shown @long', async ({ page, clinic }) => {
  await behind(clinic, answers('/functions/v1/validate-email', 403), async (url) => {
    await page.goto(`${url}/auth`);
    await sendCode(page, 'stage1@example.com');
    await expectToast(page, 'Unauthorized Email', 'This email is not authorized to use the application.');
  });
});

test('sign-in is never a dead end: the same address leads back to its code, wherever it is typed @long', async ({
  page,
  clinic,
  context,
  browser,
}) => {
  const email = await clinic.invite();
  await askForCode(page, clinic, email);
  await expect(page.getByText('Check your spam folder')).toBeVisible();
  const code = await clinic.code(email);
  const already = `We already sent a code to ${email[0]}…@example.com`;
  const leadsToCode = async (to: Page) => {
    await sendCode(to, email);
    await expect(to.getByText(already)).toBeVisible();
    await expect(to.getByText(/^Please wait \d+ seconds before we send another code\.$/)).toBeVisible();
    await expect(to.getByRole('button', { name: 'Send it again' })).toBeDisabled();
    await expect(to.getByTestId('toast').filter({ hasText: 'Error' })).toHaveCount(0);
  };
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await leadsToCode(page);
  await page.goBack();
  await leadsToCode(page);
  const tab = await context.newPage();
  await tab.goto(`${clinic.url}/auth`);
  await leadsToCode(tab);
  // Another device doesn't know about the code, but the server does.
  const phone = await browser.newPage();
  await phone.goto(`${clinic.url}/auth`);
  await leadsToCode(phone);
  await verify(phone, code);
  await expect(phone).toHaveURL(`${clinic.url}/privacy-terms`);
  await phone.close();
  expect(await clinic.mail(email)).toHaveLength(1);
});

test('an email that cannot be sent says so in the provider’s words @long', async ({ page, clinic }) => {
  const msg = 'The email could not be sent. Please try again.';
  const fails: Break = ({ url }, response) => {
    if (!url?.startsWith('/auth/v1/otp')) return false;
    response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ msg }));
    return true;
  };
  await behind(clinic, fails, async (url) => {
    await page.goto(`${url}/auth`);
    await sendCode(page, await clinic.invite());
    await expectToast(page, 'Error', msg);
  });
});

test('a wrong code shows the provider’s message and leaves the patient on the code step @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite();
  await askForCode(page, clinic, email);
  const code = await clinic.code(email);
  await verify(page, code === '000000' ? '111111' : '000000');
  await expectToast(page, 'Error', 'Token has expired or is invalid');
  await verify(page, code);
  await expect(page).toHaveURL('/privacy-terms');
});

test('a server that is gone while sending or verifying is an unexpected error, and nothing typed is lost @long', async ({
  page,
}) => {
  const clinic = await openClinic();
  const email = await clinic.invite();
  await page.goto(`${clinic.url}/auth`);
  // The form appears before its code has loaded.
  await expect(page.getByRole('button', { name: 'Send Verification Code' })).toBeEnabled();
  const port = Number(new URL(clinic.url).port);
  await clinic.end('SIGKILL');
  await sendCode(page, email);
  await expectToast(page, 'Error', UNEXPECTED);
  await expect(page.getByLabel('Email address')).toHaveValue(email);

  const again = await openClinic({}, { dataFolder: clinic.dataFolder, port });
  await page.getByRole('button', { name: 'Send Verification Code' }).click();
  await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
  const code = await again.code(email);
  await again.end('SIGKILL');
  await verify(page, code);
  await expectToast(page, 'Error', UNEXPECTED);
  await again.remove();
});

test('the form works if the picture next to it does not load @long', async ({ page, clinic }) => {
  await behind(clinic, answers('/assets/dawn', 503), async (url) => {
    await page.goto(`${url}/auth`);
    await sendCode(page, await clinic.invite());
    await expectToast(page, 'Code sent!', 'Check your email for the verification code.');
  });
});

test('an answer without a session after verification is an unexpected error @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite();
  await behind(clinic, answers('/auth/v1/verify', 200), async (url) => {
    await askForCode(page, { ...clinic, url }, email);
    await verify(page, await clinic.code(email));
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
  });
});

test('both buttons are disabled and show a spinner while their request is running @long', async ({
  page,
  clinic,
}) => {
  let holdsUp = '/functions/v1/validate-email';
  const held: (() => void)[] = [];
  const slow: Break = ({ url, method }, response) => {
    if (method !== 'POST' || !url?.startsWith(holdsUp)) return false;
    held.push(() => response.writeHead(503, { 'content-type': 'application/json' }).end('{}'));
    return true;
  };
  const isBusyUntilAnswered = async (name: string) => {
    const button = page.getByRole('button', { name });
    await expect(button).toBeDisabled();
    await expect(button.getByTestId('spinner')).toBeVisible();
    await expect.poll(() => held.length).toBe(1);
    held.pop()!();
    await expect(button).toBeEnabled();
  };
  await behind(clinic, slow, async (url) => {
    const email = await clinic.invite();
    await page.goto(`${url}/auth`);
    await sendCode(page, email);
    await isBusyUntilAnswered('Send Verification Code');
    holdsUp = '/auth/v1/verify';
    await sendCode(page, email);
    await expect(page.getByRole('heading', { name: 'Verification code' })).toBeVisible();
    await verify(page, await clinic.code(email));
    await isBusyUntilAnswered('Verify Code');
  });
});

test('while the stored session is being checked the screen says Loading..... @long', async ({
  page,
  clinic,
}) => {
  let held = 0;
  const neverAnswersOnce: Break = ({ url }) => {
    if (!url?.startsWith('/auth/v1/token') || held > 0) return false;
    held += 1;
    return true;
  };
  await behind(clinic, neverAnswersOnce, async (url) => {
    await signInOnScreen(page, { ...clinic, url }, await clinic.patient());
    await expect(page).toHaveURL(`${url}/home`);
    await page.evaluate(() => {
      const key = 'sb-localhost-auth-token';
      const session = JSON.parse(localStorage.getItem(key)!) as object;
      localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
    });
    await page.goto(`${url}/auth`);
    await expect(page.getByText('Loading.....', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Email address')).toBeHidden();
    await expect.poll(() => held).toBe(1);
    await page.reload();
    await expect(page).toHaveURL(`${url}/home`);
  });
});
