import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { ALONE, openWhole, PAGES, SIGNED_OUT } from './routes.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const BEHIND = [...PAGES.map(({ path }) => path), ...ALONE];
/** Each of the tests is another patient, because an address gets one code a minute. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, email: 'cycle2@example.com', tag: '@long' },
  { colorScheme: 'dark', width: 1280, email: 'stage3@example.com', tag: '@long' },
  { colorScheme: 'light', width: 390, email: 'stage2@example.com', tag: '@short' },
  { colorScheme: 'dark', width: 390, email: 'done@example.com', tag: '@long' },
] as const;

for (const { colorScheme, width, email, tag } of LOOKS) {
  test(
    `axe finds nothing on any page, ${colorScheme}, ${width} px wide`,
    { tag },
    async ({ page, clinic }) => {
      test.slow();
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const found: string[] = [];
      for (const path of SIGNED_OUT) {
        await openWhole(page, path);
        found.push(...(await problemsOn(page, path)));
      }
      await signIn(page, clinic, email);
      for (const path of BEHIND) {
        await openWhole(page, path);
        found.push(...(await problemsOn(page, path)));
      }
      expect(found).toEqual([]);
    },
  );
}

async function problemsOn(page: Page, path: string): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${path}: ${id}: ${html.slice(0, 160)}`),
  );
}

test('the open menu and the open sheet have nothing for axe either', async ({ page, clinic }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, clinic, await clinic.patient());
  await openWhole(page, '/account');
  await page.getByRole('button', { name: 'Log test result' }).click();
  expect(await problemsOn(page, 'menu')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open menu' }).click();
  expect(await problemsOn(page, 'sheet')).toEqual([]);
});

const LARGER = [
  { how: 'a screen of 320 px', width: 320, text: '100%' },
  { how: 'text at 200%', width: 1280, text: '200%' },
];

for (const { how, width, text } of LARGER) {
  test(`${how} loses nothing on any page`, async ({ page, clinic }) => {
    test.slow();
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const lost: string[] = [];
    for (const path of SIGNED_OUT) lost.push(...(await lostOn(page, path, text)));
    await signIn(page, clinic, await clinic.patient('Maximiliane'));
    for (const path of BEHIND) lost.push(...(await lostOn(page, path, text)));
    expect(lost).toEqual([]);
  });
}

/** What makes the page scroll sideways, and text that is cut off. */
async function lostOn(page: Page, path: string, text: string): Promise<string[]> {
  await openWhole(page, path);
  const lost = await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    const inside = innerWidth + 1;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect();
        const readAloudOnly = width <= 1 || height <= 1 || element.closest('.sr-only, .skip-link, [inert]');
        if (readAloudOnly || element.closest('svg')) return false;
        const { overflowX, display } = getComputedStyle(element);
        const clips =
          overflowX !== 'visible' && display !== 'inline' && element.scrollWidth > element.clientWidth + 1;
        const scrolls = element.closest('[tabindex="0"]') !== null && overflowX === 'auto';
        return (right > inside && !element.closest('.code-input, [tabindex="0"]')) || (clips && !scrolls);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  }, text);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...lost, ...(sideways > 0 ? [`scrolls ${sideways} px sideways`] : [])].map(
    (each) => `${path}: ${each}`,
  );
}

test('everything that is pressed is at least 44 px high and wide @phone', async ({ page, clinic }) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const small: string[] = [];
  for (const path of SIGNED_OUT) small.push(...(await smallTargetsOn(page, path)));
  await signIn(page, clinic, await clinic.patient());
  for (const path of BEHIND) small.push(...(await smallTargetsOn(page, path)));
  expect(small).toEqual([]);
});

test('a button that is too small is found, also inside something large', async ({ page }) => {
  await openWhole(page, '/auth');
  await page.evaluate(() => {
    const [main, button] = [document.createElement('main'), document.createElement('button')];
    main.style.padding = '200px';
    button.style.cssText = 'width: 20px; height: 20px';
    main.append(button);
    document.body.replaceChildren(main);
  });
  expect(await smallTargetsIn(page)).toEqual([expect.stringContaining('20px')]);
});

async function smallTargetsOn(page: Page, path: string): Promise<string[]> {
  await openWhole(page, path);
  return (await smallTargetsIn(page)).map((each) => `${path}: ${each}`);
}

/** A link inside a sentence is as high as its line, and may be. */
const smallTargetsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const reach = 21;
    const hits = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && element.contains(hit);
    };
    return [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .map((element) => element.closest('label') ?? element)
      .filter((element) => {
        if (!element.checkVisibility() || element.matches('.skip-link, p a, dd a, li a:not([class])'))
          return false;
        element.scrollIntoView({ block: 'center' });
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const tall = height >= 44 || (hits(element, x, y - reach) && hits(element, x, y + reach));
        const wide = width >= 44 || (hits(element, x - reach, y) && hits(element, x + reach, y));
        return !tall || !wide;
      })
      .map((element) => element.outerHTML.slice(0, 160));
  });
