import type { Page } from '@playwright/test';
import { addDays, type LocalDate } from '../../domain/time/day.ts';
import { localDate } from '../../domain/time/local.ts';
import type { Clinic } from './fixtures.ts';

/** The zone of the stories' browser. */
export const ZONE = 'America/New_York';

/** In the calendar of the patient's device. */
export const daysAgo = (days: number): LocalDate => addDays(localDate(Date.now(), ZONE), -days);

export const logPeriod = (clinic: Clinic, email: string, ago: number, kind = 'period') =>
  clinic.sql(
    `insert into public.periods (user_id, day, kind) select user_id, $2, $3 from public.customers where customer_email = $1`,
    [email, daysAgo(ago), kind],
  );

export const logTest = (clinic: Clinic, email: string, ago: number, result: string) =>
  clinic.sql(
    `insert into public.test_results (user_id, result_type, result, taken_at, taken_on, taken_zone)
     select user_id, 'ovulation', $3, now() - make_interval(days => $4), $2, $5
     from public.customers where customer_email = $1`,
    [email, daysAgo(ago), result, ago, ZONE],
  );

export const periodsOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select day::text, kind, withdrawn_at is not null as withdrawn from public.periods
     join public.customers using (user_id) where customer_email = $1 order by periods.created_at`,
    [email],
  );

export const cycleCard = (page: Page) => page.getByRole('region', { name: 'Your cycle' });
