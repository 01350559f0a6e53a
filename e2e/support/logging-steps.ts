import type { Page } from '@playwright/test';
import { expect, type Clinic } from './fixtures.ts';

export const resultsOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select result_type, result, cycle_number, taken_at from public.test_results
     join public.customers using (user_id) where customer_email = $1 order by taken_at`,
    [email],
  );

/** Puts a patient into a cycle of the treatment stage. */
export const begin = (clinic: Clinic, email: string, cycle: number) =>
  clinic.sql(
    `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
     select user_id, 'ovulation', 3, $2 from public.customers where customer_email = $1`,
    [email, cycle],
  );

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function chooseOvulation(page: Page, result: string) {
  await page.getByRole('radio', { name: 'Ovulation Predictor Kit (OPK)' }).check();
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Log your result' })).toBeFocused();
  await page.getByRole('radio', { name: result }).check();
}
