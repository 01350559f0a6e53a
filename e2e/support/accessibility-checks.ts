import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Anyone who says what they see must be heard: off unless it is asked for. */
const NAMES = { 'label-content-name-mismatch': { enabled: true } };

/** What axe finds, once the page is there: every page of ours has its heading, and a page whose code is on its way has none. */
export async function problemsIn(page: Page): Promise<string[]> {
  await expect(page.locator('h1').first()).toBeVisible();
  // For frames axe would gather its findings in a window of its own, opened for each look: our pages have none.
  expect(page.frames()).toHaveLength(1);
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: NAMES, resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

export const expectAccessible = async (page: Page) => expect(await problemsIn(page)).toEqual([]);

/** What makes the page scroll sideways, and text that is cut off. */
export async function lostIn(page: Page, text: string): Promise<string[]> {
  const lost = await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    const inside = innerWidth + 1;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect();
        // The head of a table whose rows are cards is a pixel wide, and what is in it is not.
        const isOfHiddenHead = element.closest('thead')?.getBoundingClientRect().width === 1;
        const readAloudOnly =
          width <= 1 || height <= 1 || isOfHiddenHead || element.closest('.sr-only, .skip-link, [inert]');
        // Its digits are drawn below it, in slots that are looked at; the field itself is see-through and one slot wider.
        const holdsCode = element.querySelector(':scope > .code-input') !== null;
        if (readAloudOnly || holdsCode || element.closest('svg')) return false;
        const { overflowX, display } = getComputedStyle(element);
        const clips =
          overflowX !== 'visible' && display !== 'inline' && element.scrollWidth > element.clientWidth + 1;
        const scrolls = element.closest('[tabindex="0"]') !== null && overflowX === 'auto';
        return (right > inside && !element.closest('.code-input, [tabindex="0"]')) || (clips && !scrolls);
      })
      .map((element) => element.outerHTML.slice(0, 160));
  }, text);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [...lost, ...(sideways > 0 ? [`scrolls ${sideways} px sideways`] : [])];
}

/** What is too small to press at 390 px, and what a screen turned to 320 px loses. */
export async function smallScreenProblems(page: Page): Promise<string[]> {
  const resize = async (width: number) => {
    await page.setViewportSize({ width, height: 844 });
    await untilChartsFit(page);
  };
  await resize(390);
  const small = await smallTargetsIn(page);
  await resize(320);
  const lost = await lostIn(page, '100%');
  await resize(390);
  return [...small, ...lost];
}

/** A chart is drawn for the width that it is given, a moment after it is given another. */
const untilChartsFit = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page
        .locator('svg[role=img]')
        .evaluateAll((charts) =>
          charts.every((chart) => chart.clientWidth === chart.parentElement!.clientWidth),
        ),
    )
    .toBe(true);

/** A link inside a sentence is as high as its line, and may be. */
export const smallTargetsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const radius = 21;
    const hits = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && element.contains(hit);
    };
    // What lies behind a dialog cannot be pressed.
    const reachable = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return (
      [...reachable.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
        // What is pressed is the whole row of an answer, and the whole card that a link names; one that is hidden has no place.
        .map(
          (element) =>
            element.closest('label') ??
            (element.matches('.whole-card') ? (element.offsetParent ?? element) : element),
        )
        .filter((element) => {
          if (!element.checkVisibility() || element.matches('.skip-link, p a, dd a, li a:not([class])'))
            return false;
          element.scrollIntoView({ block: 'center' });
          const { left, top, width, height } = element.getBoundingClientRect();
          const [x, y] = [left + width / 2, top + height / 2];
          const tall = height >= 44 || (hits(element, x, y - radius) && hits(element, x, y + radius));
          const wide = width >= 44 || (hits(element, x - radius, y) && hits(element, x + radius, y));
          return !tall || !wide;
        })
        .map((element) => element.outerHTML.slice(0, 160))
    );
  });
