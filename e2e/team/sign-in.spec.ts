import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import {
  enterMailedCode,
  inviteToTeam,
  joinTeam,
  nextCode,
  scan,
  setUpFactor,
} from '../support/team-steps.ts';

test('a clinician is invited, sets up an app, signs out and in, and is deactivated: the next page does not open', async ({
  page,
  clinic,
}) => {
  const invited = await inviteToTeam(clinic, 'clinician');

  // Whoever came by an address inside the workspace finds that page.
  await page.goto('/team/calendar');
  await expect(page.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeVisible();
  await enterMailedCode(page, clinic, invited.email);
  const app = await setUpFactor(page, invited);
  expect(app.issuer).toBe('Béa');
  expect(app.label).toBe(invited.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(page).toHaveURL('/team/calendar');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toContainText(['Today', 'Patients', 'Calendar']);
  await expect(links).toHaveCount(3);
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Noa Lindclinician');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/team/sign-in');
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  await expect(page.getByLabel('Code from your app')).toBeVisible();
  await expect(page.getByLabel('Setup code')).toHaveCount(0);
  await page.getByLabel('Code from your app').fill(nextCode(app));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();

  const { code, printed } = await clinic.command('team', '--deactivate', '--email', invited.email);
  expect(code, printed).toBe(0);
  // An open page may have noticed by itself already.
  await page.goto('/team/patients');
  await expect(page.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
});

test('a mailbox without the setup code stays outside, and the right one still lets in @long', async ({
  page,
  clinic,
}) => {
  const invited = await inviteToTeam(clinic, 'coach');
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  const app = await scan(page);
  await page.getByLabel('Setup code').fill('ZZZZZZZZZZ');
  await page.getByLabel('Code from your app').fill(app.generate());
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByText('This code is not right, or it no longer works. Ask the person who told it to you'),
  ).toBeVisible();
  await expect(page.getByText('Only your setup code is missing.')).toBeVisible();
  await page.goto('/team/patients');
  await expect(page).toHaveURL('/team/sign-in?next=%2Fteam%2Fpatients');
  // The app has proved itself: only what was told in person is missing.
  await page.getByLabel('Setup code').fill(invited.setUpCode);
  await expect(page.getByLabel('Code from your app')).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
});

test('an enrolment goes on after a reload with the same key, and another browser begins anew @long', async ({
  page,
  clinic,
  browser,
}) => {
  const invited = await inviteToTeam(clinic, 'administrator');
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  const first = await scan(page);
  await page.reload();
  const second = await scan(page);
  expect(second.secret.base32).toBe(first.secret.base32);

  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${clinic.url}/team`);
  await enterMailedCode(elsewhere, clinic, invited.email);
  const third = await setUpFactor(elsewhere, invited);
  expect(third.secret.base32).not.toBe(first.secret.base32);
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(elsewhere.getByRole('navigation', { name: 'Main' }).getByRole('link')).toContainText([
    'Today',
    'Patients',
    'Calendar',
    'Invitations',
    'People',
    'Access log',
  ]);
  await elsewhere.close();
});

test('the screen goes on in the same way for a stranger, who gets no mail @long', async ({
  page,
  clinic,
}) => {
  await page.goto('/team');
  await page.getByLabel('Email address').fill('stranger@example.com');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('A code is on its way. It works for 10 minutes.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send a new code in \d+ seconds?$/ })).toBeDisabled();
  await page.getByLabel('Verification code').fill('123456');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible();
  expect(await clinic.mail('stranger@example.com')).toEqual([]);
});

test('a patient who opens the workspace is shown the way to the portal @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/team/patients');
  await expect(page.getByRole('heading', { level: 1, name: 'This page is for the care team' })).toBeVisible();
  await expect(page.getByText('This account has no access to the team workspace.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go to the portal' }).click();
  await expect(page).toHaveURL('/home');
  await expect(page.getByText('Hello, Robin')).toBeVisible();
});

test('somebody of the team who opens a page of the portal is taken to the workspace @long', async ({
  page,
  clinic,
}) => {
  await joinTeam(page, clinic, 'coach');
  for (const path of ['/home', '/account']) {
    await page.goto(path);
    await expect(page).toHaveURL('/team');
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  }
});

test('a person of the demo signs in with the codes that the mailbox page shows @long', async ({
  page,
  clinic,
}) => {
  const email = 'coach@example.com';
  await page.goto('/team');
  await enterMailedCode(page, clinic, email);
  await expect(page.getByLabel('Code from your app')).toBeVisible();
  const shown = (await clinic.mail(email)).find((each) => each.channel === 'authenticator');
  await page.getByLabel('Code from your app').fill(shown!.code!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await expect(page.getByRole('complementary')).toContainText('Marisol Vegacoach');
});

test('without an act they are asked, then signed out, and find the same page again @long', async ({
  page,
  clinic,
}) => {
  const { email, app } = await joinTeam(page, clinic, 'coach');
  const lastActWas = (minutes: number) =>
    page.evaluate((at) => localStorage.setItem('bea-team-act', String(at)), Date.now() - minutes * 60_000);
  await page.getByRole('link', { name: 'Patients' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await lastActWas(13);
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(
    dialog.getByText(
      /^You will be signed out in 2 minutes, at \d+:\d\d [ap]m\. What you are writing is kept\.$/,
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  await lastActWas(15);
  await expect(page.getByText('You were signed out after 15 minutes')).toBeVisible();
  await enterMailedCode(page, clinic, email);
  await page.getByLabel('Code from your app').fill(nextCode(app));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await expect(page).toHaveURL('/team/patients');
});

test('five wrong codes of the app lead back to the beginning, with a sentence that says how long @long', async ({
  page,
  clinic,
}) => {
  const { email } = await joinTeam(page, clinic, 'coach');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enterMailedCode(page, clinic, email);
  const field = page.getByLabel('Code from your app');
  for (let tries = 1; tries < 5; tries += 1) {
    // Typed, not filled in: what was wrong is typed over.
    await field.press('0');
    await expect(field).toHaveValue('0');
    await field.fill('000000');
    const answered = page.waitForResponse(/\/auth\/v1\/factors\/.*\/verify/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await answered;
    await expect(page.getByText('This code is not right.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  }
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  const locked = page.getByText(
    'Too many wrong codes. Your app is locked for 15 minutes. We have told you and the administrators by email.',
  );
  await expect(page.getByRole('alert').filter({ has: locked })).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
});

test('somebody new whose role waits for a clinician reads that, and goes on once it is agreed @long', async ({
  page,
  clinic,
}) => {
  const invited = await inviteToTeam(clinic, 'coach');
  // As an administrator's invitation on screen leaves it.
  await clinic.sql('update public.care_team set proposed_role = role where email = $1', [invited.email]);
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  await setUpFactor(page, invited);
  await expect(page.getByText('A clinician has to agree to your role as coach first.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Not yet\. Checked at /)).toBeVisible();
  await clinic.sql('update public.care_team set proposed_role = null where email = $1', [invited.email]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});
