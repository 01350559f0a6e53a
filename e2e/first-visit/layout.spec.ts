import type { Locator } from '@playwright/test';
import { addAppointmentType } from '../support/appointment-types.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';

/** Sizes, positions and colors from the portal documents: docs/commission/README.md. */

const heading = (name: string) => ({ level: 1, name }) as const;

test('sign-in has the logo at the top left, a welcome, an example address, and a picture on large screens only @long', async ({
  page,
}) => {
  await page.goto('/auth');
  const logo = await page.getByRole('banner').getByText('Béa').boundingBox();
  expect(logo!.x).toBeLessThan(120);
  expect(logo!.y).toBeLessThan(80);
  await expect(page.getByRole('main').getByText('Welcome', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Email address')).toHaveAttribute('placeholder', /^\S+@\S+\.\S+$/);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const picture = page.locator('[aria-hidden="true"]:has(> svg, > div svg, img)').last();
  await expect(picture).toBeInViewport();
  expect((await picture.boundingBox())!.x).toBeGreaterThanOrEqual(page.viewportSize()!.width / 2);
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(picture).toBeHidden();
});

test('the consent page starts with personalized fertility support @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.invite());
  await expect(page.getByRole('heading', heading('Privacy and Data Usage'))).toBeVisible();
  await expect(page.getByText(/personalized fertility support/i)).toBeVisible();
});

test('Home’s greeting follows the hour, and changes with it @long', async ({ page, clinic }) => {
  // 10:59 in New York.
  await page.clock.install({ time: new Date('2026-11-18T15:59:00Z') });
  await signIn(page, clinic, await clinic.patient('Wanda'));
  await expect(page.getByText('Good morning')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hello, Wanda' })).toBeVisible();
  await page.clock.fastForward('01:02:00');
  await expect(page.getByText('Good afternoon')).toBeVisible();
});

/** A color as people see it: hue in degrees, strength and lightness. */
const colorOf = (part: Locator, property: 'color' | 'backgroundColor') =>
  part.evaluate((element, name) => {
    const context = document.createElement('canvas').getContext('2d')!;
    context.fillStyle = getComputedStyle(element)[name];
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].map((each) => each / 255) as [
      number,
      number,
      number,
    ];
    const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
    const spread = most - least;
    const sector =
      most === red
        ? (green - blue) / spread
        : most === green
          ? 2 + (blue - red) / spread
          : 4 + (red - green) / spread;
    return { hue: (sector * 60 + 360) % 360, strength: spread, light: (most + least) / 2 };
  }, property);

test('the plan shows its title on larger screens, two-line descriptions, and colored badges and markers @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'applicators', 1);
  await signIn(page, clinic, email);
  await page.goto('/overview');
  const title = page.getByRole('heading', heading('Plan Overview'));
  await expect(title).toBeInViewport();
  expect((await title.locator('..').boundingBox())!.height).toBeGreaterThan(20);
  const card = page.locator('#phase-applicators-1').locator('..').locator('..');
  const lines = await card
    .getByText('Use one applicator on the day of your peak')
    .evaluate((words) => words.clientHeight / Number.parseFloat(getComputedStyle(words).lineHeight));
  expect(Math.round(lines)).toBe(2);
  await expect(page.locator('#phase-applicators-1').locator('../../..').locator('img')).toHaveCount(1);

  const [task, learn, other] = await Promise.all(
    [/tasks?$/, /learn$/, /info$/].map((words) => colorOf(card.getByText(words), 'color')),
  );
  expect(task!.hue).toBeGreaterThan(200);
  expect(task!.hue).toBeLessThan(250);
  expect(task!.light).toBeLessThan(0.35);
  expect(Math.min(learn!.hue, 360 - learn!.hue)).toBeLessThan(15);
  expect(other!.hue).toBeGreaterThan(20);
  expect(other!.hue).toBeLessThan(45);

  const marker = (name: string) => page.locator(`[data-marker="${name}"]:visible`).first();
  await expect(marker('complete').locator('svg')).toBeVisible();
  const done = await colorOf(marker('complete'), 'backgroundColor');
  expect(done.hue).toBeGreaterThan(90);
  expect(done.hue).toBeLessThan(170);
  expect((await colorOf(marker('ahead'), 'backgroundColor')).strength).toBeLessThan(0.12);
  const line = await colorOf(page.locator('[data-connector="complete"]:visible').first(), 'backgroundColor');
  expect(line).toEqual(done);

  await page.setViewportSize({ width: 390, height: 844 });
  expect((await title.locator('..').boundingBox())!.height).toBeLessThanOrEqual(1);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/overview?phase=welcome');
  const drawer = page.getByRole('dialog');
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(1280 - 620);
});

test('bookable times are in two columns on a phone and up to four on a large screen @long', async ({
  page,
  clinic,
}) => {
  const type = await addAppointmentType(clinic);
  await signIn(page, clinic, await clinic.patient());
  await page.goto(`/schedule?appointmentType=${type.slug}`);
  await page.getByRole('button', { name: 'Next day' }).click();
  const times = page.getByRole('region', { name: 'Available times' }).getByRole('button');
  await expect(times).toHaveCount(20);
  const columns = async () =>
    new Set(await times.evaluateAll((all) => all.map((time) => Math.round(time.getBoundingClientRect().x))))
      .size;
  for (const [width, count] of [
    [390, 2],
    [800, 3],
    [1440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(columns).toBe(count);
  }
});
