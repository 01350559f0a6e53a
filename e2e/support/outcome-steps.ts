import { expect, type Page } from '@playwright/test';
import type { Clinic } from './fixtures.ts';
import { press } from './logging-steps.ts';

export const stateOf = async (clinic: Clinic, email: string) => {
  const [row] = await clinic.sql(
    `select status, private.care_state(user_id) as state from public.customers where customer_email = $1`,
    [email],
  );
  return row;
};

export const eventsOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select kind, day::text, until::text, reason, withdrawn_at is not null as withdrawn from public.outcome_events
     join public.customers using (user_id) where customer_email = $1 order by outcome_events.created_at`,
    [email],
  );

/** Follows a link and waits for its page. */
export async function follow(page: Page, name: string): Promise<void> {
  const link = page.getByRole('main').getByRole('link', { name, exact: true });
  const address = await link.evaluate((anchor: HTMLAnchorElement) => anchor.href);
  const title = page.getByRole('heading', { level: 1 });
  const from = await title.innerText();
  await link.click();
  await expect(page).toHaveURL(address);
  await expect(title).not.toHaveText(from);
  await expect(title).toBeVisible();
}

/** Every act that changes a patient's place in the plan asks first, in a dialog. */
export async function confirm(page: Page, title: string, answer: string): Promise<void> {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: answer }).click();
  await expect(question).toBeHidden();
}

export async function logPregnancyTest(page: Page, label: string): Promise<void> {
  await page.goto('/log-result/pregnancy');
  await page.getByRole('radio', { name: label }).check();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Log your result' })).toHaveCount(0);
}
