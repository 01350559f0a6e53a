import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, test, type Clinic } from '../support/fixtures.ts';
import { knownPatient, type Known } from '../support/patient-steps.ts';
import { aHost, KIND, mailsTo, takesCalls, worksEveryDay } from '../support/team-calendar-steps.ts';
import { joinTeam } from '../support/team-steps.ts';

const grid = (page: Page) => page.getByRole('region', { name: 'Time grid' });
const free = (page: Page, host: string) =>
  grid(page).getByRole('button', { name: new RegExp(`^Book .+, with ${host}\\.`) });
const tile = (page: Page, { name }: Known) => grid(page).getByRole('button', { name: new RegExp(name) });

/** A day of the clinic, in this many days. */
async function dayIn(clinic: Clinic, days: number): Promise<string> {
  const [row] = await clinic.sql(
    `select to_char((now() at time zone 'America/New_York') + make_interval(days => $1), 'YYYY-MM-DD') as day`,
    [days],
  );
  return String(row!['day']);
}

/** A call at this hour of that day, by the clock in New York. */
const callAt = (clinic: Clinic, { id }: Known, host: string, at: string) =>
  clinic.sql(
    `insert into public.appointments (user_id, host_id, appointment_type_id, starts_at, ends_at, busy_until)
     select $1, person.id, type.id, at, at + interval '30 minutes', at + interval '30 minutes'
     from public.appointment_types as type, public.care_team as person,
       (select $3::timestamp at time zone 'America/New_York' as at) as chosen
     where type.name = $4 and person.email = $2`,
    [id, host, at, KIND],
  );

const idOf = async (clinic: Clinic, email: string) =>
  String((await clinic.sql(`select id from public.care_team where email = $1`, [email]))[0]!['id']);

test('a coach books with a click on free time and with the keyboard, and reads when a time was taken meanwhile', async ({
  page,
  clinic,
}) => {
  test.slow();
  const [sana, lea, mei] = [
    await knownPatient(clinic, 'Sana'),
    await knownPatient(clinic, 'Lea'),
    await knownPatient(clinic, 'Mei'),
  ];
  const coach = await joinTeam(page, clinic, 'coach');
  await takesCalls(clinic, coach.email);
  await worksEveryDay(clinic, coach.email);
  const day = await dayIn(clinic, 2);
  await page.goto(`/team/calendar?view=day&from=${day}`);
  await expectAccessible(page);

  const morning = free(page, 'Noa Lind');
  const { height } = (await morning.boundingBox())!;
  // Eight hours, so an eighth down is 10:00 am.
  await morning.click({ position: { x: 60, y: height / 8 + 3 } });
  const book = page.getByRole('dialog', { name: 'Book a call' });
  const forPatient = async ({ email, name }: Known) => {
    await book.getByLabel('Search by name or email').fill(email);
    await book.getByLabel(new RegExp(name)).check();
    await book.getByLabel('Call type').selectOption({ label: KIND });
  };
  const time = book.getByLabel('Time', { exact: true }).getByRole('option', { selected: true });
  await forPatient(sana);
  await expect(time).toHaveText('10:00 am, with Noa Lind');
  await expectAccessible(page);
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(book).toBeHidden();
  await expect(tile(page, sana)).toHaveAccessibleName(`10:00 am to 10:30 am, ${sana.name}, ${KIND}`);
  await expect.poll(() => mailsTo(clinic, sana)).toEqual(['Your call is booked']);

  // Two quarter hours down from the end of that call.
  await free(page, 'Noa Lind').last().focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await forPatient(lea);
  await expect(time).toHaveText('11:00 am, with Noa Lind');
  await callAt(clinic, mei, coach.email, `${day} 11:00`);
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(
    book.getByRole('alert').filter({ hasText: /11:00 am isn’t free for this call/ }),
  ).toBeVisible();
  const next = book.getByRole('group', { name: 'Next free times' }).getByRole('radio');
  await expect(next).toHaveCount(5);
  await expectAccessible(page);
  // Selected, the list has done its part.
  await next.first().click();
  await book.getByRole('button', { name: 'Book', exact: true }).click();
  await expect(book).toBeHidden();
  await expect(tile(page, lea)).toBeVisible();
  await expect.poll(() => mailsTo(clinic, lea)).toEqual(['Your call is booked']);
});

