import type { Page } from '@playwright/test';
import { problemsIn, smallScreenProblems } from '../support/accessibility-checks.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { someOf } from '../support/routes.ts';
import { enterMailedCode, inviteToTeam, joinTeam, nextCode, setUpFactor } from '../support/team-steps.ts';

const LONG_NAME = 'Maximiliane Featherstonehaugh-Castellano';
const PAGES = someOf(['Patients', 'Calendar', 'Invitations', 'People', 'Access log'], 0);

/** Every screen of the workspace, as an administrator, who has most of them, and then as a coach. */
async function onEveryScreen(page: Page, clinic: Clinic, look: () => Promise<string[]>): Promise<string[]> {
  const found: string[] = [];
  const lookAt = async (screen: string) => {
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    found.push(...(await look()).map((each) => `${screen}: ${each}`));
  };
  const invited = await inviteToTeam(clinic, 'administrator', { name: LONG_NAME });
  await page.goto('/team');
  await page.getByLabel('Email address').fill('nobody');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await lookAt('address');
  await enterMailedCode(page, clinic, invited.email, () => lookAt('mailed code'));
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await lookAt('set-up');
  const app = await setUpFactor(page, invited);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await lookAt('Today');
  for (const title of PAGES) {
    await page.goto(`/team/${title.toLowerCase().replace(' ', '-')}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await lookAt(title);
  }
  await page.evaluate(() => localStorage.setItem('bea-team-act', String(Date.now() - 13 * 60_000)));
  await expect(page.getByRole('dialog', { name: 'Are you still there?' })).toBeVisible();
  await lookAt('still there');
  await page.evaluate(() => localStorage.setItem('bea-team-act', '1'));
  await expect(page.getByRole('heading', { level: 1, name: 'Locked' })).toBeVisible();
  await lookAt('locked');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await enterMailedCode(page, clinic, invited.email);
  await expect(page.getByLabel('Code from your app')).toBeVisible();
  await lookAt('code from the app');
  await page.getByLabel('Code from your app').fill(nextCode(app));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await joinTeam(page, clinic, 'coach');
  await page.goto('/team/messages?show=all');
  await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
  await lookAt('Messages');
  return found;
}

for (const { colorScheme, width } of [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'dark', width: 390 },
] as const) {
  const tag = colorScheme === 'light' ? ['@long'] : [];
  test(
    `axe finds no problems in the workspace, ${colorScheme}, ${width} px wide`,
    { tag },
    async ({ page, clinic }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      // On a phone the screens are open anyway, so small targets and lost content at 320 px are checked too.
      const look = async () => [
        ...(await problemsIn(page)),
        ...(width === 390 ? await smallScreenProblems(page) : await unevenFields(page)),
      ];
      expect(await withUnbrokenName(clinic, () => onEveryScreen(page, clinic, look))).toEqual([]);
    },
  );
}

/** Fields of one row that are not equally tall. */
const unevenFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const rows = new Map<number, Set<number>>();
    for (const field of document.querySelectorAll('input, select, button[aria-haspopup="dialog"]')) {
      const { bottom, height } = field.getBoundingClientRect();
      if (height > 20 && field.closest('.dense'))
        rows.set(Math.round(bottom), (rows.get(Math.round(bottom)) ?? new Set()).add(Math.round(height)));
    }
    return [...rows.values()]
      .filter((heights) => heights.size > 1)
      .map((heights) => `fields of one row are ${[...heights].join(' and ')} px tall`);
  });

/** As long as a name may be, without a place to break it. */
async function withUnbrokenName<Found>(clinic: Clinic, look: () => Promise<Found>): Promise<Found> {
  const rename = (name: unknown) =>
    clinic.sql(`update public.care_team set name = $1 where email = 'clinician@example.com'`, [name]);
  const [before] = await clinic.sql(
    `select name from public.care_team where email = 'clinician@example.com'`,
  );
  await rename('Wilhelmina'.repeat(10));
  try {
    return await look();
  } finally {
    await rename(before!['name']);
  }
}

test('every workspace target is large enough to press, and 320 px cuts nothing off @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await onEveryScreen(page, clinic, () => smallScreenProblems(page))).toEqual([]);
});

test('on small screens the menu leads to every page and out of the workspace @long', async ({
  page,
  clinic,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const invited = await inviteToTeam(clinic, 'coach');
  await page.goto('/team');
  await enterMailedCode(page, clinic, invited.email);
  await setUpFactor(page, invited);
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  expect(await problemsIn(page)).toEqual([]);
  await menu.getByRole('link', { name: 'Calendar' }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await menu.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/team/sign-in');
});
