import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import {
  aHost,
  callOf,
  daysOf,
  keepCall,
  KIND,
  mailsTo,
  takesCalls,
} from '../support/team-calendar-steps.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, openRecord, type Known } from '../support/patient-steps.ts';
import { sessionOf } from '../support/session-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A bookable day by its position, and the first time on it with anyone. */
async function chooseTime(dialog: ReturnType<Page['getByRole']>, place: number): Promise<string> {
  const day = dialog.getByLabel('Day', { exact: true });
  await expect(day.getByRole('option').nth(place)).toBeAttached();
  const value = (await day.getByRole('option').nth(place).getAttribute('value'))!;
  await day.selectOption(value);
  const time = dialog.getByLabel('Time', { exact: true });
  const own = time.getByRole('option', { name: /with Noa Lind$/ }).first();
  await time.selectOption(await own.getAttribute('value'));
  return value;
}

test('a coach sets hours, books for a patient, moves the call, goes away and cancels calls in between', async ({
  page,
  clinic,
}) => {
  test.slow();
  const sana = await knownPatient(clinic, 'Sana');
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
  await page.getByRole('link', { name: 'Calendar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calendar' })).toBeVisible();

  await page.getByRole('button', { name: 'Hours' }).click();
  const hours = page.getByRole('dialog', { name: 'Noa Lind’s hours' });
  for (const weekday of WEEKDAYS)
    await hours.getByRole('button', { name: `Add hours on ${weekday}` }).click();
  await expectAccessible(page);
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours).toBeHidden();
  await expect(page.getByRole('button', { name: 'Hours' })).toBeFocused();
  await expect(daysOf(page).getByText('9:00 am to 5:00 pm')).toHaveCount(7);

  await page.getByRole('button', { name: 'Book a call' }).click();
  const book = page.getByRole('dialog', { name: 'Book a call' });
  await book.getByLabel('Search by name or email').fill(sana.email);
  await book.getByLabel(new RegExp(sana.name)).check();
  await book.getByLabel('Call type').selectOption({ label: KIND });
  const first = await chooseTime(book, 1);
  await expectAccessible(page);
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(book).toBeHidden();
  await expect.poll(() => mailsTo(clinic, sana)).toEqual(['Your call is booked']);

  await page.goto(`/team/calendar?from=${first}`);
  await callOf(page, sana).getByRole('button', { name: 'Reschedule' }).click();
  const move = page.getByRole('dialog', { name: 'Reschedule' });
  const second = await chooseTime(move, 3);
  await move.getByRole('button', { name: 'Save' }).click();
  await expect(move).toBeHidden();
  await expect.poll(() => mailsTo(clinic, sana)).toEqual(['Your call is booked', 'Your call has a new time']);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Absence' }).click();
  const absence = page.getByRole('dialog', { name: 'Add absence for Noa Lind' });
  await absence.getByLabel('From').fill(second);
  await absence.getByLabel('To', { exact: true }).fill(second);
  await expectAccessible(page);
  await absence.getByRole('button', { name: 'Save' }).click();
  const waiting = page.getByRole('region', { name: 'Calls that need a new plan' });
  await expect(waiting).toContainText(sana.name);
  await expectAccessible(page);
  await waiting.getByRole('button', { name: 'Cancel call' }).click();
  const cancel = page.getByRole('dialog', { name: 'Cancel call' });
  await cancel.getByLabel('Message to the patient').fill('Noa is away that day. We are sorry.');
  await cancel.getByRole('button', { name: 'Cancel call' }).click();
  await expect(cancel).toBeHidden();
  await expect(waiting).toBeHidden();
  // The list disappears with its last call, and the keyboard continues in the page.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
  await expect
    .poll(() => mailsTo(clinic, sana))
    .toEqual(['Your call is booked', 'Your call has a new time', 'Your call is canceled']);
});

