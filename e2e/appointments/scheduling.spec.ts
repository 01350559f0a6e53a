import type { ServerResponse } from 'node:http';
import type { Page } from '@playwright/test';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { addAppointmentType, takeTomorrow, type AppointmentType } from '../support/appointment-types.ts';
import { pickDay } from '../support/calendar-steps.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const LOADING_FAILED = 'Failed to load available appointment slots. Please try again later.';
const address = ({ slug }: Pick<AppointmentType, 'slug'>) => `/schedule?appointmentType=${slug}`;
const times = (page: Page, name: string | RegExp = /\d/) =>
  page.getByRole('region', { name: 'Available times' }).getByRole('button', { name, exact: true });
const day = (page: Page) => page.getByRole('main').getByRole('heading', { name: /day, / });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Book a Call' });

/** Today may have the same times. */
async function openTomorrow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByText('Tomorrow', { exact: true })).toBeVisible();
}

async function choose(page: Page, name: string): Promise<void> {
  await times(page, name).click();
  await expect(dialog(page)).toBeVisible();
}

const CALLS = [
  ['initial-consultation', 'Initial Consultation'],
  ['post-treatment-review', 'Post-Treatment Review'],
  ['meet-your-clinical-coach', 'Meet Your Clinical Coach'],
  ['clinical-coach-support-call', 'Clinical Coach Support Call'],
] as const;

test('every call that the portal leads to can be viewed, starting today @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  for (const [slug, name] of CALLS) {
    await page.goto(address({ slug }));
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(page.getByText('Your timezone')).toBeVisible();
    await expect(page.getByText('Eastern Time', { exact: true })).toBeVisible();
    await expect(page.getByText(/New.York/)).toHaveCount(0);
    await expect(page.getByText('All appointment times shown in your local timezone')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Previous day' })).toBeDisabled();
  }
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await page.getByRole('button', { name: 'Previous day' }).click();
  await expect(page.getByText('Today', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Previous day' })).toBeDisabled();
});

test('a call is booked in four taps, and the flow ends at Home @phone', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic);
  const email = await clinic.patient('Tamsin');
  await signIn(page, clinic, email);
  await page.goto(address(type));
  await openTomorrow(page);
  const tomorrow = await day(page).innerText();
  await choose(page, '10:30 am');
  await expect(dialog(page)).toContainText(`Time${tomorrow} at 10:30 am`);
  await expect(dialog(page)).toContainText('Duration30 minutes');
  await expect(dialog(page)).toContainText('TypeVideo Call');
  await expect(
    dialog(page).getByText('A confirmation email will be sent to you with a link to join the call'),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page).toHaveURL('/home');
  await expectToast(page, 'Success', 'Call scheduled successfully');
  const row = page.getByRole('listitem').filter({ hasText: type.name });
  await expect(row).toContainText(`${tomorrow.split(',')[0]}, 10:30 am`);
  await expect.poll(async () => (await clinic.mail(email))[0]?.subject).toBe('Your call is booked');

  await page.goto(address(type));
  await openTomorrow(page);
  await expect(times(page, '11:00 am')).toBeVisible();
  await expect(times(page, '10:30 am')).toHaveCount(0);
});

test('a second call of the same type on one day asks first @long', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic);
  await signIn(page, clinic, await clinic.patient());
  for (const time of ['10:30 am', '2:00 pm']) {
    await page.goto(address(type));
    await openTomorrow(page);
    if (time === '2:00 pm') {
      await choose(page, time);
      await expect(dialog(page)).toContainText(/^.*You already have a call on \w+day, .* at 10:30 am: /);
      await dialog(page).getByRole('button', { name: 'Keep the one I have' }).click();
      await expect(dialog(page)).toBeHidden();
    }
    await choose(page, time);
    if (time === '2:00 pm') await dialog(page).getByRole('button', { name: 'Book a second call' }).click();
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(page).toHaveURL('/home');
    await expect(
      page.getByRole('listitem').filter({ hasText: type.name }).filter({ hasText: time }),
    ).toBeVisible();
  }
  // Another day is checked separately.
  await page.goto(address(type));
  await openTomorrow(page);
  await page.getByRole('button', { name: 'Next day' }).click();
  await choose(page, '10:30 am');
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
});

test('a phone call mentions no link @long', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic, { interaction: 'phone_call' });
  await signIn(page, clinic, await clinic.patient());
  await page.goto(address(type));
  await openTomorrow(page);
  await choose(page, '9:00 am');
  await expect(dialog(page)).toContainText('TypePhone Call');
  await expect(dialog(page)).not.toContainText('confirmation email');
});

test('a day without slots says so, and Next available goes to the first day with some @phone @long', async ({
  page,
  clinic,
}) => {
  const type = await addAppointmentType(clinic, { horizon: 5, daysOff: [-1, 0, 1, 2, 4, 5, 6] });
  await signIn(page, clinic, await clinic.patient());
  await page.goto(address(type));
  await expect(page.getByText('There are no available slots for this date.')).toBeVisible();
  await expect(page.getByText('Please select a different date.')).toBeVisible();
  await page.getByRole('button', { name: 'Next available' }).click();
  await expect(times(page)).toHaveCount(20);
  await expect(page.getByText('In 3 days')).toBeVisible();
  // The button is gone: the day it found has the focus.
  await expect(page.locator(':focus')).toHaveAttribute('aria-haspopup', 'dialog');

  await page.getByRole('button', { name: 'Next day' }).click();
  await page.getByRole('button', { name: 'Next day' }).click();
  await expect(page.getByRole('button', { name: 'Next day' })).toBeDisabled();
  await page.getByRole('button', { name: 'Next available' }).click();
  await expect(page.getByText('In 3 days')).toBeVisible();
});

