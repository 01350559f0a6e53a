import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility-checks.ts';
import { expect, signIn, test } from '../support/fixtures.ts';
import { giveKit } from '../support/journey-steps.ts';
import { daysAgo, logPeriod, logTest } from '../support/cycle-steps.ts';
import { answered, logTimer } from '../support/safety-steps.ts';
import { answerSurvey } from '../support/survey-steps.ts';

const today = (page: Page) => page.getByRole('region', { name: 'Today' });
const BOOK = '/schedule?appointmentType=';

/** The demo's patients, each with Today's words and their link. */
const PATIENTS: [email: string, sentence: string | RegExp, action: string | null, path: string | RegExp][] = [
  [
    'stage1@example.com',
    'Your first step is a consultation with a fertility clinician.',
    'Choose a time',
    `${BOOK}initial-consultation`,
  ],
  [
    'stage2@example.com',
    'Your kit is on its way to you.',
    'See where it is',
    'https://example.com/track/BEA-2041',
  ],
  [
    'stage3@example.com',
    'Take an ovulation test today and log the result.',
    'Log today’s test',
    '/log-result/ovulation',
  ],
  ['cycle2@example.com', 'It’s time for your second applicator.', 'Open the timers', '/treatment-day'],
  ['calling@example.com', /^.+ with .+ is open\. Join when you’re ready\.$/, 'Join', /\/call\//],
  ['done@example.com', "Your clinician's notes are ready.", 'Read the notes', '/medical-notes'],
  [
    'pregnant@example.com',
    'Next up: a review with your clinician.',
    'Choose a time',
    `${BOOK}post-treatment-review`,
  ],
  ['paused@example.com', 'Nothing to do today.', null, ''],
  ['loss@example.com', 'There’s nothing you need to do today.', null, ''],
  [
    'irregular@example.com',
    'Take an ovulation test today and log the result.',
    'Log today’s test',
    '/log-result/ovulation',
  ],
];

test.describe(() => {
  const short = new Set(['loss@example.com']);
  for (const [email, sentence, action, path] of PATIENTS) {
    const tag = short.has(email) ? [] : ['@long'];
    test(
      `${email}: Today has one sentence and at most one action, in its reserved place @phone`,
      { tag },
      async ({ page, clinic }) => {
        await signIn(page, clinic, email);
        await expect(today(page).getByText(sentence)).toBeVisible();
        const link = today(page).getByRole('link');
        await expect(link).toHaveCount(action ? 1 : 0);
        if (action) {
          await expect(link).toHaveText(action);
          await expect(link).toHaveAttribute('href', path);
        }
        const place = await today(page).evaluate(({ parentElement }) => {
          const kept = parentElement!.parentElement!;
          const { height } = kept.getBoundingClientRect();
          return { height, kept: Number.parseFloat(getComputedStyle(kept).minHeight) };
        });
        expect(place.height, 'nothing below it moved').toBe(place.kept);
        await expectAccessible(page);
      },
    );
  }
});

test('from the walkthrough, booking the consultation is two taps away @phone @long', async ({
  page,
  clinic,
}) => {
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await signIn(page, clinic, await clinic.invite('Noor'));
  await expect(page).toHaveURL('/privacy-terms');
  for (const words of [/privacy policy/i, /transcripts/i])
    await page.getByRole('checkbox', { name: words }).check();
  await press('Accept and Continue');
  await expect(page).toHaveURL('/onboarding');
  for (let step = 1; step < 7; step += 1) await press('Next');
  await press('Continue to Home');
  await expect(page).toHaveURL('/home');
  await expect(page.getByRole('main').getByRole('link').first()).toHaveText('Choose a time');
  await today(page).getByRole('link', { name: 'Choose a time' }).click();
  await expect(page).toHaveURL('/schedule?appointmentType=initial-consultation');
  const slot = page.getByRole('button', { name: /\d+:\d\d [ap]m/ }).first();
  const next = page.getByRole('button', { name: 'Next available' });
  await expect(slot.or(next).first()).toBeVisible();
  if (!(await slot.isVisible())) await next.click();
  await slot.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Confirm' })).toBeVisible();
});

/** On day 13 of the first treatment cycle, with a peak this many days ago. */
const PEAK = 'Peak (Positive LH Surge)';
const TREATMENT = `insert into public.completed_phases (user_id, phase_id, stage_number, cycle_number)
  select user_id, phase, stage, null from public.customers,
    (values ('welcome', 1), ('consultation-prep', 1), ('optimize', 2), ('consultation', 2)) as done (phase, stage)
  where customer_email = $1`;

test('a peak, an applicator and its survey: Today follows the day', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await clinic.sql(TREATMENT, [email]);
  await giveKit(clinic, email);
  await logPeriod(clinic, email, 12);
  await logTest(clinic, email, 0, PEAK);
  await signIn(page, clinic, email);
  await expect(today(page)).toContainText('Please answer the safety check before you begin.');
  await expect(today(page).getByRole('link')).toHaveAttribute('href', '/safety-check');

  await answered(clinic, email, 'ready');
  await clinic.sql(
    `update public.safety_checks set peak_day = $2 where user_id = (select user_id from public.customers where customer_email = $1)`,
    [email, daysAgo(0)],
  );
  await page.reload();
  await expect(today(page).getByText('It’s time for your first applicator.', { exact: true })).toBeVisible();

  await logTimer(clinic, email, 'cap-in', 1);
  await expect(today(page)).toContainText('Take your cap out by');
  await logTimer(clinic, email, 'cap-out', 0);
  await expect(today(page).getByText('How did your first applicator go?')).toBeVisible();
  await today(page).getByRole('link').click();
  await expect(page).toHaveURL('/applicator-survey?cycleAttempt=1');

  await answerSurvey(page, '1 to 2 hours', 'Easy and straightforward');
  await page.getByRole('button', { name: 'Exit', exact: true }).click();
  await expect(today(page).getByText('Use your second applicator tomorrow.')).toBeVisible();
});

test('without its facts Today says so, and nothing that may be wrong @long', async ({ page, clinic }) => {
  await page.route('**/rest/v1/rpc/own_cycle', (route) => route.abort());
  await signIn(page, clinic, await clinic.patient());
  await expect(
    today(page).getByText('We can’t load today’s step. Please try again in a minute.'),
  ).toBeVisible();
  await expect(today(page).getByRole('link')).toHaveCount(0);
});
