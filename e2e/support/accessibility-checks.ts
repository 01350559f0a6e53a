import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/**
 * Browsers keep this rule off by default: a label must include the visible words, for people who use voice
 * control.
 */
const NAMES = { 'label-content-name-mismatch': { enabled: true } };

/**
 * axe's findings once the page has loaded. Every page of ours has a heading, and a page whose code is still
 * loading has none.
 */
export async function problemsIn(page: Page): Promise<string[]> {
  await expect(page.locator('h1').first()).toBeVisible();
  // For frames, axe would open a separate window for each run. Our pages have none.
  expect(page.frames()).toHaveLength(1);
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: NAMES, resultTypes: ['violations'] })
    .withTags(RULES)
    .setLegacyMode()
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}

export const expectAccessible = async (page: Page) => expect(await problemsIn(page)).toEqual([]);

/** Elements that make the page scroll sideways, and text that is cut off. */
export async function lostIn(page: Page, text: string): Promise<string[]> {
  const lost = await page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
    const inside = innerWidth + 1;
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((element) => {
        const { right, width, height } = element.getBoundingClientRect();
        // The header of a table shown as cards is one pixel wide, but its content isn't.
        const isOfHiddenHead = element.closest('thead')?.getBoundingClientRect().width === 1;
        const readAloudOnly =
          width <= 1 || height <= 1 || isOfHiddenHead || element.closest('.sr-only, .skip-link, [inert]');
        // Its digits are drawn in the slots below, which are checked. The field itself is transparent and one
        // slot wider.
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

/** Targets that are too small at 390 px, and content lost on a screen turned to 320 px. */
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

/** A chart is redrawn for a new width a moment later. */
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

/** A link inside a sentence may be as high as its line. */
export const smallTargetsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const radius = 21;
    const hits = (element: Element, x: number, y: number) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && element.contains(hit);
    };
    // Elements behind a dialog can't be pressed.
    const reachable = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    return (
      [...reachable.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
        // The target is an answer's whole row, and a link's whole card. A hidden one has no position.
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
