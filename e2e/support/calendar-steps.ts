import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Picks a day in the open calendar, by its full name, turning month by month until it is there. */
export async function pickDay(page: Page, name: string): Promise<void> {
  const calendar = page.getByRole('dialog', { name: 'Choose a date' });
  const day = calendar.getByRole('button', { name, exact: true });
  const month = calendar.getByRole('heading', { level: 3 });
  await expect(month).toBeVisible();
  while ((await day.count()) === 0) {
    const before = await month.innerText();
    await calendar.getByRole('button', { name: 'Next month' }).click();
    await expect(month).not.toHaveText(before);
  }
  await day.click();
  await expect(calendar).toBeHidden();
}