test('a clinician records how a call went @long', async ({ page, clinic }) => {
  const robin = await knownPatient(clinic, 'Robin');
  const clinician = await joinTeam(page, clinic, 'clinician');
  await takesCalls(clinic, clinician.email);
  await keepCall(clinic, robin, clinician.email, -1);
  const [row] = await clinic.sql(
    `select to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day from public.appointments where user_id = $1`,
    [robin.id],
  );
  await page.goto(`/team/calendar?from=${String(row!['day'])}`);
  const call = callOf(page, robin);
  await expect(call).toContainText(KIND);
  await call.getByRole('button', { name: 'Outcome' }).click();
  const outcome = page.getByRole('dialog', { name: 'Outcome' });
  await outcome.getByLabel('No-show').check();
  await outcome.getByRole('button', { name: 'Save' }).click();
  await expect(outcome).toBeHidden();
  await expect(call).toContainText('No-show');
});

test('an administrator reassigns a call without learning what it is about @long', async ({
  page,
  clinic,
}) => {
  const ada = await knownPatient(clinic, 'Ada');
  const [from, to] = [`Imani ${crypto.randomUUID().slice(0, 4)}`, `Jo ${crypto.randomUUID().slice(0, 4)}`];
  const host = await aHost(clinic, from);
  await aHost(clinic, to);
  await keepCall(clinic, ada, host, 48);
  const [row] = await clinic.sql(
    `select to_char(starts_at at time zone 'America/New_York', 'YYYY-MM-DD') as day from public.appointments where user_id = $1`,
    [ada.id],
  );
  await joinTeam(page, clinic, 'administrator');
  await page.goto(`/team/calendar?from=${String(row!['day'])}`);
  await page.getByLabel('Person').selectOption({ label: from });
  const call = callOf(page, ada);
  await expect(call.getByText('Call', { exact: true })).toBeVisible();
  await expect(page.getByText(KIND)).toHaveCount(0);
  await expectAccessible(page);
  await call.getByRole('button', { name: 'Reassign' }).click();
  const give = page.getByRole('dialog', { name: 'Reassign' });
  await give.getByLabel('Colleague').selectOption({ label: to });
  await give.getByRole('button', { name: 'Save' }).click();
  await expect(give).toBeHidden();
  await expect(daysOf(page).getByText(ada.name)).toHaveCount(0);
  await page.getByLabel('Person').selectOption({ label: to });
  await expect(callOf(page, ada)).toBeVisible();
  await expect.poll(() => mailsTo(clinic, ada)).toEqual(['A change to your call']);
});

/** Requested like the patient's own portal does. */
async function cancelAs(clinic: Clinic, { id, email }: Known): Promise<void> {
  const { access_token } = await sessionOf(clinic, email);
  const [row] = await clinic.sql(`select id from public.appointments where user_id = $1`, [id]);
  const answer = await fetch(`${clinic.url}/functions/v1/cancel-appointment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ appointmentId: row!['id'] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

test('a record leads to booking for that patient, and a call the patient cancels disappears from an open calendar @long', async ({
  page,
  clinic,
}) => {
  test.slow();
  const mei = await knownPatient(clinic, 'Mei');
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
  await clinic.sql(
    `insert into public.availability (host_id, weekday, starts_at, ends_at)
     select id, weekday, '09:00', '17:00' from public.care_team, generate_series(1, 7) as weekday where email = $1`,
    [coach.email],
  );
  await openRecord(page, mei);
  await page.getByRole('link', { name: 'Book a call' }).click();
  const book = page.getByRole('dialog', { name: 'Book a call' });
  await expect(book.getByText(mei.name)).toBeVisible();
  await book.getByLabel('Call type').selectOption({ label: KIND });
  const day = await chooseTime(book, 1);
  await expectAccessible(page);
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(book).toBeHidden();
  await expect(page).toHaveURL(/\/team\/calendar$/);

  await page.goto(`/team/calendar?from=${day}`);
  await expect(callOf(page, mei)).toBeVisible();
  await cancelAs(clinic, mei);
  // Arrives before the page polls, so it was pushed.
  await expect(daysOf(page).getByText(mei.name)).toHaveCount(0);
});
