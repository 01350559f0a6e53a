import { expect, type Page } from '@playwright/test';
import type { Clinic } from './fixtures.ts';

export type Known = { id: string; email: string; name: string };

/** A patient with a unique name that a search can find. */
export async function knownPatient(clinic: Clinic, first: string): Promise<Known> {
  // An address has no accents.
  const email = await clinic.patient(first.normalize('NFD').replaceAll(/\P{ASCII}/gu, ''));
  const last = `Q${email.split('-')[1]!.slice(0, 8)}`;
  const [row] = await clinic.sql(
    'update public.customers set customer_first_name = $2, customer_last_name = $3 where customer_email = $1 returning user_id',
    [email, first, last],
  );
  return { id: row!['user_id'] as string, email, name: `${first} ${last}` };
}

/** Assigns a patient to a coach, like the list does. */
export async function assignTo(clinic: Clinic, { id }: Known, coachEmail: string): Promise<void> {
  await clinic.sql(
    'insert into public.coach_assignments (user_id, coach_id) select $1, id from public.care_team where email = $2',
    [id, coachEmail],
  );
}

/** Opens a record, if a team member is signed in on this page. */
export async function openRecord(page: Page, { id, name }: Known): Promise<void> {
  await page.goto(`/team/patients/${id}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Timeline' })).toBeVisible();
}

/** A row of Today. */
export const itemOf = (page: Page, { name }: Known, title: string) =>
  page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ hasText: name })
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

/** The row of the list. */
export const rowOf = (page: Page, { name }: Known) => page.getByRole('row').filter({ hasText: name });
