import type { Page } from '@playwright/test';
import { lostIn, problemsIn, smallTargetsIn } from '../support/accessibility-checks.ts';
import { addAppointmentType } from '../support/appointment-types.ts';
import { expect, signIn, test, type Clinic } from '../support/fixtures.ts';
import { openWhole } from '../support/routes.ts';

type Overlay = { name: string; path: string; open: (page: Page) => Promise<void> };

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).click();
const nothing = async () => undefined;

const OVERLAYS: Overlay[] = [
  { name: 'menu', path: '/account', open: press('Log test result') },
  { name: 'dialog', path: '/account', open: press('Delete my account') },
  { name: 'drawer', path: '/overview?phase=welcome', open: nothing },
  {
    name: 'tooltip',
    path: '/overview?phase=consultation-prep',
    open: async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Join your consultation' }).focus();
      await expect(page.getByRole('tooltip')).toBeVisible();
    },
  },
  { name: 'date picker', path: '/log-result/pregnancy', open: press(/Test date/) },
  { name: 'toast', path: '/onboarding-questionnaire', open: press('Save') },
];
const SHEET: Overlay = { name: 'sheet', path: '/account', open: press('Open menu') };

/** Opens each overlay on its page, and collects what a check of each finds. */
async function onEveryOverlay(page: Page, clinic: Clinic, look: () => Promise<string[]>): Promise<string[]> {
  const { slug } = await addAppointmentType(clinic);
  const booking: Overlay = {
    name: 'booking',
    path: `/schedule?appointmentType=${slug}`,
    open: async (shown) => {
      await press('Next day')(shown);
      await expect(shown.getByText('Tomorrow', { exact: true })).toBeVisible();
      await press('10:30 am')(shown);
    },
  };
  await signIn(page, clinic, await clinic.patient());
  const found: string[] = [];
  const isNarrow = (page.viewportSize()?.width ?? 0) < 640;
  for (const { name, path, open } of [...OVERLAYS, booking, ...(isNarrow ? [SHEET] : [])]) {
    await openWhole(page, path);
    await open(page);
    await expect(
      page.locator('dialog[open], .menu:popover-open, [data-testid=toast]').first(),
      name,
    ).toBeVisible();
    await page.waitForLoadState('networkidle');
    found.push(...(await look()).map((each) => `${name}: ${each}`));
  }
  return found;
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds no problems in dialogs and menus, ${colorScheme}, ${width} px wide @long`, async ({
      page,
      clinic,
    }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect(await onEveryOverlay(page, clinic, () => problemsIn(page))).toEqual([]);
    });
  }
}

for (const { how, width, text } of [
  { how: 'a screen of 320 px', width: 320, text: '100%' },
  { how: 'text at 200%', width: 1280, text: '200%' },
]) {
  test(`${how} cuts nothing off in dialogs and menus @long`, async ({ page, clinic }) => {
    await page.setViewportSize({ width, height: 844 });
    expect(await onEveryOverlay(page, clinic, () => lostIn(page, text))).toEqual([]);
  });
}

test('dialogs and menus only have targets of at least 44 px @long', async ({ page, clinic }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await onEveryOverlay(page, clinic, () => smallTargetsIn(page))).toEqual([]);
});
