import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { card, openAccount } from '../support/account-steps.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient } from '../support/patient-steps.ts';
import { keepCall, takesCalls } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

/** Reads it like a calendar, without a session. */
async function calls(address: string): Promise<{ status: number; titles: string[] }> {
  const answer = await fetch(address);
  return { status: answer.status, titles: (await answer.text()).match(/SUMMARY:[^\r]*/g) ?? [] };
}

async function copied(feed: Locator): Promise<string> {
  return feed.getByLabel('Address', { exact: true }).inputValue();
}

async function renewAndEnd(page: Page, feed: Locator): Promise<void> {
  await feed.getByRole('button', { name: 'New address' }).click();
  const first = await copied(feed);
  expect(await calls(first)).toEqual({ status: 200, titles: ['SUMMARY:Béa call'] });
  await expectAccessible(page);

  await feed.getByRole('button', { name: 'New address' }).click();
  await page
    .getByRole('dialog', { name: 'New address' })
    .getByRole('button', { name: 'New address' })
    .click();
  await expect(feed.getByLabel('Address', { exact: true })).not.toHaveValue(first);
  const second = await copied(feed);
  expect((await calls(first)).status).toBe(404);
  expect((await calls(second)).status).toBe(200);

  // The address is shown only now.
  await page.reload();
  await expect(feed.getByText(/^Your feed is on since .+ A calendar last read it on /)).toBeVisible();
  await expect(feed.getByLabel('Address', { exact: true })).toHaveCount(0);
  await feed.getByRole('button', { name: 'End feed' }).click();
  await page.getByRole('dialog', { name: 'End feed' }).getByRole('button', { name: 'End feed' }).click();
  await expect(feed.getByRole('button', { name: 'End feed' })).toHaveCount(0);
  expect((await calls(second)).status).toBe(404);
}

async function withCoach(clinic: Clinic, email: string): Promise<void> {
  await clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select user_id, person.id, type.id, now() + interval '2 days', now() + interval '2 days 30 minutes', now() + interval '2 days 30 minutes'
     from public.customers, public.appointment_types as type,
       (select id from public.care_team where role = 'coach' order by email limit 1) as person
     where customer_email = $1 and slug = 'clinical-coach-support-call'`,
    [email],
  );
}

test('a patient shows their calls in their own calendar, makes a new address and ends the feed @phone', async ({
  page,
  clinic,
}) => {
  const email = await openAccount(page, clinic, 'Dora');
  await withCoach(clinic, email);
  await renewAndEnd(page, card(page, 'Calendar feed'));
});

test('a coach does the same on ‘Your account’', async ({ page, clinic }) => {
  const sana = await knownPatient(clinic, 'Sana');
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
  await keepCall(clinic, sana, coach.email, 30);
  await page.goto('/team/account');
  await renewAndEnd(page, page.getByRole('region', { name: 'Calendar feed' }));
});
