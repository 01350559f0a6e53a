import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { expectFocusInSight, pressByKey, tabTo, tickByKey } from '../support/keyboard-steps.ts';
import { openWhole } from '../support/routes.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const box = (page: Page, words: RegExp) => page.getByRole('checkbox', { name: words });

test('from the email to Home, a test, and out again by keyboard, with the focus always in view', async ({
  page,
  clinic,
}) => {
  const email = await clinic.invite('Noor');
  await page.goto('/auth');
  await tabTo(page, page.getByLabel('Email address'));
  await page.keyboard.type(email);
  // The form appears before its code has loaded, and Enter does nothing until then.
  await expect(button(page, 'Send Verification Code')).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Verification code')).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.type(await clinic.code(email));
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL('/privacy-terms');
  await pressByKey(page, button(page, 'Accept and Continue'));
  await expect(box(page, /privacy policy/i)).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Space');
  await tickByKey(page, box(page, /transcripts/i));
  await pressByKey(page, button(page, 'Accept and Continue'));

  await expect(page.getByRole('heading', { name: 'Welcome, Noor' })).toBeVisible();
  await tabTo(page, button(page, 'Next'));
  for (let step = 2; step <= 7; step += 1) {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: `Step ${step} of 7` })).toBeAttached();
    await expectFocusInSight(page);
  }
  await expect(button(page, 'Continue to Home')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/home');

  await openWhole(page, '/home');
  await pressByKey(page, link(page, 'Skip to content'));
  await expect(page.locator('main')).toBeFocused();

  await openWhole(page, '/home');
  await tabTo(page, button(page, 'Log test result'));
  await page.keyboard.press('ArrowDown');
  await expectFocusInSight(page);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Log pregnancy test' })).toBeFocused();
  await expectFocusInSight(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Log test result')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/log-result/ovulation');

  await openWhole(page, '/log-result/ovulation');
  await pressByKey(page, link(page, 'My Account'));
  await expect(page).toHaveURL('/account');
  await pressByKey(page, button(page, 'Logout'));
  await expect(page).toHaveURL('/auth');
});
