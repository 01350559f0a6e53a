import type { Page } from '@playwright/test';
import { answers, behind, type Break } from '../support/broken-server.ts';
import { expect, expectToast, signIn, test } from '../support/fixtures.ts';

const UNEXPECTED = 'An unexpected error occurred. Please try again.';
const NOT_LOGGED_IN = 'You must be logged in to save your information.';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const question = (page: Page, name: string) => page.getByRole('group', { name });

/** Answers every question except the one the test is about. */
async function fillIn(page: Page) {
  await page.getByLabel('Your age').fill('34');
  await page.getByLabel('How long trying to conceive').selectOption('1-2 years');
  await page.getByLabel('Average menstrual cycle length').selectOption('21-35 days');
  await question(page, 'Ovulation tests').getByLabel('Sometimes').check();
  await question(page, 'Fertility investigations').getByLabel('No', { exact: true }).check();
  await question(page, 'Infertility diagnosis').getByLabel('PCOS').check();
  await question(page, 'Previous fertility treatments').getByLabel('No previous treatments').check();
  await question(page, 'Family setup').getByLabel('Same-sex couple with sperm donor').check();
}

test('the questionnaire is answered, saved, shown and changed @phone', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await expect(heading(page, 'Onboarding Questionnaire')).toBeVisible();
  await expect(
    page.getByText('Please tell us a bit about yourself to help us personalize your experience.'),
  ).toBeVisible();
  await expect(
    page.getByText('Count from the first day of one period to the first day of the next.'),
  ).toBeVisible();
  await expect(page.getByLabel('Please specify')).toHaveCount(0);
  await fillIn(page);
  await page.getByLabel('Average menstrual cycle length').selectOption('Other');
  for (const name of [
    'Ovulation tests',
    'Fertility investigations',
    'Infertility diagnosis',
    'Previous fertility treatments',
    'Family setup',
  ]) {
    await question(page, name).getByLabel('Other', { exact: true }).check();
    await question(page, name).getByLabel('Please specify').fill(`about ${name}`);
  }
  // Selecting another answer replaces 'none', and 'none' replaces all others.
  const treatments = question(page, 'Previous fertility treatments');
  await expect(treatments.getByLabel('No previous treatments')).not.toBeChecked();
  const diagnoses = question(page, 'Infertility diagnosis');
  await diagnoses.getByLabel('No diagnosis').check();
  await expect(diagnoses.getByLabel('PCOS')).not.toBeChecked();
  await expect(diagnoses.getByLabel('Please specify')).toHaveCount(0);
  await diagnoses.getByLabel('PCOS').check();
  await expect(diagnoses.getByLabel('No diagnosis')).not.toBeChecked();
  await diagnoses.getByLabel('Other', { exact: true }).check();
  await expect(page.getByLabel('Please specify')).toHaveCount(6);
  await question(page, 'Family setup').getByLabel('Please specify').fill('two mothers');
  await page.reload();
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await expect(question(page, 'Family setup').getByLabel('Please specify')).toHaveValue('two mothers');

  // The wheel scrolls the page and doesn't change an age.
  await page.getByLabel('Your age').focus();
  await page.getByLabel('Your age').hover();
  await page.mouse.wheel(0, 200);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await expect(page.getByLabel('Your age')).toHaveValue('34');

  // The text may be left empty, but not filled with blanks.
  const ownWords = page.getByLabel('Please specify').first();
  await ownWords.fill('  ');
  await press(page, 'Save');
  await expectToast(page, 'Whoops', 'Please enter answers for all questions.');
  await expect(page.getByText('Please specify your cycle length')).toBeVisible();
  await expect(ownWords).toBeFocused();
  await ownWords.fill('');
  await press(page, 'Save');
  await expectToast(page, 'Success!', 'Your information has been saved.');
  await expect(page).toHaveURL('/overview');
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key !== 'portal-zone').length),
    )
    .toBe(0);
  const [row] = await clinic.sql(
    `select * from public.onboarding_info join public.customers using (user_id) where customer_email = $1`,
    [email],
  );
  expect(row).toMatchObject({
    user_age: 34,
    partner_age: null,
    menstrual_cycle_length: 'Other',
    menstrual_cycle_length_other: null,
    previous_treatments: ['Other'],
    infertility_diagnosis: ['PCOS', 'Other'],
    family_set_up_other: 'two mothers',
  });

  await page.goto('/patient-info');
  await expect(heading(page, 'Patient Information')).toBeVisible();
  await expect(page.getByText('Other: two mothers')).toBeVisible();
  await expect(page.getByText('Not given')).toHaveCount(2);
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page).toHaveURL('/onboarding-questionnaire');
  const age = page.getByLabel('Your age');
  await expect(age).toHaveValue('34');
  // The cursor stays in the field, far above the button.
  await age.fill('17');
  await press(page, 'Save');
  await expectToast(page, 'Whoops', 'Please enter answers for all questions.');
  await expect(age).toBeFocused();
  await expect(age).toBeInViewport();
  await expect(page.getByText('You must be at least 18 years old')).toBeInViewport();
  await age.fill('34');
  await page.getByLabel("Partner's age").fill('41');
  await question(page, 'Family setup').getByLabel('Heterosexual couple', { exact: true }).check();
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
  await page.goto('/patient-info');
  await expect(page.getByText('41', { exact: true })).toBeVisible();
  await expect(page.getByText('Other: two mothers')).toBeHidden();
});

