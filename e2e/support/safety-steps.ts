import { expect, type Page } from '@playwright/test';
import { QUESTIONS } from '../../domain/safety/questions.ts';
import type { Clinic } from './fixtures.ts';

/** An earlier safety check, as the function stores it. */
export const answered = (clinic: Clinic, email: string, outcome: 'ready' | 'clinician' | 'stop') =>
  clinic.sql(
    `insert into public.safety_checks (user_id, cycle, answers, outcome, reasons)
     select user_id, private.treatment_cycle(user_id), '{}', $2, '{}' from public.customers where customer_email = $1`,
    [email, outcome],
  );

/** Another device's report from this many minutes ago. */
export const logTimer = (clinic: Clinic, email: string, action: string, minutesAgo: number) =>
  clinic.sql(
    `insert into public.treatment_day_timers (user_id, cycle, action, at)
     select user_id, 1, $2, now() - make_interval(mins => $3) from public.customers where customer_email = $1`,
    [email, action, minutesAgo],
  );

export const checksOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select outcome, reasons from public.safety_checks join public.customers using (user_id)
     where customer_email = $1 order by safety_checks.created_at`,
    [email],
  );

export const timersOf = async (clinic: Clinic, email: string) =>
  (
    await clinic.sql(
      `select action from public.treatment_day_timers join public.customers using (user_id)
       where customer_email = $1 order by at, treatment_day_timers.created_at`,
      [email],
    )
  ).map(({ action }) => action);

export const setUpFamily = (clinic: Clinic, email: string, familySetUp: string) =>
  clinic.sql(
    `insert into public.onboarding_info (user_id, user_age, trying_duration, menstrual_cycle_length,
       uses_ovulation_tests, had_fertility_investigations, infertility_diagnosis, previous_treatments, family_set_up)
     select user_id, 34, '1-6 months', '21-35 days', 'Yes', 'No', '{No diagnosis}', '{No previous treatments}', $2
     from public.customers where customer_email = $1`,
    [email, familySetUp],
  );

type Answer = 'Yes' | 'No' | 'Not sure';

export const answer = (page: Page, question: string, given: Answer) =>
  page.getByRole('group', { name: question, exact: true }).getByLabel(given, { exact: true }).check();

/** The questions now on the page. */
export async function answerAll(page: Page, given: Answer): Promise<void> {
  await expect(page.getByRole('button', { name: 'Send answers' })).toBeVisible();
  for (const { words } of QUESTIONS) {
    if ((await page.getByRole('group', { name: words, exact: true }).count()) > 0)
      await answer(page, words, given);
  }
}