test('a date is picked from the month, within the bookable days @long', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic, { horizon: 40 });
  await signIn(page, clinic, await clinic.patient());
  await page.goto(address(type));
  const target = new Date(Date.now() + 35 * 24 * 3_600_000);
  const name = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'America/New_York' }).format(
    target,
  );
  await page.getByTitle('Choose another date').click();
  await pickDay(page, name);
  await expect(page.getByText('In 35 days')).toBeVisible();
  await expect(day(page)).toHaveText(name.replace(/, \d{4}$/, ''));
  await expect(times(page)).toHaveCount(20);
});

test('a slot that someone else took disappears from an open page @long', async ({ page, clinic }) => {
  const type = await addAppointmentType(clinic);
  const other = await clinic.patient();
  await signIn(page, clinic, await clinic.patient());
  await page.goto(address(type));
  await openTomorrow(page);
  await expect(times(page)).toHaveCount(20);
  await takeTomorrow(clinic, type, other, '10:00');
  // Simulates coming back to the tab; an open page polls by itself every half minute.
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(times(page)).toHaveCount(19, { timeout: 1_000 });
  }).toPass();
  await expect(times(page, '10:00 am')).toHaveCount(0);
});

test('when two patients confirm one slot at the same time, one gets it and the other sees it disappear @long', async ({
  browser,
  clinic,
}) => {
  const type = await addAppointmentType(clinic);
  const second = await browser.browserType().launch();
  const pages = await Promise.all(
    [browser, second].map(async (own) => {
      const page = await (await own.newContext({ baseURL: clinic.url })).newPage();
      await signIn(page, clinic, await clinic.patient());
      await page.goto(address(type));
      await openTomorrow(page);
      await choose(page, '2:00 pm');
      return page;
    }),
  );
  await Promise.all(pages.map((page) => dialog(page).getByRole('button', { name: 'Confirm' }).click()));
  await Promise.all(pages.map((page) => expect(page.getByTestId('toast')).toBeVisible()));
  const outcomes = await Promise.all(
    pages.map(async (page) => ((await page.getByTestId('toast').innerText()).includes('Success') ? 1 : 0)),
  );
  expect(outcomes[0]! + outcomes[1]!).toBe(1);
  const [winner, loser] = outcomes[0] ? [pages[0]!, pages[1]!] : [pages[1]!, pages[0]!];
  await expect(winner).toHaveURL('/home');
  await expectToast(loser, 'Error', 'Failed to schedule a call');
  await expect(dialog(loser)).toBeHidden();
  await expect(loser).toHaveURL(address(type));
  await expect(times(loser, '2:00 pm')).toHaveCount(0);
  expect(await callsOf(clinic, type)).toBe(1);
  for (const page of pages) await page.context().close();
  await second.close();
});

const callsOf = async (clinic: Clinic, { slug }: AppointmentType) =>
  (await clinic.sql('select from public.calls where slug = $1', [slug])).length;

test('a link to an unknown call gets an explanation @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  for (const slug of ['no-such-call', '', '%27%20or%201=1', '<script>']) {
    await page.goto(address({ slug }));
    await expect(page.getByText('We couldn’t find this call type')).toBeVisible();
    // Trying again would not help.
    await expect(page.getByTestId('toast')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Go to My Coach' }).click();
  await expect(page).toHaveURL('/support');
});

for (const call of ['fetch-appointment-type', 'fetch-appointment-slots']) {
  test(`a failing ${call} is asked once and reported once @long`, async ({ page, clinic }) => {
    let asked = 0;
    const failing = answers(`/functions/v1/${call}`, 500);
    const broken = await inFrontOf(clinic.url, (request, response) => {
      const failed = failing(request, response);
      if (failed) asked += 1;
      return failed;
    });
    await signIn(page, { ...clinic, url: broken.url }, await clinic.patient());
    await page.clock.install();
    await page.goto(`${broken.url}${address({ slug: 'meet-your-clinical-coach' })}`);
    await expectToast(page, 'Error', LOADING_FAILED);
    await page.clock.fastForward(5_000); // longer than the wait before another try
    expect(asked).toBe(1);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => asked).toBe(2);
    await broken.close();
  });
}

test('Confirm waits for the answer; a failure closes the dialog and books nothing @long', async ({
  page,
  clinic,
}) => {
  const type = await addAppointmentType(clinic);
  let waiting: ServerResponse | undefined;
  const broken = await inFrontOf(clinic.url, ({ url, method }, response) => {
    if (method !== 'POST' || !url?.startsWith('/functions/v1/schedule-appointment')) return false;
    waiting = response;
    return true;
  });
  await signIn(page, { ...clinic, url: broken.url }, await clinic.patient());
  await page.goto(`${broken.url}${address(type)}`);
  await openTomorrow(page);
  await choose(page, '9:30 am');
  const confirm = dialog(page).getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  await expect.poll(() => waiting).toBeDefined();
  waiting!.writeHead(500, { 'content-type': 'application/json' }).end('{}');
  await expectToast(page, 'Error', 'Failed to schedule a call');
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(`${broken.url}${address(type)}`);
  expect(await callsOf(clinic, type)).toBe(0);
  await broken.close();
});