test('every wrong answer has its error next to its question @long', async ({ page, clinic }) => {
  await signIn(page, clinic, await clinic.patient());
  await page.goto('/onboarding-questionnaire');
  const age = page.getByLabel('Your age');
  await expect(age).toBeEnabled();
  await expect(page.getByText('Your age is required')).toBeHidden();
  await press(page, 'Save');
  await expectToast(page, 'Whoops', 'Please enter answers for all questions.');
  await expect(age).toBeFocused();
  for (const words of [
    'Your age is required',
    "Please select how long you've been trying",
    'Please select your cycle length',
    'Please select your family setup',
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  await expect(page.getByText('Please select an option')).toHaveCount(2);
  await expect(page.getByText('Please select at least one option')).toHaveCount(2);

  await fillIn(page);
  for (const [typed, words] of [
    ['17', 'You must be at least 18 years old'],
    ['101', 'Please enter a valid age'],
  ] as const) {
    await age.fill(typed);
    await expect(page.getByText(words)).toBeVisible();
  }
  await age.fill('');
  await age.pressSequentially('-');
  await expect(page.getByText('Age must be a number')).toBeVisible();
  await age.fill('18');
  const partner = page.getByLabel("Partner's age");
  await partner.fill('17');
  await partner.blur();
  await expect(page.getByText('Partner must be at least 18 years old')).toBeVisible();
  await partner.fill('101');
  await expect(page.getByText('Please enter a valid age')).toBeVisible();
  await partner.fill('');
  await partner.pressSequentially('-');
  await expect(page.getByText('Age must be a number')).toBeVisible();
  await partner.fill('');

  await page.getByLabel('Average menstrual cycle length').selectOption('Other');
  await page.getByLabel('Please specify').fill('  ');
  await press(page, 'Save');
  await expect(page.getByText('Please specify your cycle length')).toBeVisible();
  await expect(page.getByLabel('Please specify')).toBeFocused();
  await page.getByLabel('Please specify').fill('');
  await page.getByLabel('Average menstrual cycle length').selectOption('21-35 days');

  for (const [name, words] of [
    ['Ovulation tests', 'Please specify your ovulation test usage'],
    ['Fertility investigations', 'Please specify your fertility investigations'],
    ['Infertility diagnosis', 'Please specify your diagnosis'],
    ['Previous fertility treatments', 'Please specify your previous treatments'],
    ['Family setup', 'Please specify your family setup'],
  ] as const) {
    await question(page, name).getByLabel('Other', { exact: true }).check();
    await question(page, name).getByLabel('Please specify').fill('  ');
    await press(page, 'Save');
    await expect(page.getByText(words)).toBeVisible();
    await expect(question(page, name).getByLabel('Please specify')).toBeFocused();
    await question(page, name).getByLabel('Please specify').fill('in our own way');
  }
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
});

test('answers that cannot be loaded differ from a server that does not respond @long', async ({
  page,
  clinic,
}) => {
  let failure = answers('/rest/v1/onboarding_info', 400);
  await behind(
    clinic,
    (request, response) => failure(request, response),
    async (url) => {
      await signIn(page, { ...clinic, url }, await clinic.patient());
      await page.goto(`${url}/onboarding-questionnaire`);
      await expectToast(page, 'Error', 'Failed to load your saved information.');
      await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
      failure = ({ url: path, socket }) => {
        if (!path?.startsWith('/rest/v1/onboarding_info')) return false;
        socket.destroy();
        return true;
      };
      await page.reload();
      await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
      await expectToast(page, 'Error', 'An unexpected error occurred while loading your information.');
    },
  );
});

test('answers that cannot be saved: the database’s own words, or an unexpected error @long', async ({
  page,
  clinic,
}) => {
  let silent = false;
  const failure: Break = ({ url: path, method, socket }) => {
    if (!silent || method !== 'POST' || !path?.startsWith('/rest/v1/onboarding_info')) return false;
    socket.destroy();
    return true;
  };
  await behind(clinic, failure, async (url) => {
    const email = await clinic.patient();
    await signIn(page, { ...clinic, url }, email);
    await page.goto(`${url}/onboarding-questionnaire`);
    await fillIn(page);
    await clinic.sql(`update public.customers set data_usage_consent = false where customer_email = $1`, [
      email,
    ]);
    await press(page, 'Save');
    await expectToast(page, 'Error', 'new row violates row-level security policy');
    silent = true;
    await press(page, 'Save');
    await expectToast(page, 'Error', UNEXPECTED);
    await expect(page.getByLabel('Your age')).toHaveValue('34');
  });
});

test('a session that ends while answering loses nothing @long', async ({ page, clinic }) => {
  const email = await clinic.patient();
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await fillIn(page);
  await clinic.sql(
    'delete from auth.sessions where user_id = (select user_id from public.customers where customer_email = $1)',
    [email],
  );
  await press(page, 'Save');
  await expectToast(page, 'Error', NOT_LOGGED_IN);
  await expect(page).toHaveURL('/auth');
  // As if it had happened later: an address gets one code a minute.
  await clinic.sql(
    `update portal_server.sign_in_codes set sent_at = now() - interval '1 hour' where email = $1`,
    [email],
  );
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await expect(question(page, 'Family setup').getByLabel('Same-sex couple with sperm donor')).toBeChecked();
  await press(page, 'Save');
  await expect(page).toHaveURL('/overview');
});

test('a half-filled form is kept for the patient, on every device, and never replaces newer answers @long', async ({
  page,
  clinic,
  browser,
}) => {
  const email = await clinic.patient();
  const drafts = async () =>
    (
      await clinic.sql(
        `select form ->> 'user_age' as age from public.questionnaire_drafts join public.customers using (user_id)
         where customer_email = $1`,
        [email],
      )
    ).map(({ age }) => age);
  await signIn(page, clinic, email);
  await page.goto('/onboarding-questionnaire');
  await expect(page.getByText('for up to 30 days')).toBeVisible();
  await page.getByLabel('Your age').fill('33');
  await question(page, 'Infertility diagnosis').getByLabel('PCOS').check();
  await expect.poll(drafts).toEqual(['33']);

  const phone = await (await browser.newContext()).newPage();
  await signIn(phone, clinic, email);
  await phone.goto(`${clinic.url}/onboarding-questionnaire`);
  await expect(phone.getByLabel('Your age')).toHaveValue('33');
  await expect(question(phone, 'Infertility diagnosis').getByLabel('PCOS')).toBeChecked();
  await expect(phone.getByText('These are answers you haven’t saved yet.')).toBeVisible();
  await fillIn(phone);
  await press(phone, 'Save');
  await expect(phone).toHaveURL(/\/overview$/);
  expect(await drafts()).toEqual([]);

  // The first device still shows the earlier form.
  await page.getByLabel('Your age').fill('32');
  await expect(page.getByText('We can’t store your answers right now.')).toBeVisible();
  expect(await drafts()).toEqual([]);
  await page.reload();
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  await expect(page.getByText('These are answers you haven’t saved yet.')).toHaveCount(0);

  await page.getByLabel('Your age').fill('35');
  await expect.poll(drafts).toEqual(['35']);
  await page.reload();
  await expect(page.getByLabel('Your age')).toHaveValue('35');
  await press(page, 'Discard them');
  await expect(page.getByLabel('Your age')).toHaveValue('34');
  expect(await drafts()).toEqual([]);
  await phone.context().close();
});
