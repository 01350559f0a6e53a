import type { Page } from '@playwright/test';
import { expect, signIn, test } from '../support/fixtures.ts';

const STEPS = 7;
const SCREENS = [
  { width: 1366, height: 768 },
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

const onward = (page: Page) => page.getByRole('button', { name: /^(Next|Continue to Home)$/ });

/** The button's position, and whether a finger there hits it and nothing on top of it. */
const placeOf = (page: Page) =>
  onward(page).evaluate((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    const inSight = y >= 0 && y + height <= innerHeight && x >= 0 && x + width <= innerWidth;
    const said = document.querySelector('.fixed[aria-live] > *')?.getBoundingClientRect();
    return {
      place: [x, y, width, height].map(Math.round),
      inSight: inSight && button.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
      isCovered: said !== undefined && said.bottom > y,
      scrolled: scrollY,
    };
  });

test('Next keeps its place in view on every step and screen, offline too, whatever the name @long', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient();
  await clinic.sql('update public.customers set customer_first_name = $2 where customer_email = $1', [
    email,
    'A'.repeat(100),
  ]);
  for (const screen of SCREENS) {
    await page.setViewportSize(screen);
    await signIn(page, clinic, email);
    await page.goto('/onboarding');
    await expect(page.getByRole('heading', { level: 1, name: /^Welcome, A{100}$/ })).toBeVisible();
    const first = await placeOf(page);
    for (let step = 1; step <= STEPS; step += 1) {
      // Going offline in between moves nothing.
      if (step === 4) {
        await context.setOffline(true);
        await expect(page.getByText('You’re offline.')).toBeVisible();
      }
      const found = await placeOf(page);
      const where = `step ${step} on ${screen.width}×${screen.height}`;
      const picture = page.getByRole('main').getByRole('img');
      await expect
        .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), `${where} has its picture`)
        .toBeGreaterThan(0);
      expect(found, where).toEqual({ ...first, inSight: true, isCovered: false, scrolled: 0 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${where} fits`,
      ).toBe(true);
      if (step < STEPS) await onward(page).click();
    }
    await context.setOffline(false);
  }
});
