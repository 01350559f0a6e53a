import type { Page } from '@playwright/test';
import { answers, inFrontOf } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test, type Clinic } from '../support/fixtures.ts';
import { loadTo } from '../support/journey-steps.ts';
import { chooseOvulation } from '../support/logging-steps.ts';
import { answerSurvey, pickToday } from '../support/survey-steps.ts';
import { kept } from '../support/routes.ts';

test.use({ serviceWorkers: 'allow' });

const surveysOf = (clinic: Clinic, email: string) =>
  clinic.sql(
    `select survey, cycle_number, answers from public.survey_responses join public.customers using (user_id)
     where customer_email = $1 order by survey_responses.created_at`,
    [email],
  );

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, name: string) => page.getByRole('radio', { name, exact: true }).check();
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

test('before treatment: three answers, each with its own screen @phone', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  const screens = [
    ['Confident', 'Great!', false],
    ['Neutral', 'We’re here if you need us', true],
    ['Uncertain', 'We are sorry to hear you are feeling uncertain', true],
  ] as const;
  for (const [answer, words, supported] of screens) {
    await page.goto('/before-treatment-survey');
    await expect(heading(page, 'Stage 2 Complete')).toBeVisible();
    await expect(page.getByText('You are now ready to use your Béa Treatment Kit')).toBeVisible();
    await expect(
      page.getByRole('group', { name: 'How confident are you feeling about using the Béa Kit?' }),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit & Exit' })).toBeDisabled();
    await choose(page, answer);
    await press(page, 'Submit & Exit');
    await expect(heading(page, words)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Message my Coach' })).toHaveCount(supported ? 1 : 0);
  }
  await press(page, 'Message my Coach');
  await expect(page).toHaveURL('/support');
  expect((await surveysOf(clinic, email)).map(({ answers: given }) => given)).toEqual([
    { response: 'confident' },
    { response: 'neutral' },
    { response: 'uncertain' },
  ]);
  await page.goto('/before-treatment-survey');
  await choose(page, 'Confident');
  await press(page, 'Submit & Exit');
  await press(page, 'Exit');
  await expect(page).toHaveURL('/overview');
});

test('the applicator survey: every box, Back keeps answers, and eight items in order @phone', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  // Cycle 1 is complete and no phase of cycle 2 is, so Home shows cycle 2.
  await loadTo(clinic, email, 'ovulation', 2);
  await signIn(page, clinic, email);
  await page.goto('/applicator-survey?cycleAttempt=1');
  await expect(heading(page, 'How did it go today?')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await pickToday(page);
  await press(page, 'Continue');

  await expect(heading(page, 'Have you taken any fertility medication this cycle?')).toBeFocused();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await choose(page, 'Yes');
  await page.getByRole('textbox').fill('Letrozole, on Monday');
  await page.reload();
  await expect(page.getByRole('textbox')).toHaveValue('Letrozole, on Monday');
  await press(page, 'Continue');
  await choose(page, '30 minutes');
  await press(page, 'Back');
  await expect(page.getByRole('radio', { name: 'Yes' })).toBeChecked();
  await press(page, 'Continue');
  await expect(page.getByRole('radio', { name: '30 minutes', exact: true })).toBeChecked();
  await press(page, 'Continue');

  await choose(page, 'More than 5 hours');
  await expect(page.getByRole('button', { name: 'Message my Coach' })).toBeVisible();
  await expect(page.getByText('remove it now by its string')).toBeVisible();
  await choose(page, '4 to 5 hours');
  await expect(page.getByRole('button', { name: 'Message my Coach' })).toHaveCount(0);
  await press(page, 'Continue');

  await choose(page, 'Easy and straightforward');
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await choose(page, 'Okay but had some difficulty');
  await page.getByRole('textbox').fill('The handle was stiff');
  await press(page, 'Continue');
  await expectToast(page, 'Survey submitted', 'Thank you for your feedback!');
  await expect(heading(page, 'Thanks for letting us know.')).toBeVisible();
  await expect(page.getByText(/Care Team/)).toBeVisible();
  await press(page, 'Message my Coach');
  await expect(page).toHaveURL('/support');

  expect(await surveysOf(clinic, email)).toMatchObject([
    {
      survey: 'applicator-use',
      cycle_number: 2,
      answers: [
        expect.stringMatching(/^\d{4}-\d\d-\d\d/),
        '2',
        'Yes',
        'Letrozole, on Monday',
        '30 minutes',
        '4 to 5 hours',
        'Okay but had some difficulty',
        'The handle was stiff',
      ],
    },
  ]);

  await page.goto('/log-result/ovulation');
  await chooseOvulation(page, 'Peak (Positive LH Surge)');
  await press(page, 'Continue');
  // The first applicator was used today.
  await expect(heading(page, 'Use your second applicator tomorrow')).toBeVisible();
  await page.goto('/account');
  const chart = page.getByRole('region', { name: 'Your cycle' });
  await expect(chart.getByRole('img', { name: /day 1: Peak LH\. day 1: Applicator used/ })).toBeVisible();
});

test('the thank-you differs by answer and applicator, and a cap in too long gets advice @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  const second = page.getByText(/second applicator/);

  await page.goto('/applicator-survey');
  await answerSurvey(page, '1 to 2 hours', 'Easy and straightforward');
  await expect(heading(page, "Great! We're glad you found it easy to use.")).toBeVisible();
  await expect(second).toHaveText('Remember to use your second applicator tomorrow.');

  await page.goto('/applicator-survey?cycleAttempt=2');
  await answerSurvey(page, 'More than 5 hours', 'Found it difficult');
  await expect(heading(page, "We're sorry to hear you had difficulty.")).toBeVisible();
  await expect(second).toHaveCount(0);
  await expect(page.getByText('get urgent medical help now', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Message my Coach' })).toHaveCount(1);
  await press(page, 'Exit');
  await expect(page).toHaveURL('/home');
  expect(await surveysOf(clinic, email)).toHaveLength(2);
});

test('surveys that cannot be sent stay as they were, with the right toast @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  let failing: string | null = null;
  const broken = await inFrontOf(clinic.url, (request, response) =>
    failing ? answers(failing, 500)(request, response) : false,
  );
  await signIn(page, { ...clinic, url: broken.url }, email);

  await page.goto(`${broken.url}/before-treatment-survey`);
  await choose(page, 'Neutral');
  failing = '/functions/v1/submit-before-treatment-survey';
  await press(page, 'Submit & Exit');
  await expectToast(page, 'Error', 'Failed to submit a survey response.');
  await expect(page.getByRole('radio', { name: 'Neutral' })).toBeChecked();

  failing = null;
  await page.goto(`${broken.url}/applicator-survey`);
  await pickToday(page);
  failing = '/rest/v1/completed_phases';
  await press(page, 'Continue');
  await expectToast(page, 'Error', 'Failed to save your result. Please try again.');
  await expect(heading(page, 'How did it go today?')).toBeVisible();

  failing = '/functions/v1/submit-applicator-use-survey';
  await press(page, 'Continue');
  for (const answer of ['I am not sure', 'More than 30 minutes', '2 to 3 hours', 'Found it difficult']) {
    await choose(page, answer);
    await press(page, 'Continue');
  }
  await expectToast(page, 'Error', 'Failed to submit a survey response.');
  await expect(page.getByRole('radio', { name: 'Found it difficult' })).toBeChecked();
  expect(await surveysOf(clinic, email)).toEqual([]);
  failing = null;
  await press(page, 'Continue');
  await expect(heading(page, "We're sorry to hear you had difficulty.")).toBeVisible();
  expect(await surveysOf(clinic, email)).toHaveLength(1);
  await broken.close();
});

test('a survey answered offline is sent once the network is back @long', async ({
  page,
  clinic,
  context,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'ovulation', 1);
  await signIn(page, clinic, email);
  await page.goto('/applicator-survey');
  await pickToday(page);
  await kept(page);
  await context.setOffline(true);
  await press(page, 'Continue');
  for (const answer of ['No', '30 minutes', '3 to 4 hours', 'Easy and straightforward']) {
    await choose(page, answer);
    await press(page, 'Continue');
  }
  await expect(page.getByText('saved on your device')).toBeVisible();
  expect(await surveysOf(clinic, email)).toEqual([]);
  await context.setOffline(false);
  await expect.poll(async () => (await surveysOf(clinic, email)).length).toBe(1);
});

test('after a loss, an old survey link asks nothing, and an applicator can still be reported @long', async ({
  page,
  clinic,
}) => {
  const email = await clinic.patient();
  await loadTo(clinic, email, 'testing', 1);
  await clinic.sql(
    `insert into public.outcome_events (user_id, kind, day, cycle)
     select user_id, 'loss', current_date - 1, 1 from public.customers where customer_email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/before-treatment-survey');
  await expect(page.getByText('There’s nothing you need to do here right now.')).toBeVisible();
  await expect(page.getByText('You are now ready to use your Béa Treatment Kit')).toHaveCount(0);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await press(page, 'Go to Home');
  await expect(page).toHaveURL('/home');

  await page.goto('/applicator-survey?cycleAttempt=1');
  await expect(page.getByText('There’s nothing you need to do here right now.')).toBeVisible();
  await press(page, 'Report an applicator');
  await expect(heading(page, 'When did you use it?')).toBeVisible();
  await answerSurvey(page, '1 to 2 hours', 'Easy and straightforward');
  await expect(heading(page, 'Thank you for telling us')).toBeVisible();
  await expect(page.getByText(/tomorrow|Great/)).toHaveCount(0);
  expect(await surveysOf(clinic, email)).toMatchObject([{ cycle_number: 1 }]);
});
