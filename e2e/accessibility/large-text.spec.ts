import { lostIn } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { ALONE, openWhole, PAGES, SIGNED_OUT, someOf } from '../support/routes.ts';

test('no page is wider than a 320 px screen, a phone, or either one with text at 200% @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const browser = await page.context().newCDPSession(page);
  const found: string[] = [];

  /** The browser's own setting, not a page style: layouts that depend on the text width follow it. */
  async function setText(size: number): Promise<void> {
    await browser.send('Page.setFontSizes', { fontSizes: { standard: size } });
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
      .toBe(`${size}px`);
  }

  async function lookAt(path: string): Promise<void> {
    await page.setViewportSize({ width: 320, height: 700 });
    await openWhole(page, path);
    found.push(...(await lostIn(page, '')).map((each) => `${path}, 320 px: ${each}`));
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await setText(32);
      found.push(...(await lostIn(page, '')).map((each) => `${path}, ${width} px, 200%: ${each}`));
      await setText(16);
    }
  }

  for (const path of SIGNED_OUT) await lookAt(path);
  // A patient in mid-treatment has the fullest pages.
  await signIn(page, clinic, 'cycle2@example.com');
  for (const path of someOf([...PAGES.map((each) => each.path), ...ALONE], 0)) await lookAt(path);
  expect(found).toEqual([]);
});