test('an administrator drags a call to a colleague, and moves it with the keyboard, each time after reading who is told', async ({
  page,
  clinic,
}) => {
  test.slow();
  const ada = await knownPatient(clinic, 'Ada');
  const suffix = crypto.randomUUID().slice(0, 4);
  const [from, to] = [`Imani ${suffix}`, `Jo ${suffix}`];
  const [host, colleague] = [await aHost(clinic, from), await aHost(clinic, to)];
  const day = await dayIn(clinic, 2);
  await callAt(clinic, ada, host, `${day} 10:00`);
  await joinTeam(page, clinic, 'administrator');
  await page.goto(
    `/team/calendar?view=day&from=${day}&person=${await idOf(clinic, host)}&with=${await idOf(clinic, colleague)}`,
  );
  const columnOf = (name: string) => grid(page).getByRole('group', { name: new RegExp(`, ${name}$`) });
  const call = tile(page, ada);
  await expect(columnOf(from).getByRole('button', { name: new RegExp(ada.name) })).toHaveAccessibleName(
    `10:00 am to 10:30 am, ${ada.name}, Call`,
  );
  await call.scrollIntoViewIfNeeded();
  const [start, target] = [(await call.boundingBox())!, (await columnOf(to).boundingBox())!];
  await page.mouse.move(start.x + start.width / 2, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, start.y + 8, { steps: 5 });
  await page.mouse.up();
  const give = page.getByRole('dialog', { name: 'Reassign' });
  await expect(
    give.getByText(`The time stays the same. We’ll email ${ada.name}, ${from} and ${to}.`),
  ).toBeVisible();
  await expectAccessible(page);
  expect(await mailsTo(clinic, ada)).toEqual([]);
  await give.getByRole('button', { name: 'Save' }).click();
  await expect(give).toBeHidden();
  await expect(columnOf(to).getByRole('button', { name: new RegExp(ada.name) })).toBeVisible();
  await expect.poll(() => mailsTo(clinic, ada)).toEqual(['A change to your call']);

  await call.focus();
  for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Enter']) await page.keyboard.press(key);
  const move = page.getByRole('dialog', { name: 'Reschedule' });
  await expect(move.getByLabel('Time', { exact: true }).getByRole('option', { selected: true })).toHaveText(
    `10:30 am, with ${to}`,
  );
  await expect(move.getByText(`We’ll email ${ada.name}, ${to} and`)).toBeVisible();
  await move.getByRole('button', { name: 'Cancel' }).click();
  await expect(call).toHaveAccessibleName(`10:00 am to 10:30 am, ${ada.name}, Call`);
  expect(await mailsTo(clinic, ada)).toEqual(['A change to your call']);
});

test('an absence with five calls takes four clicks', async ({ page, clinic }) => {
  test.slow();
  const coach = await joinTeam(page, clinic, 'coach', { name: `Ida ${crypto.randomUUID().slice(0, 4)}` });
  await takesCalls(clinic, coach.email);
  await worksEveryDay(clinic, coach.email);
  await aHost(clinic, `Jo ${crypto.randomUUID().slice(0, 4)}`);
  const day = await dayIn(clinic, 3);
  const patients: Known[] = [];
  for (const hour of [9, 10, 11, 13, 14]) {
    const patient = await knownPatient(clinic, 'Robin');
    await callAt(clinic, patient, coach.email, `${day} ${hour}:00`);
    patients.push(patient);
  }
  await page.goto(`/team/calendar?view=day&from=${day}`);
  await expect(tile(page, patients[4]!)).toBeVisible();
  let clicks = 0;
  const click = async (name: string, place: Page | Locator = page) => {
    clicks += 1;
    await place.getByRole('button', { name, exact: true }).click();
  };
  const dialog = page.getByRole('dialog');
  await click('Absence');
  await click('Save', dialog);
  await expect(page.getByRole('heading', { name: '5 calls need a new plan' })).toBeVisible();
  await click('Reassign all to …');
  await expect(page.getByText(/^The times stay the same. We’ll email the 5 patients,/)).toBeVisible();
  await click('Reassign', dialog);
  await expect(page.getByRole('region', { name: 'Calls that need a new plan' })).toBeHidden();
  expect(clicks).toBe(4);
  for (const patient of patients)
    await expect.poll(() => mailsTo(clinic, patient)).toEqual(['A change to your call']);
});
