import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

const MAX_TABS = 150;

/** Tabs until this element has the focus. Each element on the way must show that it is focused. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    await expectFocusInSight(page);
    if (await hasFocus(target)) return;
  }
  throw new Error(`${String(target)} was not reached by tabbing.`);
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** A visible ring around the focused element, or around the row or slots it is drawn as. */
export async function expectFocusInSight(page: Page): Promise<void> {
  await expect.poll(() => hiddenFocus(page), { message: 'what has the focus, unseen' }).toBeNull();
}

const hiddenFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const drawn = element.closest('.choice') ?? element;
    const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
    const ringed = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    const slotted = element.matches('.code-input') && document.querySelector('[data-mark]') !== null;
    const { top, bottom, left, right } = drawn.getBoundingClientRect();
    const onScreen = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const seen = element === document.body || ((ringed || slotted) && onScreen);
    return seen ? null : element.outerHTML.slice(0, 200);
  });

/** Moves the focus there and presses it. */
export async function pressByKey(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** Checks a box, or turns a switch. */
export async function tickByKey(page: Page, box: Locator): Promise<void> {
  await tabTo(page, box);
  await page.keyboard.press('Space');
}

/** Tabs into the question, which is one stop, and moves through its answers with the arrow keys. */
export async function chooseByKey(page: Page, answer: Locator): Promise<void> {
  await expect(answer).toBeVisible();
  const name = await answer.getAttribute('name');
  const inQuestion = () =>
    page.evaluate((asked) => document.activeElement?.getAttribute('name') === asked, name);
  for (let tabs = 0; tabs < MAX_TABS && !(await inQuestion()); tabs += 1) {
    await page.keyboard.press('Tab');
    await expectFocusInSight(page);
  }
  await page.keyboard.press('Space');
  for (let arrows = 0; arrows < 12 && !(await hasFocus(answer)); arrows += 1) {
    await page.keyboard.press('ArrowDown');
    await expectFocusInSight(page);
  }
  await expect(answer).toBeChecked();
}

export async function selectByKey(page: Page, list: Locator, option: string): Promise<void> {
  await tabTo(page, list);
  for (let arrows = 0; arrows < 12 && (await list.inputValue()) !== option; arrows += 1)
    await page.keyboard.press('ArrowDown');
  await expect(list).toHaveValue(option);
}
