import type { Page } from '@playwright/test';
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

  // Someone who came by an address inside the workspace continues to that page.
  await page.goto('/team/calendar');
  await expect(page.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeVisible();
  await enterMailedCode(page, clinic, invited.email);
  const app = await setUpFactor(page, invited);
  expect(app.issuer).toBe('Béa');
  expect(app.label).toBe(invited.email);
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await expect(page).toHaveURL('/team/calendar');
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect(links).toContainText(['Today', 'Messages', 'Patients', 'Calendar']);
  await expect(links).toHaveCount(4);
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
  // An open page may have noticed already.
  await page.goto('/team/patients');
  await expect(page.getByRole('heading', { level: 1, name: 'Team sign-in' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
});

test('a mailbox without the setup code stays out, and the right code still lets in @long', async ({
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
    page.getByText('That code is wrong or has expired. Ask the person who gave it to you'),
  ).toBeVisible();
  await expect(page.getByText('Only your setup code is missing.')).toBeVisible();
  await page.goto('/team/patients');
  await expect(page).toHaveURL('/team/sign-in?next=%2Fteam%2Fpatients');
  // The app is verified, and only the setup code is missing.
  await page.getByLabel('Setup code').fill(invited.setUpCode);
  await expect(page.getByLabel('Code from your app')).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
});

test('an enrollment continues after a reload with the same key, and another browser starts over @long', async ({
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

test('the screen continues the same way for a stranger, who gets no email @long', async ({
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

test('a team member who opens a portal page is taken to the workspace @long', async ({ page, clinic }) => {
  await joinTeam(page, clinic, 'coach');
  for (const path of ['/home', '/account']) {
    await page.goto(path);
    await expect(page).toHaveURL('/team');
    await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  }
});

test('a demo person signs in with the codes that the mailbox page shows @long', async ({ page, clinic }) => {
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

/** As if the last act in this browser had been this long ago. */
const lastActWas = (page: Page, minutes: number) =>
  page.evaluate((at) => localStorage.setItem('bea-team-act', String(at)), Date.now() - minutes * 60_000);
const lockedHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Locked' });

async function unlockWith(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from your app').fill(code);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

test('after inactivity they are asked, then the workspace locks, and the code from the app brings it back as it was', async ({
  page,
  clinic,
}) => {
  const { app } = await joinTeam(page, clinic, 'coach');
  await page.getByRole('link', { name: 'Patients' }).click();
  const search = page.getByRole('searchbox');
  await search.fill('Half a na');
  await lastActWas(page, 13);
  const dialog = page.getByRole('dialog', { name: 'Are you still there?' });
  await expect(
    dialog.getByText(
      /^The workspace will lock in 2 minutes, at \d+:\d\d [ap]m\. What you’re writing is kept\.$/,
    ),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(dialog).toBeHidden();
  const reported = page.waitForResponse(/functions\/v1\/team-lock$/);
  await lastActWas(page, 15);
  await expect(lockedHeading(page)).toBeVisible();
  expect((await reported).status()).toBe(200);
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(search).toBeHidden();
  // A reload shows nothing more, because the server refuses too.
  const tab = await page.context().newPage();
  const refused = tab.waitForResponse(/functions\/v1\/team-session$/);
  await tab.goto('/team');
  expect(await (await refused).json()).toMatchObject({ code: 'session_locked' });
  await expect(lockedHeading(tab)).toBeVisible();
  await unlockWith(page, nextCode(app));
  await expect(page.getByRole('heading', { level: 1, name: 'Patients' })).toBeVisible();
  await expect(search).toHaveValue('Half a na');
  await expect(tab.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});

test('a template that is being written stays through a lock, and the next person on this tab sees none of it @long', async ({
  page,
  clinic,
}) => {
  const { app } = await joinTeam(page, clinic, 'administrator');
  await page.getByRole('link', { name: 'Clinic' }).click();
  await page.getByRole('button', { name: 'Add template' }).click();
  const name = page.getByRole('dialog').getByLabel('Name');
  await name.fill('Half a template');
  await lastActWas(page, 15);
  await expect(lockedHeading(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await unlockWith(page, nextCode(app));
  await expect(name).toHaveValue('Half a template');
  await lastActWas(page, 15);
  await expect(lockedHeading(page)).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/team/sign-in');
  await joinTeam(page, clinic, 'administrator');
  await page.getByRole('link', { name: 'Clinic' }).click();
  await page.getByRole('button', { name: 'Add template' }).click();
  await expect(name).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]));
  expect(kept).not.toContain('Half a');
});

test('five wrong codes on the locked screen end the session, and the server ends it too @long', async ({
  page,
  clinic,
}) => {
  const { email } = await joinTeam(page, clinic, 'coach');
  await lastActWas(page, 15);
  await expect(lockedHeading(page)).toBeVisible();
  for (let tries = 1; tries <= 5; tries += 1) {
    const answered = page.waitForResponse(/\/auth\/v1\/factors\/.*\/verify/);
    await unlockWith(page, '000000');
    await answered;
    if (tries < 5) await expect(page.getByText('That code is wrong.')).toBeVisible();
  }
  await expect(page.getByRole('alert').filter({ hasText: 'Too many wrong codes.' })).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
  const left = await clinic.sql(
    'select sessions.id from auth.sessions join auth.users on users.id = user_id where email = $1',
    [email],
  );
  expect(left).toEqual([]);
});

test('12 hours after signing in a locked workspace leads to sign-in @long', async ({ page, clinic }) => {
  const { email, app } = await joinTeam(page, clinic, 'coach');
  await lastActWas(page, 15);
  await expect(lockedHeading(page)).toBeVisible();
  await clinic.sql(
    `update auth.sessions set created_at = now() - interval '12 hours'
     from auth.users where users.id = user_id and email = $1`,
    [email],
  );
  await unlockWith(page, nextCode(app));
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
});

test('five wrong app codes return to the start, with a sentence that says how long @long', async ({
  page,
  clinic,
}) => {
  const { email } = await joinTeam(page, clinic, 'coach');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enterMailedCode(page, clinic, email);
  const field = page.getByLabel('Code from your app');
  for (let tries = 1; tries < 5; tries += 1) {
    // Typed rather than filled in, so it replaces the wrong code.
    await field.press('0');
    await expect(field).toHaveValue('0');
    await field.fill('000000');
    const answered = page.waitForResponse(/\/auth\/v1\/factors\/.*\/verify/);
    await page.getByRole('button', { name: 'Continue' }).click();
    await answered;
    await expect(page.getByText('That code is wrong.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  }
  await field.fill('000000');
  await page.getByRole('button', { name: 'Continue' }).click();
  const locked = page.getByText(
    'Too many wrong codes. Your app is locked for 15 minutes. We’ve emailed you and the administrators.',
  );
  await expect(page.getByRole('alert').filter({ has: locked })).toBeVisible();
  await expect(page.getByLabel('Email address')).toBeFocused();
});

test('a new person whose role waits for a clinician reads so, and continues once it is agreed @long', async ({
  page,
  clinic,
}) => {
  const invited = await inviteToTeam(clinic, 'coach');
  // The same as after an administrator's invitation on screen.
  await clinic.sql('update public.care_team set proposed_role = role where email = $1', [invited.email]);
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  await setUpFactor(page, invited);
  await expect(page.getByText('A clinician has to approve your role as coach first.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText(/^Not yet\. Checked at /)).toBeVisible();
  await clinic.sql('update public.care_team set proposed_role = null where email = $1', [invited.email]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
});
