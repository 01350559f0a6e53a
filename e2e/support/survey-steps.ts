import type { Page } from '@playwright/test';

const press = (page: Page) => page.getByRole('button', { name: 'Continue', exact: true }).click();

export async function pickToday(page: Page) {
  await page.getByRole('button', { name: /Insemination date/ }).click();
  await page.getByRole('dialog', { name: 'Choose a date' }).locator('[aria-current=date]').click();
}

/** The applicator survey, up to its thank-you. */
export async function answerSurvey(page: Page, capWear: string, feedback: string) {
  await pickToday(page);
  await press(page);
  for (const answer of ['No', 'Less than 30 minutes', capWear, feedback]) {
    await page.getByRole('radio', { name: answer, exact: true }).check();
    await press(page);
  }
}
